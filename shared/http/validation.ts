import type * as z from 'zod';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { Exchange } from './exchange.ts';
import { repeatedParameters, undecodableValues } from './parameters.ts';

/** Faults that one answer names; a body can have one for every two of its bytes. */
const maximumDetails = 100;

/**
 * Validates path, query and body with the schemas of the contract and keeps their parsed values. The first fault of
 * each member is reported.
 *
 * @throws ApiError validation_failed with the faults of all three
 */
export function validateInput({ endpoint, event, input }: Exchange): void {
  const details: ErrorDetail[] = [...repeatedParameters(endpoint, event), ...undecodableValues(input)];
  const valid = (place: string, schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    details.push(...result.error.issues.slice(0, maximumDetails).map((issue) => detailOf(place, issue)));
    return undefined;
  };
  input.parameters = valid('path', endpoint.parameters, input.parameters);
  input.query = valid('query', endpoint.query, input.query);
  input.body = valid('body', endpoint.body, input.body);
  if (details.length > 0) {
    throw new ApiError('validation_failed', { details: firstOfEach(details).slice(0, maximumDetails) });
  }
}

const firstOfEach = (details: readonly ErrorDetail[]): ErrorDetail[] =>
  [
    ...new Map(details.toReversed().map((detail) => [JSON.stringify(detail.path), detail])).values(),
  ].reverse();

const detailOf = (place: string, issue: z.core.$ZodIssue): ErrorDetail => ({
  path: [place, ...issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))],
  message: issue.message,
  code: issue.code,
});
