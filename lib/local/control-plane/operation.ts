import * as z from 'zod';
import { ServiceError } from './service-error.ts';

/** One operation of a JSON service: takes the request's body and returns the response's. */
export type Operation = (input: unknown) => unknown;
export type Operations = Readonly<Record<string, Operation>>;

/** An operation whose input is checked; a request that does not fit is the service's validation error. */
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
