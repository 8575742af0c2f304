import { ApiError } from '#contract/errors.ts';

/**
 * Refuses to change a resource that is no longer what the caller has seen. Without an expectation anything will do.
 *
 * @throws ApiError precondition_failed
 */
export function requireVersion(
  { version }: { readonly version: number },
  expected: number | undefined,
): void {
  if (expected !== undefined && expected !== version) throw new ApiError('precondition_failed');
}
