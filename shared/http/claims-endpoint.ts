import { claimsTable } from '#store/claims/claims-table.ts';
import { endpointsOver } from './table-endpoint.ts';

export { accepted, created, list, noContent, ok, page, plain } from './replies.ts';

/** Handler of an endpoint of the claims service. */
export const endpoint = endpointsOver(claimsTable, () => ({}));
