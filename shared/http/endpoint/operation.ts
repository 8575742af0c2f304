import type { ActivityEvent, OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError, found } from '#contract/errors.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { maxActions, type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { inAttempts, requireSeen, type WithResource } from './attempts.ts';
import {
  type BrandCall,
  bodilessBrandEndpoint,
  brandEndpoint,
  unkeyedBrandEndpoint,
} from './brand-endpoint.ts';
import type { EndpointCall, ReplyStorage } from './endpoint-factory.ts';
import type { Recorders, recorders } from './recorders.ts';

/** What the pipeline has done before an operation. */
type Done = 'authorize' | 'allowsChange';

type WholeCall<E extends EndpointDeclaration> = EndpointCall<E> & BrandCall;

/**
 * What a handler gets: valid input, an authorized caller, and the resource of the path in its present version. An operation that is not
 * repeated stores its reply and records events by itself; for all others, {@link change} does it.
 */
export type Call<E extends EndpointDeclaration> = (E extends { readonly repeats: false }
  ? Omit<WholeCall<E>, Done> & Recorders
  : Omit<WholeCall<E>, Done | 'recordReply'> & Attempted) &
  WithResource<E>;

/** What all attempts of a request share. */
interface Attempted {
  /** Takes a number at the first call, and returns it again at each later one, so that a conflict with other writes costs no number. */
  takeOnce(take: () => Promise<number>): Promise<number>;
}

/** Events of a brand for webhooks and other consumers. The endpoint declares `wakesWorkers`. */
interface Events {
  readonly brand_id: string;
  readonly events: readonly OutgoingEvent[];
}

/** An entry in the activity of a brand. The endpoint declares `recordsActivity`. */
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

/** What a handler decided: a reply, and what is written with it in one transaction. */
interface Change {
  readonly reply: Reply;
  readonly writes: readonly Write[];
}

/** Finds a resource among keys of which at most one exists. */
interface ResourceLoader {
  load(keys: readonly Readonly<Record<string, unknown>>[]): Promise<object | undefined>;
}

const isAction = (write: Write): write is TransactAction =>
  !('events' in write || 'activity' in write || 'wakes' in write);

/** A reply, and what is written with it in one transaction. A handler that only reads returns the reply alone. */
export const change = (reply: Reply, ...writes: readonly Write[]): Change => ({ reply, writes });

/** A change whose caller gets another reply than the one that is stored for repetitions of the request. */
interface ShownChange extends Change {
  readonly shown: Reply;
}

/** A change whose reply shows a secret. It is shown once: the reply of the change, which is stored, does not have it. */
export const showOnce = (shown: Reply, { reply, writes }: Change): ShownChange => ({
  reply,
  shown,
  writes,
});

type Outcome = Reply | Change | ShownChange;

/**
 * The Lambda handler of an endpoint. It loads the resource of the path, refuses callers without a role in its brand and changes
 * of a version that the caller has not seen, and writes what the operation returns together with the stored reply. After a
 * conflict all of it is repeated with what is stored by then.
 *
 * @param loader of the resource that the declaration names
 * @param recording for an endpoint that declares `wakesWorkers` or `recordsActivity`
 */
export const operation: Pipeline = (...given) => handlerBy(brandEndpoint, ...given);

/** {@link operation} of an endpoint that is not idempotent by a key. Nothing of keys is in its bundle. */
export const unkeyedOperation: Pipeline = (...given) => handlerBy(unkeyedBrandEndpoint, ...given);

/** {@link operation} of an endpoint without key and body. */
export const bodilessOperation: Pipeline = (...given) => handlerBy(bodilessBrandEndpoint, ...given);

/** {@link operation} of an endpoint that only reads and has no body. Nothing of transactions is in its bundle. */
export const reading: Pipeline = (declaration, run, loader) => {
  requireLoader(declaration, loader);
  return bodilessBrandEndpoint(declaration, async (call) => {
    const reply = await run(await inputOf(declaration, call, loader));
    if ('writes' in reply) throw new TypeError(`${declaration.name} declares that it only reads`);
    return reply;
  });
};

type Pipeline = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: ResourceLoader,
  recording?: typeof recorders,
) => ReturnType<typeof brandEndpoint>;

const handlerBy = <const E extends EndpointDeclaration>(
  endpoint: typeof brandEndpoint,
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: ResourceLoader,
  recording?: typeof recorders,
) => {
  requireLoader(declaration, loader);
  return endpoint(declaration, (call, storage) => {
    let taken: number | undefined;
    const takeOnce: Attempted['takeOnce'] = async (take) => {
      taken ??= await take();
      return taken;
    };
    return inAttempts(declaration, async () => {
      const recorder = recording?.(call);
      const input = await inputOf(declaration, call, loader);
      const outcome = await run({ ...input, ...recorder, takeOnce });
      const reply = 'writes' in outcome ? await commit(declaration, outcome, storage, recorder) : outcome;
      await recorder?.finish();
      return reply;
    });
  });
};

/** @throws ApiError not_found, forbidden, brand_closing, precondition_failed */
async function inputOf<E extends EndpointDeclaration>(
  declaration: E,
  call: WholeCall<E>,
  loader: ResourceLoader | undefined,
): Promise<Call<E>> {
  const resource = loader && (await load(declaration, loader, call));
  if (resource) requireSeen(declaration, resource, call);
  // The loader of the entry is the one of the resource's schema.
  return { ...call, resource } as unknown as Call<E>;
}

const isHeld = ({ access }: EndpointDeclaration) => access.kind === 'brand' && access.brand === 'held';

function requireLoader(declaration: EndpointDeclaration, loader: ResourceLoader | undefined): void {
  if (loader === undefined && (isHeld(declaration) || declaration.resource !== undefined)) {
    throw new TypeError(`${declaration.name} needs a resource, by which its callers are authorized`);
  }
}

/**
 * Ids are unique, so the resource of a held brand is in one of the caller's brands or does not exist for the caller.
 *
 * @throws ApiError not_found, forbidden, brand_closing
 */
async function load(
  declaration: EndpointDeclaration,
  loader: ResourceLoader,
  { heldBrands, principal, parameters, query, body, authorize }: WholeCall<EndpointDeclaration>,
): Promise<object> {
  // Some resources belong to one person in a brand.
  const own = { subject: principal.subject };
  const keys = isHeld(declaration)
    ? heldBrands.map((brand_id) => ({ ...own, ...Object(parameters), brand_id }))
    : [{ ...own, ...Object(body), ...Object(query), ...Object(parameters) }];
  const resource = found(await loader.load(keys));
  if (!isHeld(declaration)) return resource;
  if (!('brand_id' in resource)) throw new TypeError('A resource of a held brand names its brand');
  authorize(String(resource.brand_id));
  return resource;
}

/** Writes a change with its reply. Nothing that an attempt records outlives its failure. */
async function commit(
  { name, tooMany }: EndpointDeclaration,
  outcome: Change | ShownChange,
  storage: ReplyStorage,
  recorder: Recorders | undefined,
): Promise<Reply> {
  const { reply, writes } = outcome;
  const others = writes.filter((write) => !isAction(write));
  if (others.length > 0 && recorder === undefined) {
    throw new TypeError(`${name} declares neither wakesWorkers nor recordsActivity`);
  }
  const actions = [...writes.filter(isAction), ...(recorder ? recordedActions(writes, recorder) : [])];
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
  for (const write of writes) if ('wakes' in write) await recorder?.wakeFor(write.wakes, write.due);
  return 'shown' in outcome ? outcome.shown : reply;
}

/** The events of a brand are one action. */
function recordedActions(writes: readonly Write[], recorder: Recorders): readonly TransactAction[] {
  const events = Map.groupBy(
    writes.filter((write) => 'events' in write),
    ({ brand_id }) => brand_id,
  );
  return [
    ...[...events].flatMap(([brandId, some]) =>
      recorder.recordEvents(
        brandId,
        some.flatMap((one) => one.events),
      ),
    ),
    ...writes.flatMap((write) =>
      'activity' in write ? recorder.recordActivity(write.brand_id, write.activity) : [],
    ),
  ];
}
