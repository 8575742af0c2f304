import { requireBrandRole } from '#auth/principal.ts';
import { type ActivityRecorder, activityRecorder } from '#commerce/activity.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { logger, metrics } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { activityAction, insertActivity } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { type EndpointCall, endpointFactory } from './endpoint-factory.ts';

export { created, noContent, ok, okList, okPage } from '../reply/replies.ts';

/** Input of every operation of the commerce service, beyond the input of all operations. */
interface BrandCall extends Omit<ActivityRecorder<TransactAction>, 'countActivity'> {
  /** Brands in which the caller has any role. A resource addressed by its id alone is looked up among them. */
  readonly heldBrands: readonly string[];
  /** Refuses a caller without the endpoint's role in the brand of a resource. */
  authorize(brandId: string): void;
}

const activityStore = {
  writeOf: activityAction,
  insert: (activity: Parameters<typeof activityAction>[0]) => insertActivity(commerceTable, activity),
};

const brandEndpoint = endpointFactory(
  commerceTable,
  ({ endpoint, principal, now }): BrandCall & ActivityRecorder<TransactAction> => ({
    heldBrands: Object.keys(principal.brands),
    authorize: (brandId) => {
      if (endpoint.access.kind === 'brand') requireBrandRole(principal, brandId, endpoint.access.roles);
    },
    ...activityRecorder(activityStore, {
      now,
      newId: () => newId(now),
      onEvent: (name) => metrics.addMetric(name, 'Count', 1),
      onLost: ({ event, brand_id }, error) =>
        logger.error('Activity not stored', {
          event,
          brand_id,
          failure: error instanceof Error ? error.name : 'unknown',
        }),
    }),
  }),
);

export const commerceEndpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: EndpointCall<E> & BrandCall) => Promise<Reply>,
) =>
  brandEndpoint(declaration, async (call) => {
    const reply = await run(call);
    call.countActivity();
    return reply;
  });
