import type * as z from 'zod';

/** The arguments cannot be understood; the message names the argument. */
export class OperatorUsageError extends Error {
  /** The command, where it is known. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

/** The command cannot be done; the message says why and what to do. */
export class OperatorError extends Error {}

/** What every command works with. */
export interface Session {
  /** Beginning of the names of the stacks. */
  readonly stackPrefix: string;
  /** Who acts, as the audit log names the operator. */
  readonly actor: string;
  /** Writes one line for a person to read; nothing with --json. */
  readonly print: (line?: string) => void;
}

/** The result for programs. Exit code 1 says that something could not be done. */
export interface CommandResult {
  readonly json: object;
  readonly exitCode?: 0 | 1;
}

/** One command of the command line. */
export interface OperatorCommand {
  readonly name: string;
  /** Names of its options, without the dashes. */
  readonly options: readonly string[];
  /** Checks the values of the options. Throws UsageError. */
  readonly prepare: (
    values: Readonly<Record<string, unknown>>,
  ) => (session: Session) => Promise<CommandResult>;
}

/** Declares a command by its name, the schema of its options and what it does. */
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

/** The values that the schema describes. Throws UsageError that names every fault. */
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
