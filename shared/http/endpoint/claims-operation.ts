import { requireProviders } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { found } from '#contract/errors.ts';
import type { AddressedRecord } from '#store/claims/addressed-record.ts';
import { auditLog, claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { inAttempts, requireSeen, type WithResource } from './attempts.ts';
import { bodilessClaimsEndpoint, claimsEndpoint, unkeyedClaimsEndpoint } from './claims-endpoint.ts';
import type { EndpointCall, ReplyStorage } from './endpoint-factory.ts';

/**
 * What a handler gets: valid input, an authorized caller, and the resource of the path in its present version. Only an operation whose
 * store writes a transaction of its own needs `recordReply`; for all others, {@link change} and {@link withChange} store the reply.
 *
 * @template R the record of the resource, which has more than the contract shows
 */
export type Call<E extends EndpointDeclaration, R = undefined> = EndpointCall<E> &
  (R extends AddressedRecord<infer Stored> ? { readonly resource: Stored } : WithResource<E>);

/** A reply, and the transaction that stores what it says. */
interface Change {
  /** It is stored for repetitions of the request. */
  readonly reply: Reply;
  /** The reply to this request alone; `reply` if absent. */
  readonly shown?: Reply;
  /** NPIs of the claims that change. */
  readonly providers: readonly string[];
  /** Stores the change in one transaction with these actions. */
  store(alongside: readonly TransactAction[]): Promise<void>;
}

/** A reply, and what is written with it in one transaction. */
export const change = (reply: Reply, ...writes: readonly TransactAction[]): Change => ({
  reply,
  providers: [],
  store: (alongside) => transact(claimsTable, [...writes, ...alongside]),
});

/** A change whose stored reply lacks a secret, which only this request is shown. */
export const showOnce = (shown: Reply, prepared: Change): Change => ({ ...prepared, shown });

/** A {@link change} with its audit entry. The endpoint uses `audit-append`. */
export const auditedChange = (
  reply: Reply,
  entry: Parameters<typeof auditLog.append>[0][number],
  ...writes: readonly TransactAction[]
): Change => ({
  reply,
  providers: [],
  async store(alongside) {
    await auditLog.append([entry], [...writes, ...alongside]);
  },
});

/** A reply, and a prepared change that is stored with it in one transaction. A limited caller may change claims of no other provider. */
export const withChange = (reply: Reply, prepared: Parameters<typeof writeChange>[1]): Change => ({
  reply,
  providers: prepared.writes.flatMap((write) =>
    write.kind === 'claims' ? write.changes.map(({ after }) => after.billing_npi) : [],
  ),
  store: (alongside) => writeChange(claimsTables, prepared, alongside),
});

type Outcome = Reply | Change;

type Pipeline = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: AddressedRecord,
) => ReturnType<typeof claimsEndpoint>;

/**
 * The Lambda handler of an endpoint of claims. It loads the resource of the path, hides it from callers who are limited to other billing
 * providers, refuses changes of a version that the caller has not seen, and writes what the operation returns with its audit entries
 * and the stored reply. After a conflict all of it is repeated with what is stored by then.
 *
 * @param loader of the resource that the declaration names
 */
export const operation: Pipeline = (...given) => handlerBy(claimsEndpoint, ...given);

/** {@link operation} of an endpoint that is not idempotent by a key. Nothing of keys is in its bundle. */
export const unkeyedOperation: Pipeline = (...given) => handlerBy(unkeyedClaimsEndpoint, ...given);

/** {@link operation} of an endpoint without key and body. */
export const bodilessOperation: Pipeline = (...given) => handlerBy(bodilessClaimsEndpoint, ...given);

/** {@link operation} of an endpoint that only reads and has no body. Nothing of the audit log is in its bundle. */
export const reading: Pipeline = (declaration, run, loader) =>
  bodilessClaimsEndpoint(declaration, async (call) => {
    const reply = await run(await inputOf(declaration, call, loader));
    if ('store' in reply) throw new TypeError(`${declaration.name} declares that it only reads`);
    return reply;
  });

const handlerBy = <const E extends EndpointDeclaration>(
  endpoint: typeof claimsEndpoint,
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: AddressedRecord,
) =>
  endpoint(declaration, (call, storage) =>
    inAttempts(declaration, async () => {
      const outcome = await run(await inputOf(declaration, call, loader));
      return 'store' in outcome ? commit(outcome, call, storage) : outcome;
    }),
  );

/** @throws ApiError not_found, precondition_failed */
async function inputOf<E extends EndpointDeclaration>(
  declaration: E,
  call: EndpointCall<E>,
  loader: AddressedRecord | undefined,
): Promise<Call<E>> {
  const resource = loader && (await load(loader, call));
  if (resource) requireSeen(declaration, resource, call);
  // The loader of the entry is the one of the resource's schema.
  return { ...call, resource } as unknown as Call<E>;
}

/** @throws ApiError not_found */
async function load(
  loader: AddressedRecord,
  { parameters, principal }: EndpointCall<EndpointDeclaration>,
): Promise<object> {
  const { id } = Object(parameters);
  return found(await loader.load(claimsTable, String(id), principal.billingNpis));
}

/** @throws ApiError provider_scope */
async function commit(
  { reply, shown = reply, providers, store }: Change,
  { principal }: EndpointCall<EndpointDeclaration>,
  storage: ReplyStorage,
): Promise<Reply> {
  requireProviders(principal, providers);
  await store(storage.actions(reply));
  storage.committed();
  return shown;
}
