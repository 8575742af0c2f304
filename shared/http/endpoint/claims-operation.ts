import { visibleTo } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { found } from '#contract/errors.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Reply } from '../reply/replies.ts';
import { type Change, inAttempts, type ResourceLoader, requireSeen, type WithResource } from './attempts.ts';
import { claimsEndpoint } from './claims-endpoint.ts';
import type { EndpointCall, ReplyStorage } from './endpoint-factory.ts';

type Call<E extends EndpointDeclaration> = Omit<EndpointCall<E>, 'allowsChange' | 'recordReply'> &
  WithResource<E>;

/** Entries of the audit log. The endpoint uses `audit-append`. */
interface Entries {
  readonly entries: Parameters<typeof auditLog.append>[0];
}

type Write = TransactAction | Entries;

const isAction = (write: Write): write is TransactAction => !('entries' in write);

/** A reply, and what is written with it and its audit entries in one transaction. */
export const change = (reply: Reply, ...writes: readonly Write[]): Change<Write> => ({ reply, writes });

/**
 * The Lambda handler of an endpoint of claims. It loads the resource of the path, hides it from callers who are limited to other billing
 * providers, refuses changes of a version that the caller has not seen, and writes what the operation returns with its audit entries
 * and the stored reply. After a conflict all of it is repeated with what is stored by then.
 *
 * @param loader of the resource that the declaration names
 */
export function operation<const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Reply | Change<Write> | Promise<Reply | Change<Write>>,
  loader?: ResourceLoader,
) {
  return claimsEndpoint(declaration, (call, storage) =>
    inAttempts(declaration, async () => {
      const resource = loader && (await load(declaration, loader, call));
      if (resource) requireSeen(declaration, resource, call);
      // The loader of the entry is the one of the resource's schema.
      const outcome = await run({ ...call, resource } as unknown as Call<E>);
      return 'writes' in outcome ? commit(outcome, storage) : outcome;
    }),
  );
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
