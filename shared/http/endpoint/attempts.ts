import type * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { Reply } from '../reply/replies.ts';
import type { EndpointCall } from './endpoint-factory.ts';

/**
 * Refuses to change a resource that the caller has not seen in its current version.
 *
 * @param allowsChange whether the request's preconditions allow a change of this version
 * @throws ApiError precondition_failed
 */
function requireVersion(
  { version }: { readonly version: number },
  allowsChange: (version: number) => boolean,
): void {
  if (!allowsChange(version)) throw new ApiError('precondition_failed');
}

/** The member of a call that has the resource of an endpoint. */
export type WithResource<E extends EndpointDeclaration> = E extends {
  readonly resource: infer R extends z.ZodType;
}
  ? { readonly resource: z.output<R> }
  : unknown;

/** Repeats an attempt after a conflict with what is stored by then, unless the endpoint declares that it is not repeated. */
export const inAttempts = (
  { repeats, attempts }: EndpointDeclaration,
  attempt: () => Promise<Reply>,
): Promise<Reply> => (repeats === false ? attempt() : retryOnConflict(attempt, attempts));

/**
 * Refuses to change a resource in a version that the caller has not seen.
 *
 * @throws ApiError precondition_failed
 */
export function requireSeen(
  { versioned = false, method }: EndpointDeclaration,
  resource: object,
  { allowsChange }: Pick<EndpointCall<EndpointDeclaration>, 'allowsChange'>,
): void {
  if (versioned && method !== 'GET' && 'version' in resource) {
    requireVersion({ version: Number(resource.version) }, allowsChange);
  }
}
