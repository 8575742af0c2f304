import type * as z from 'zod';
import { requireVersion } from '#commerce/expected-version.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import type { ActivityEvent, OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, found } from '#contract/errors.ts';
import { metrics } from '#observability/logger.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { activityAction } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import { maxActions, type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { type BrandCall, commerceEndpoint, wakeForRecorded, withoutFailure } from './commerce-endpoint.ts';
import type { EndpointCall, ReplyStorage } from './endpoint-factory.ts';

/** What an operation does by itself if it is not repeated. For all others, {@link change} does it. */
type Transactions = 'recordReply' | 'recordEvents' | 'recordActivity' | 'wakeFor';

/** What the pipeline has done before an operation. */
type Done = 'authorize' | 'allowsChange';

type WholeCall<E extends EndpointDeclaration> = EndpointCall<E> & BrandCall;

/** What a handler gets: valid input, an authorized caller, and the resource of the path in its present version. */
export type Call<E extends EndpointDeclaration> = Omit<
  WholeCall<E>,
  E extends { readonly repeats: false } ? Done : Done | Transactions
> &
  (E extends { readonly resource: infer R extends z.ZodType } ? { readonly resource: z.output<R> } : unknown);

/** Events of a brand for webhooks and other consumers. The endpoint declares `wakesWorkers`. */
interface Events {
  readonly brand_id: string;
  readonly events: readonly OutgoingEvent[];
}

/** An entry in the activity of a brand. */
interface Activity {
  readonly brand_id: string;
  readonly activity: ActivityEvent;
}

/** Wakes the worker of scheduled work at its time. The endpoint declares `wakesWorkers`. */
interface Wake {
  readonly wakes: WorkMessage;
  readonly due: Date;
}

/** What a change writes in its transaction, and whom it wakes afterwards. */
export type Write = TransactAction | Events | Activity | Wake;

const isAction = (write: Write): write is TransactAction =>
  !('events' in write || 'activity' in write || 'wakes' in write);

/** What a handler decided. */
interface Change {
  readonly reply: Reply;
  readonly writes: readonly Write[];
}

/** A reply, and what is written with it in one transaction. A handler that only reads returns the reply alone. */
export const change = (reply: Reply, ...writes: readonly Write[]): Change => ({ reply, writes });

/** Finds a resource among keys of which at most one exists. */
export interface ResourceLoader {
  load(keys: readonly Readonly<Record<string, unknown>>[]): Promise<object | undefined>;
}

/**
 * The Lambda handler of an endpoint. It loads the resource of the path, refuses callers without a role in its brand and changes
 * of a version that the caller has not seen, and writes what the operation returns together with the stored reply. After a
 * conflict all of it is repeated with what is stored by then.
 *
 * @param loader of the resource that the declaration names
 */
export function operation<const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Reply | Change | Promise<Reply | Change>,
  loader?: ResourceLoader,
) {
  const { access, name, repeats, resource: schema } = declaration;
  const isHeld = access.kind === 'brand' && access.brand === 'held';
  if ((isHeld || schema !== undefined) && loader === undefined) {
    throw new TypeError(`${name} needs a resource, by which its callers are authorized`);
  }
  return commerceEndpoint(declaration, (call, storage) => {
    const attempt = async () => {
      const resource = loader && (await load(declaration, loader, call));
      // The loader of the entry is the one of the resource's schema.
      const outcome = await run({ ...call, resource } as unknown as Call<E>);
      return 'writes' in outcome ? commit(declaration, outcome, call, storage) : outcome;
    };
    return repeats === false ? attempt() : retryOnConflict(attempt);
  });
}

/**
 * Ids are unique, so the resource of a held brand is in one of the caller's brands or does not exist for the caller.
 *
 * @throws ApiError not_found, forbidden, brand_closing, precondition_failed
 */
async function load(
  { access, method, versioned = false }: EndpointDeclaration,
  loader: ResourceLoader,
  { heldBrands, parameters, query, body, authorize, allowsChange }: WholeCall<EndpointDeclaration>,
): Promise<object> {
  const isHeld = access.kind === 'brand' && access.brand === 'held';
  const keys = isHeld
    ? heldBrands.map((brand_id) => ({ ...Object(parameters), brand_id }))
    : [{ ...Object(body), ...Object(query), ...Object(parameters) }];
  const resource = found(await loader.load(keys));
  if (isHeld && 'brand_id' in resource) authorize(String(resource.brand_id));
  else if (isHeld) throw new TypeError('A resource of a held brand names its brand');
  if (versioned && method !== 'GET' && 'version' in resource) {
    requireVersion({ version: Number(resource.version) }, allowsChange);
  }
  return resource;
}

/** Writes a change with its reply, and then wakes whom it concerns. Nothing of it outlives an attempt that fails. */
async function commit(
  { name, tooMany }: EndpointDeclaration,
  { reply, writes }: Change,
  { now, newId }: Pick<WholeCall<EndpointDeclaration>, 'now' | 'newId'>,
  storage: ReplyStorage,
): Promise<Reply> {
  const events = writes.filter((one) => 'events' in one);
  const activities = writes.filter((one) => 'activity' in one);
  const wakes = writes.filter((one) => 'wakes' in one);
  const id = newId();
  const recorded = events.flatMap(({ brand_id, events: own }) => recordEvents(brand_id, own, { now, newId }));
  const actions = [
    ...writes.filter(isAction),
    ...(recorded.length === 0 ? [] : [outboxAction({ id, events: recorded })]),
    ...activities.map(({ brand_id, activity }) =>
      activityAction({ id: newId(), brand_id, created_at: now.toISOString(), ...activity }),
    ),
  ];
  // The pipeline stores a reply that has no transaction.
  if (actions.length > 0) {
    const all = [...actions, ...storage.actions(reply)];
    if (all.length > maxActions) {
      if (tooMany !== undefined) throw new ApiError(tooMany);
      throw new RangeError(`${name} writes ${all.length} items at once; its declaration needs tooMany`);
    }
    await transact(commerceTable, all);
    storage.committed();
  }
  for (const { activity } of activities) metrics.addMetric(activity.event, 'Count', 1);
  const brands = new Set(recorded.map(({ brand_id }) => brand_id));
  await withoutFailure(
    wakeForRecorded([...brands].map((brandId) => ({ brandId, shard: outboxShardOf(id) }))),
  );
  for (const { wakes: work, due } of wakes) await withoutFailure(wakeForWork(work, due, now));
  return reply;
}
