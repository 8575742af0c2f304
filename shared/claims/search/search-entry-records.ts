import { createHash } from 'node:crypto';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { payerReceiptKeys } from '#claims/claims/claim-keys.ts';
import { inFirstIndex, inSecondIndex, inThirdIndex, timeKey } from '#store/claims/key-parts.ts';
import { type ItemKey, nameOfKey } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { noDay, sortableAmount } from './criteria.ts';
import type { NamePlace, SearchKey } from './keyed-hashes.ts';
import {
  hasSameEntries,
  type SearchEntries,
  type SearchedFields,
  type ServiceSpan,
  searchEntries,
} from './search-entries.ts';

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
function entryKeys({ fields, span, member, patient, subscriber }: SearchEntries): readonly EntryKeys[] {
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

/** Whether a change adds a claim, or changes a field by which claims are found. */
export const changesEntries = ({ before, after }: ClaimChange): boolean =>
  before === undefined || !hasSameEntries(before, after);

/**
 * Stores the entries of new claims, and replaces those of claims whose fields changed. The entry takes 2 write units, and one more
 * for each of its three index keys; that of the subscriber takes 2.
 */
export function searchActions(changes: readonly ClaimChange[], key: SearchKey): TransactAction[] {
  return changes.filter(changesEntries).flatMap(({ before, after }) => {
    const puts = entryItems(after, key);
    const kept = new Set(puts.map(nameOfKey));
    const stale = before === undefined ? [] : searchKeysOf(before, key);
    return [
      ...puts.map((Item): TransactAction => ({ Put: { Item } })),
      ...stale
        .filter((one) => !kept.has(nameOfKey(one)))
        .map(({ pk, sk }): TransactAction => ({ Delete: { Key: { pk, sk } } })),
    ];
  });
}

function entryItems(claim: Claim, key: SearchKey) {
  const entries = searchEntries(claim, key);
  return entryKeys(entries).map((keys) => ({ ...keys, ...entries.fields }));
}

/** Keys of the entries of a claim, for a purge. */
export const searchKeysOf = (claim: Claim, key: SearchKey): readonly ItemKey[] =>
  entryKeys(searchEntries(claim, key)).map(({ pk, sk }) => ({ pk, sk }));
