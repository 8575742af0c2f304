import type { Claim } from '#claims/claim/claim.ts';
import { positionOf, type SortField } from '#claims/search/criteria.ts';
import type { Item } from '../../dynamodb/items.ts';

/** A claim that may match, and its place in the order of the result. */
export interface FoundClaim {
  readonly id: string;
  readonly position: string;
}

/** Attributes of an entry, or of a claim itself, that {@link foundClaim} needs. */
export const placingFields = ['claim_id', 'id', 'received_at', 'service_from', 'total_charge'] as const;

export function foundClaim(entry: Item, by: SortField): FoundClaim {
  const id = String(entry['claim_id'] ?? entry['id']);
  const service_from = entry['service_from'];
  const placed: Pick<Claim, 'id' | 'received_at' | 'service_from' | 'total_charge'> = {
    id,
    received_at: String(entry['received_at']),
    total_charge: Number(entry['total_charge']),
    ...(service_from !== undefined && { service_from: String(service_from) }),
  };
  return { id, position: positionOf(placed, by) };
}
