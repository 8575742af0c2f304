import { requireBrandRole } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type Activity, activityAt } from './activity.ts';
import type { Reply } from './replies.ts';
import { endpointsOver, type TableCall } from './table-endpoint.ts';

export { created, list, noContent, ok, page } from './replies.ts';

/** What an operation of the commerce service gets beside what every operation gets. */
interface BrandCall extends Omit<Activity, 'countActivity'> {
  /** Brands in which the caller has any role: where a resource addressed by its id alone may be. */
  readonly heldBrands: readonly string[];
  /** Refuses the caller without the endpoint's role in the brand that a found resource belongs to. */
  authorize(brandId: string): void;
}

const overCommerceTable = endpointsOver(
  commerceTable,
  ({ endpoint, principal, now }): BrandCall & Activity => ({
    heldBrands: Object.keys(principal.brands),
    authorize: (brandId) => {
      if (endpoint.access.kind === 'brand') requireBrandRole(principal, brandId, endpoint.access.roles);
    },
    ...activityAt(now),
  }),
);

/** Handler of an endpoint of the commerce service. */
export const endpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: TableCall<E> & BrandCall) => Promise<Reply>,
) =>
  overCommerceTable(declaration, async (call) => {
    const reply = await run(call);
    call.countActivity();
    return reply;
  });
