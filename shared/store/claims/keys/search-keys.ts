import { createHash } from 'node:crypto';
import { noDay, sortableAmount } from '#claims/search/criteria.ts';
import type { NamePlace } from '#claims/search/keyed-hashes.ts';
import type { SearchEntries, SearchedFields, ServiceSpan } from '#claims/search/search-entries.ts';
import type { ItemKey } from '../../dynamodb/items.ts';
import { payerReceiptKeys } from './claim-keys.ts';
import { inFirstIndex, inSecondIndex, inThirdIndex, timeKey } from './key-parts.ts';

/**
 * Keys by which a claim is found. The entry and the record by patient control number belong to each claim; it has a second entry
 * if its subscriber is not the patient. Every key is a way to find the claim:
 *
 * | item | pk and sk | gsi1 | gsi2 | gsi3 |
 * |---|---|---|---|---|
 * | entry of the patient | hashed name | first day of service | amount | hashed member id |
 * | entry of the subscriber | hashed name | – | – | – |
 * | record by number ({@link pcnKey}) | number and provider | payer and month of receipt | time of receipt | beginning of the number |
 *
 * Keys of the indexes are spread over four partitions by the NPI of the billing provider, so that an NPI reads one of them.
 */
export interface EntryKeys extends ItemKey {
  readonly gsi1pk?: string;
  readonly gsi1sk?: string;
  readonly gsi2pk?: string;
  readonly gsi2sk?: string;
  readonly gsi3pk?: string;
  readonly gsi3sk?: string;
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
const receivedPartition = (shard: number) => `SEARCH#RECEIVED#${shard}`;
export const pcnPartition = (shard: number) => `SEARCH#PCN#${shard}`;

/** Partitions that list the claims of these providers by receipt; of all providers for undefined. */
export const receivedPartitions = (npis: readonly string[] | undefined): readonly string[] =>
  searchShards(npis).map(receivedPartition);

/** Keys of all entries of a claim. */
export function entryKeys({
  fields,
  span,
  member,
  patient,
  subscriber,
}: SearchEntries): readonly EntryKeys[] {
  const { claim_id, billing_npi, received_at, total_charge, service_from = noDay } = fields;
  const shard = shardOf(billing_npi);
  const received = timeKey(received_at, claim_id);
  const nameKey = (place: NamePlace): ItemKey => ({
    pk: namePartition(place),
    sk: `${place.path}#${received}`,
  });
  const unnamed: ItemKey = { pk: `SEARCH#CLAIM#${claim_id}`, sk: 'PATIENT' };
  return [
    {
      ...(patient ? nameKey(patient) : unnamed),
      ...inFirstIndex(servicePartition(span, shard), `${service_from}#${received}`),
      ...inSecondIndex(amountPartition(shard), `${sortableAmount(total_charge)}#${received}`),
      ...(member && inThirdIndex(memberPartition(member), received)),
    },
    ...(subscriber ? [nameKey(subscriber)] : []),
  ];
}

/** Keys of the record by patient control number in the indexes. */
export function numberIndexKeys({ claim_id, billing_npi, payer_id, received_at, pcn }: SearchedFields) {
  const shard = shardOf(billing_npi);
  return {
    ...payerReceiptKeys(payer_id, received_at, claim_id),
    ...inSecondIndex(receivedPartition(shard), timeKey(received_at, claim_id)),
    ...inThirdIndex(pcnPartition(shard), `${pcn}#${claim_id}`),
  };
}
