import { visibleTo } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { found } from '#contract/errors.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { type Change, inAttempts, type ResourceLoader, requireSeen, type WithResource } from './attempts.ts';
import { bodilessClaimsEndpoint, claimsEndpoint, unkeyedClaimsEndpoint } from './claims-endpoint.ts';
import type { EndpointCall, ReplyStorage } from './endpoint-factory.ts';

/**
 * What a handler gets: valid input, an authorized caller, and the resource of the path in its present version. Only an operation whose
 * store writes a transaction of its own needs `recordReply`; for all others, {@link change} stores the reply.
 */
export type Call<E extends EndpointDeclaration> = EndpointCall<E> & WithResource<E>;

/** Entries of the audit log. The endpoint uses `audit-append`. */
interface Entries {
  readonly entries: Parameters<typeof auditLog.append>[0];
}

type Write = TransactAction | Entries;

const isAction = (write: Write): write is TransactAction => !('entries' in write);

/** A reply, and what is written with it and its audit entries in one transaction. */
export const change = (reply: Reply, ...writes: readonly Write[]): Change<Write> => ({ reply, writes });

type Outcome = Reply | Change<Write>;

type Pipeline = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: ResourceLoader,
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
    if ('writes' in reply) throw new TypeError(`${declaration.name} declares that it only reads`);
    return reply;
  });

const handlerBy = <const E extends EndpointDeclaration>(
  endpoint: typeof claimsEndpoint,
  declaration: E,
  run: (call: Call<E>) => Outcome | Promise<Outcome>,
  loader?: ResourceLoader,
) =>
  endpoint(declaration, (call, storage) =>
    inAttempts(declaration, async () => {
      const outcome = await run(await inputOf(declaration, call, loader));
      return 'writes' in outcome ? commit(outcome, storage) : outcome;
    }),
  );

/** @throws ApiError not_found, precondition_failed */
async function inputOf<E extends EndpointDeclaration>(
  declaration: E,
  call: EndpointCall<E>,
  loader: ResourceLoader | undefined,
): Promise<Call<E>> {
  const resource = loader && (await load(declaration, loader, call));
  if (resource) requireSeen(declaration, resource, call);
  // The loader of the entry is the one of the resource's schema.
  return { ...call, resource } as unknown as Call<E>;
}

/** @throws ApiError not_found; TypeError for a resource without a billing provider, by which a scoped endpoint could hide it */
async function load(
  { name, scoped = false }: EndpointDeclaration,
  loader: ResourceLoader,
  { parameters, principal }: EndpointCall<EndpointDeclaration>,
): Promise<object> {
  const resource = found(await loader.load([{ ...Object(parameters) }]));
  if (!scoped) return resource;
  if (!('billing_npi' in resource)) throw new TypeError(`The resource of ${name} has no billing provider`);
  return found(visibleTo(principal, { ...resource, billing_npi: String(resource.billing_npi) }));
}

async function commit({ reply, writes }: Change<Write>, storage: ReplyStorage): Promise<Reply> {
  if (writes.length === 0) return reply;
  const actions = [...writes.filter(isAction), ...storage.actions(reply)];
  const entries = writes.flatMap((write) => (isAction(write) ? [] : write.entries));
  if (entries.length > 0) await auditLog.append(entries, actions);
  else await transact(claimsTable, actions);
  storage.committed();
  return reply;
}
