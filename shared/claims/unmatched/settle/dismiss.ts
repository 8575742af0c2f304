import { readChains, unchangedOf } from '../../claims/read-chains.ts';
import { noLongerAwaited } from '../attach/attach-payment.ts';
import type { SettledItem, UnmatchedPorts } from '../attach/attach-ports.ts';
import { decided, type UnmatchedItem } from '../unmatched-item.ts';
import { type Deciding, decisionBy, decisionPayload, settleClaims } from './claims-of-item.ts';

/** Dismisses an open item. Claims that it keeps in review return to their lane, and no claim finds the payment later. */
export async function dismissItem(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  by: Deciding,
): Promise<SettledItem> {
  const claims = await ports.claims.findClaims(item.claim_ids);
  const chains = await readChains(ports.claims.findClaims, claims);
  const { sequence, facts } = settleClaims(item, claims, chains, by);
  const after = decided(item, 'dismissed', decisionBy(by, 'dismissed'), { facts });
  const [remittance, stored] =
    item.kind === 'payment'
      ? await Promise.all([
          ports.remittances.find(item.response_id),
          ports.remittances.findPayment(item.response_id, item.number),
        ])
      : [];
  const awaited = remittance && stored ? await noLongerAwaited(ports, stored, remittance) : [];
  return {
    item: after,
    change: {
      entries: [itemEntry(item, 'unmatched.dismissed', by), ...sequence.entries],
      writes: [
        {
          kind: 'claims',
          changes: sequence.changes,
          unchanged: unchangedOf([...chains.values()].flat(), sequence.changes),
        },
        { kind: 'unmatched-item', item: after, replaces: item.version },
        ...awaited,
      ],
    },
  };
}

/** The audit entry of the item itself, which may concern no claim. */
export const itemEntry = (item: UnmatchedItem, event_type: string, { actor, reason }: Deciding) => ({
  event_type,
  entity_type: 'unmatched_item',
  entity_id: item.id,
  actor,
  payload: { ...decisionPayload(item, reason), kind: item.kind, response: item.response },
});
