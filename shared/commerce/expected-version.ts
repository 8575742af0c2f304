import { ApiError } from '#contract/errors.ts';

/**
 * Refuses to change a resource that is no longer what the caller has seen.
 *
 * @param allowsChange whether the request's preconditions let this version be changed
 * @throws ApiError precondition_failed
 */
export function requireVersion(
  { version }: { readonly version: number },
  allowsChange: (version: number) => boolean,
): void {
  if (!allowsChange(version)) throw new ApiError('precondition_failed');
}
