import * as z from 'zod';

export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** For instance ResourceNotFoundException. */
  readonly code: string;
  readonly status: number;

  constructor(code: string, message: string, status = 400) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export type Operation = (input: unknown) => unknown;
export type Operations = Readonly<Record<string, Operation>>;

/** Returns an operation that checks its input. Invalid input is the service's ValidationException. */
export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (input: z.infer<Schema>) => unknown,
): Operation {
  return (input) => {
    const parsed = schema.safeParse(input);
    if (!parsed.success) throw new ServiceError('ValidationException', z.prettifyError(parsed.error));
    return run(parsed.data);
  };
}
