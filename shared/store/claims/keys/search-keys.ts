import { createHash } from 'node:crypto';
import { noDay, sortableAmount } from '#claims/search/criteria.ts';
import type { NamePlace } from '#claims/search/keyed-hashes.ts';
import type { SearchEntries, ServiceSpan } from '#claims/search/search-entries.ts';
import type { ItemKey } from '../../dynamodb/items.ts';
import { inFirstIndex, inSecondIndex, timeKey } from './key-parts.ts';

/**
 * Keys of the search index. Each claim has two entries, and a third if its subscriber is not the patient. Every key is a
 * way to find the claim:
 *
 * | entry | pk and sk | gsi1 | gsi2 |
 * |---|---|---|---|
 * | patient | hashed name | first day of service | amount |
 * | member | hashed member id | time of receipt | patient control number |
 * | subscriber | hashed name | – | – |
 *
 * Keys of the indexes are spread over four partitions by the NPI of the billing provider, so that an NPI reads one of them.
 */
export interface EntryKeys extends ItemKey {
  readonly gsi1pk?: string;
  readonly gsi1sk?: string;
  readonly gsi2pk?: string;
  readonly gsi2sk?: string;
}

const shardCount = 4;

/** The partitions of these providers; of all providers for undefined. */
export function searchShards(npis: readonly string[] | undefined): readonly number[] {
  if (npis === undefined) return Array.from({ length: shardCount }, (_, shard) => shard);
  return [...new Set(npis.map(shardOf))];
}

const shardOf = (npi: string): number => createHash('sha256').update(npi).digest().readUInt8(0) % shardCount;

export const namePartition = ({ bucket }: NamePlace) => `SEARCH#NAME#${bucket}`;
export const memberPartition = (hash: string) => `SEARCH#MEMBER#${hash}`;
export const servicePartition = (span: ServiceSpan, shard: number) => `SEARCH#SERVICE#${span}#${shard}`;
export const amountPartition = (shard: number) => `SEARCH#AMOUNT#${shard}`;
export const receivedPartition = (shard: number) => `SEARCH#RECEIVED#${shard}`;
export const pcnPartition = (shard: number) => `SEARCH#PCN#${shard}`;

/** Progress of indexing the claims of earlier releases. */
export const indexStateKey: ItemKey = { pk: 'SEARCH#STATE', sk: 'STATE' };

/** Keys of all entries of a claim. */
export function entryKeys({
  fields,
  span,
  member,
  patient,
  subscriber,
}: SearchEntries): readonly EntryKeys[] {
  const { claim_id, billing_npi, received_at, total_charge, pcn, service_from = noDay } = fields;
  const shard = shardOf(billing_npi);
  const received = timeKey(received_at, claim_id);
  const nameKey = (place: NamePlace): ItemKey => ({
    pk: namePartition(place),
    sk: `${place.path}#${received}`,
  });
  const unnamed = (kind: string): ItemKey => ({ pk: `SEARCH#CLAIM#${claim_id}`, sk: kind });
  return [
    {
      ...(patient ? nameKey(patient) : unnamed('PATIENT')),
      ...inFirstIndex(servicePartition(span, shard), `${service_from}#${received}`),
      ...inSecondIndex(amountPartition(shard), `${sortableAmount(total_charge)}#${received}`),
    },
    {
      ...(member ? { pk: memberPartition(member), sk: received } : unnamed('MEMBER')),
      ...inFirstIndex(receivedPartition(shard), received),
      ...inSecondIndex(pcnPartition(shard), `${pcn}#${claim_id}`),
    },
    ...(subscriber ? [nameKey(subscriber)] : []),
  ];
}
