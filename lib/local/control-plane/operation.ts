import * as z from 'zod';
import { ServiceError } from './service-error.ts';

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
