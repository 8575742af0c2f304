import { billingProviderId } from '#claims/claims/claim.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import type { Change } from '../change.ts';
import { matchStatus } from '../claim-acknowledgments/match-status.ts';
import { numberQuery } from '../claim-acknowledgments/status-rules.ts';
import { chainsOf, claimsWrite, readChains } from '../claims/read-chains.ts';
import type { UnmatchedPorts } from './attach-ports.ts';
import { applyStoredStatus, matchableStatus, storedStatus } from './attach-status.ts';
import { decided, type UnmatchedItem } from './unmatched-item.ts';

export interface UnmatchedSweepPorts extends UnmatchedPorts {
  /** Open items of statuses, oldest first, page by page; eventually consistent. */
  readOpenStatuses(): AsyncIterable<readonly UnmatchedItem[]>;
  write(change: Change): Promise<void>;
  now(): Date;
  isTimeUp(): boolean;
}

/**
 * Applies unmatched statuses whose claim is stored by now. Idempotent; the next sweep continues where time is up.
 *
 * @returns number of items resolved
 */
export async function sweepUnmatchedItems(ports: UnmatchedSweepPorts): Promise<number> {
  let resolved = 0;
  for await (const page of ports.readOpenStatuses()) {
    if (ports.isTimeUp()) return resolved;
    for (const item of await withStoredClaims(ports, page)) {
      if (await retryOnConflict(() => applyLater(ports, item.id))) resolved++;
    }
  }
  return resolved;
}

/** The items of unmatched statuses with a number that a claim has by now. */
async function withStoredClaims(
  { claims }: UnmatchedSweepPorts,
  page: readonly UnmatchedItem[],
): Promise<readonly UnmatchedItem[]> {
  const waiting = page.filter(({ reason }) => reason === 'unmatched');
  const asked = waiting.flatMap((item) => {
    const { numbers = [], billing_npi = '', tax_id } = item.facts;
    const provider = billingProviderId({ billing_npi, ...(tax_id !== undefined && { tax_id }) });
    return numbers.map((number) => ({ item, number, provider }));
  });
  const exist = await claims.existByNumbers(asked);
  return [...new Set(asked.flatMap(({ item }, n) => (exist[n] ? [item] : [])))];
}

async function applyLater(ports: UnmatchedSweepPorts, id: string): Promise<boolean> {
  const item = await ports.findItem(id);
  if (item?.state !== 'open') return false;
  const stored = await storedStatus(ports, item);
  const status = matchableStatus(stored.result, item.facts.member_id);
  const [known = new Map()] = await ports.claims.findByNumbers([numberQuery(status)]);
  const { batch_ids } = stored.acknowledgment;
  const match = matchStatus(
    status,
    known,
    ({ batch_id }) => batch_id !== undefined && batch_ids.includes(batch_id),
  );
  if (match.result !== 'matched') return false;
  const { claim, key, narrowed_by, differs_in } = match;
  const at = ports.now().toISOString();
  const decision = { at, by: `file:${item.file_id}`, action: 'matched', claim_id: claim.id } as const;
  const chains = await readChains(ports.claims.findClaims, [claim]);
  const target = { claim, chain: chainsOf(chains, [claim]), match: { by: key, narrowed_by, differs_in } };
  const { changes, writes } = applyStoredStatus(ports, item, stored, target, decision);
  const settled = decided(item, 'resolved', decision);
  await ports.write({
    entries: changes.map(({ entry }) => entry),
    writes: [
      claimsWrite(target.chain, changes),
      ...writes,
      { kind: 'unmatched-item', item: settled, replaces: item.version },
    ],
  });
  return true;
}
