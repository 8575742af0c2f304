import { retryOnConflict } from '#persistence/conflict.ts';
import type { Change } from '../../change.ts';
import { billingProviderId } from '../../claim/claim.ts';
import { matchStatus } from '../../responses/claim-acknowledgment/match-status.ts';
import { numberQuery } from '../../responses/claim-acknowledgment/status-rules.ts';
import type { UnmatchedPorts } from '../attach/attach-ports.ts';
import { applyStoredStatus, matchableStatus, storedStatus } from '../attach/attach-status.ts';
import { decided, type ItemDecision, type UnmatchedItem } from '../unmatched-item.ts';

export interface UnmatchedSweepPorts extends UnmatchedPorts {
  /** Open items of a kind, oldest first, page by page; eventually consistent. */
  readOpen(kind: 'payment' | 'status'): AsyncIterable<readonly UnmatchedItem[]>;
  write(change: Change): Promise<void>;
  now(): Date;
  isTimeUp(): boolean;
}

/**
 * Applies unmatched statuses whose claim is stored by now, and resolves items whose conflicts a later remittance resolved.
 * Idempotent; the next sweep continues where time is up.
 *
 * @returns number of items resolved
 */
export async function sweepUnmatchedItems(ports: UnmatchedSweepPorts): Promise<number> {
  let resolved = 0;
  for await (const page of ports.readOpen('status')) {
    if (ports.isTimeUp()) return resolved;
    for (const item of await withStoredClaims(ports, page)) {
      if (await retryOnConflict(() => applyLater(ports, item.id))) resolved++;
    }
  }
  for await (const page of ports.readOpen('payment')) {
    if (ports.isTimeUp()) return resolved;
    for (const item of await superseded(ports, page)) {
      if (await retryOnConflict(() => resolveSuperseded(ports, item.id))) resolved++;
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
  const target = { claim, before: claim, match: { by: key, narrowed_by, differs_in } };
  const { changes, writes } = applyStoredStatus(ports, item, stored, target, decision);
  const entries = changes.map(({ entry }) => entry);
  await ports.write({ entries, writes: [{ kind: 'claims', changes }, ...writes] });
  return true;
}

/** Held payments whose claim a later remittance decided: conflicts of earlier versions do not name their item. */
async function superseded(
  { claims }: UnmatchedSweepPorts,
  page: readonly UnmatchedItem[],
): Promise<readonly UnmatchedItem[]> {
  const held = page.filter(
    ({ reason }) => reason === 'claim_unbalanced' || reason === 'transaction_unbalanced',
  );
  const found = await claims.findClaims(held.flatMap(({ claim_ids }) => claim_ids));
  const byId = new Map(found.map((claim) => [claim.id, claim]));
  return held.filter(({ claim_ids: [id = ''], response_id }) => {
    const { conflicts = [], remittance_id } = byId.get(id) ?? {};
    const own = conflicts.filter(
      ({ kind, source_id, unmatched_item_id }) =>
        kind === 'unbalanced' && source_id === response_id && unmatched_item_id === undefined,
    );
    return (
      own.length > 0 &&
      own.every(
        ({ open, resolved_by }) => !open && resolved_by === remittance_id && resolved_by !== response_id,
      )
    );
  });
}

async function resolveSuperseded(ports: UnmatchedSweepPorts, id: string): Promise<boolean> {
  const item = await ports.findItem(id);
  const [claimId] = item?.claim_ids ?? [];
  if (item?.state !== 'open' || claimId === undefined) return false;
  const [claim] = await ports.claims.findClaims([claimId]);
  const at = ports.now().toISOString();
  const decision: ItemDecision = {
    ...{ at, by: `file:${item.file_id}`, action: 'superseded', claim_id: claimId },
    ...(claim?.remittance_id !== undefined && { response_id: claim.remittance_id }),
  };
  const after = decided(item, 'resolved', decision);
  await ports.write({
    entries: [],
    writes: [{ kind: 'unmatched-item', item: after, replaces: item.version }],
  });
  return true;
}
