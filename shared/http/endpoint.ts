import { requireBrandRole } from '#auth/principal.ts';
import type { ActivityEvent } from '#contract/commerce/activity.ts';
import { commerceTable } from '#store/commerce-table.ts';
import { recordActivity } from './activity.ts';
import { endpointsOver } from './table-endpoint.ts';

export { accepted, created, list, noContent, ok, page } from './replies.ts';

/** What an operation of the commerce service gets beside what every operation gets. */
interface BrandCall {
  /** Brands in which the caller has any role: where a resource addressed by its id alone may be. */
  readonly heldBrands: readonly string[];
  /** Refuses the caller without the endpoint's role in the brand that a found resource belongs to. */
  authorize(brandId: string): void;
  /** Records activity of the brand. Never fails the request. */
  recordActivity(brandId: string, event: ActivityEvent): Promise<void>;
}

/** Handler of an endpoint of the commerce service. */
export const endpoint = endpointsOver(
  commerceTable,
  ({ endpoint, principal, now }): BrandCall => ({
    heldBrands: Object.keys(principal.brands),
    authorize: (brandId) => {
      if (endpoint.access.kind === 'brand') requireBrandRole(principal, brandId, endpoint.access.roles);
    },
    recordActivity: (brandId, event) => recordActivity(brandId, event, now),
  }),
);
