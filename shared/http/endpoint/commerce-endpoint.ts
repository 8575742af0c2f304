import { requireBrandRole } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { type ActivityRecorder, activityAt } from '../activity.ts';
import type { Reply } from '../reply/replies.ts';
import { type EndpointCall, endpointFactory } from './endpoint-factory.ts';

export { created, noContent, ok, okList as list, okPage as page } from '../reply/replies.ts';

/** What an operation of the commerce service gets beside what every operation gets. */
interface BrandCall extends Omit<ActivityRecorder, 'countActivity'> {
  /** Brands in which the caller has any role: where a resource addressed by its id alone may be. */
  readonly heldBrands: readonly string[];
  /** Refuses the caller without the endpoint's role in the brand that a found resource belongs to. */
  authorize(brandId: string): void;
}

const overCommerceTable = endpointFactory(
  commerceTable,
  ({ endpoint, principal, now }): BrandCall & ActivityRecorder => ({
    heldBrands: Object.keys(principal.brands),
    authorize: (brandId) => {
      if (endpoint.access.kind === 'brand') requireBrandRole(principal, brandId, endpoint.access.roles);
    },
    ...activityAt(now),
  }),
);

/** Handler of an endpoint of the commerce service. */
export const commerceEndpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: EndpointCall<E> & BrandCall) => Promise<Reply>,
) =>
  overCommerceTable(declaration, async (call) => {
    const reply = await run(call);
    call.countActivity();
    return reply;
  });
