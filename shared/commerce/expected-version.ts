import { ApiError } from '#contract/errors.ts';

/**
 * Refuses to change a resource that the caller has not seen in its current version.
 *
 * @param allowsChange whether the request's preconditions allow a change of this version
 * @throws ApiError precondition_failed
 */
export function requireVersion(
  { version }: { readonly version: number },
  allowsChange: (version: number) => boolean,
): void {
  if (!allowsChange(version)) throw new ApiError('precondition_failed');
}
