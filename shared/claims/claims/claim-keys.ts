import {
  counted,
  folded,
  idOfTimeKey,
  inFirstIndex,
  itemKey,
  keysUnder,
  monthOf,
  timeKey,
} from '#store/claims/key-parts.ts';
import type { ItemKey, KeyPrefix } from '#store/dynamodb/items.ts';
import { encodedText } from '#store/records/key-pattern.ts';

export const claimKey = (id: string): ItemKey => ({ pk: `CLAIM#${id}`, sk: 'CLAIM' });
/** The inverse of {@link claimKey}, from its `pk`. */
export const idOfClaimKey = (pk: string): string => pk.slice('CLAIM#'.length);
export const claimContentKey = (id: string): ItemKey => ({ pk: `CLAIM#${id}`, sk: 'CONTENT' });
/** The list of the audit entries of a purged claim. It stays, as the entries do. */
export const purgedEntriesKey = (id: string): ItemKey => ({ pk: `CLAIMENTRIES#${id}`, sk: 'ENTRIES' });
export const claimPartition = (id: string): KeyPrefix => ({ pk: `CLAIM#${id}`, prefix: '' });
/** An edit of a claim and the content before it, by the version of the claim that the edit made. */
export const claimVersionKey = (id: string, version: number) =>
  itemKey(`CLAIMVERSION#${id}`, `EDIT#${counted(version, 9)}`);
export const claimVersionContentKey = (id: string, version: number) =>
  itemKey(`CLAIMVERSION#${id}`, `CONTENT#${counted(version, 9)}`);
export const claimVersionsOf = (id: string) => keysUnder(`CLAIMVERSION#${id}`, 'EDIT#');
/** Edits and earlier contents. */
export const claimVersionPartition = (id: string): KeyPrefix => ({ pk: `CLAIMVERSION#${id}`, prefix: '' });

export const laneKeys = (lane: string, since: string, id: string) =>
  inFirstIndex(laneShard(lane, laneShardOf(id)), timeKey(since, id));
const laneShards = 4;
/** A lane is spread over four partitions by the id of the claim, because all claims of a day pass through it. */
export const lanePartitions = (lane: string): readonly string[] =>
  Array.from({ length: laneShards }, (_, shard) => laneShard(lane, shard));
const laneShard = (lane: string, shard: number) => `LANE#${lane}#${shard}`;
/** The attribute of a lane's figures that counts the claims of one of its partitions. */
export const laneShardCounts: readonly string[] = Array.from(
  { length: laneShards },
  (_, shard) => `count${shard}`,
);
/** The last character of an id is random in every kind of id. */
export const laneShardOf = (id: string): number => (id.charCodeAt(id.length - 1) || 0) % laneShards;
export const laneFiguresKey = (lane: string): ItemKey => ({ pk: 'LANES', sk: lane });
export const allLaneFigures: KeyPrefix = { pk: 'LANES', prefix: '' };

export const payerReceiptKeys = (payerId: string, receivedAt: string, id: string) =>
  inFirstIndex(payerReceiptPartition(payerId, monthOf(receivedAt)), timeKey(receivedAt, id));
export const payerReceiptPartition = (payerId: string, month: string) =>
  `PAYER#${encodedText(payerId)}#${month}`;
export const claimMonthsKey: ItemKey = { pk: 'CLAIMS', sk: 'MONTHS' };

/**
 * The n-th claim, from 0, of a billing provider with a patient control number. Numbers that differ only in letter case or
 * leading zeros share a partition, because responses repeat a number in either form.
 */
export const pcnKey = (patientControlNumber: string, provider: string, n: number): ItemKey => ({
  pk: pcnPartition(patientControlNumber),
  // Four digits; the letter sorts longer numbers after them.
  sk: `${encodedText(provider)}#${n < 10_000 ? counted(n, 4) : `A${counted(n, 9)}`}`,
});
/** The `n` in the sort key of a {@link pcnKey}. */
export const pcnOrdinal = (sortKey: string): number => Number(idOfTimeKey(sortKey).replace('A', ''));
const pcnPartition = (patientControlNumber: string) => `PCN#${folded(patientControlNumber)}`;
export const claimsWithPcn = (patientControlNumber: string, provider?: string) =>
  keysUnder(pcnPartition(patientControlNumber), provider === undefined ? '' : `${encodedText(provider)}#`);

/** Characters of a patient control number that a payer must return (005010X222A1, CLM01). */
export const keptPcnLength = 20;
export const shortenedPcnKey = (patientControlNumber: string, id: string) =>
  itemKey(claimsWithShortenedPcn(patientControlNumber).pk, id);
export const claimsWithShortenedPcn = (patientControlNumber: string) =>
  keysUnder(`PCN20#${folded(patientControlNumber.trim().slice(0, keptPcnLength))}`);

/** The claim with a content hash (shared/claims/claims/new-claim.ts). */
export const contentKey = (contentHash: string): ItemKey => ({ pk: `CONTENT#${contentHash}`, sk: 'CLAIM' });

/** The correction or void that may be sent for a target (shared/claims/edits/replacement.ts). */
export const replacementKey = (target: string): ItemKey => ({ pk: `REPLACED#${target}`, sk: 'CLAIM' });

export const payerControlKey = (payerControlNumber: string, claimId: string) =>
  itemKey(claimsWithPayerControl(payerControlNumber).pk, claimId);
export const claimsWithPayerControl = (payerControlNumber: string) =>
  keysUnder(`PAYERCONTROL#${encodedText(payerControlNumber.trim().toUpperCase())}`);
