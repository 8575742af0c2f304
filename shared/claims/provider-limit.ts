/** NPIs of the billing providers to which a caller is limited; undefined for all providers. */
export type ProviderLimit = readonly string[] | undefined;

/**
 * Whether a record of claims of these providers is within the limit. `npis` is undefined for a record of all
 * providers, such as a bulk run of a caller without a limit.
 */
export const isWithin = (npis: readonly string[] | undefined, limit: ProviderLimit): boolean =>
  limit === undefined || (npis?.every((npi) => limit.includes(npi)) ?? false);

/** The claims of these providers. */
export const claimsWithin = <C extends { readonly billing_npi: string }>(
  claims: readonly C[],
  limit: ProviderLimit,
): readonly C[] => claims.filter(({ billing_npi }) => isWithin([billing_npi], limit));
