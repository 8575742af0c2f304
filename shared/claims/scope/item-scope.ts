import type { Claim } from '../claim/claim.ts';
import type { UnmatchedPorts } from '../unmatched/attach/attach-ports.ts';
import type { UnmatchedItem } from '../unmatched/unmatched-item.ts';
import { claimsWithin, isWithin, type ProviderLimit } from './provider-limit.ts';

interface ClaimSource {
  findClaims(ids: readonly string[]): Promise<readonly Pick<Claim, 'id' | 'billing_npi'>[]>;
}

/**
 * The unmatched items of these providers. An item belongs to the provider that the response names. It is left out if any claim
 * that fits it, or to which it was ever attached, belongs to another provider. A 999 or TA1 names no provider.
 */
export async function itemsWithin(
  items: readonly UnmatchedItem[],
  limit: ProviderLimit,
  { findClaims }: ClaimSource,
): Promise<readonly UnmatchedItem[]> {
  if (limit === undefined) return items;
  const own = items.filter(
    ({ kind, facts: { billing_npi } }) =>
      kind !== 'acknowledgment' && billing_npi !== undefined && isWithin([billing_npi], limit),
  );
  const claims = await findClaims([...new Set(own.flatMap(claimsOf))]);
  const foreign = new Set(
    claims.filter(({ billing_npi }) => !isWithin([billing_npi], limit)).map(({ id }) => id),
  );
  return own.filter((item) => !claimsOf(item).some((id) => foreign.has(id)));
}

const claimsOf = ({ claim_ids, decisions, undo }: UnmatchedItem): readonly string[] => [
  ...claim_ids,
  ...decisions.flatMap(({ claim_id }) => claim_id ?? []),
  ...(undo?.facts ?? []).map(({ claim_id }) => claim_id),
];

/** The item if it is within the limit; undefined otherwise, as for an unknown id. */
export async function itemWithin(
  item: UnmatchedItem | undefined,
  limit: ProviderLimit,
  claims: ClaimSource,
): Promise<UnmatchedItem | undefined> {
  return item && (await itemsWithin([item], limit, claims))[0];
}

/** The ports of a limited caller: items and claims of other providers do not exist. */
export function itemPortsWithin(ports: UnmatchedPorts, limit: ProviderLimit): UnmatchedPorts {
  if (limit === undefined) return ports;
  const { claims } = ports;
  return {
    ...ports,
    findItem: async (id) => itemWithin(await ports.findItem(id), limit, claims),
    claims: { ...claims, findClaims: async (ids) => claimsWithin(await claims.findClaims(ids), limit) },
  };
}
