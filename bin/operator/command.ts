import type * as z from 'zod';

/** The arguments are wrong; the message names the argument. */
export class OperatorUsageError extends Error {
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

/** The command failed; the message states the cause and the remedy. */
export class OperatorError extends Error {}

export interface Session {
  readonly stackPrefix: string;
  /** The operator's name in the audit log. */
  readonly actor: string;
  /** Writes one line of text; nothing with --json. */
  readonly print: (line?: string) => void;
}

/** The result with --json. Exit code 1 means that part of the command failed. */
export interface CommandResult {
  readonly json: object;
  readonly exitCode?: 0 | 1;
}

export interface OperatorCommand {
  readonly name: string;
  /** Names of the options, without dashes. */
  readonly options: readonly string[];
  /** Validates the options. Throws OperatorUsageError. */
  readonly prepare: (
    values: Readonly<Record<string, unknown>>,
  ) => (session: Session) => Promise<CommandResult>;
}

export const declareCommand = <Schema extends z.ZodObject>(
  name: string,
  schema: Schema,
  run: (options: z.output<Schema>, session: Session) => Promise<CommandResult>,
): OperatorCommand => ({
  name,
  options: Object.keys(schema.shape),
  prepare: (values) => {
    const options = readOptions(schema, values, name);
    return (session) => run(options, session);
  },
});

/** Parses options. Throws OperatorUsageError that names every fault. */
export function readOptions<Schema extends z.ZodType>(
  schema: Schema,
  values: unknown,
  command: string,
): z.output<Schema> {
  const parsed = schema.safeParse(values, { reportInput: true });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, message, input }) =>
    input === undefined ? `--${path.join('.')} is required` : `--${path.join('.')}: ${message}`,
  );
  throw new OperatorUsageError(faults.join('; '), command);
}
