import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { undated } from '#claims/follow-up/rules.ts';
import { type PackedContent, packBytes, unpackBytes } from '#claims/packed-json.ts';
import { inSecondIndex, monthOf } from '#store/claims/key-parts.ts';
import { getItem, type Item, itemOf, updateItem } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { type Claim, type FindingCounts, noFindings } from './claim.ts';
import { claimKey, claimMonthsKey, idOfClaimKey, laneKeys } from './claim-keys.ts';
import { claimId, type KeptFact } from './facts.ts';

/**
 * Fields that conditions and filters of the store use, as attributes of their own. The others are one packed attribute, so that a
 * claim stays below 1 kB, which is one write unit, over its whole life.
 */
const attributes = [
  'version',
  'lane',
  'payer_id',
  'billing_npi',
  'received_at',
  'service_from',
  'service_to',
  'total_charge',
  'patient_control_number',
  'member_name',
  'content_version',
] as const satisfies readonly (keyof Claim)[];

/** Fields of a stored claim, without values that its key and other fields have, and without empty lists and counts. */
type StoredClaim = Omit<Claim, 'id' | 'duplicates' | 'conflicts' | 'finding_counts' | 'facts'> &
  Partial<Pick<Claim, 'duplicates' | 'conflicts'>> & {
    readonly finding_counts?: Partial<FindingCounts>;
    readonly facts?: readonly StoredFact[];
  };
type StoredFact = OwnFact<KeptFact>;
type OwnFact<Kind> = Kind extends KeptFact ? Omit<Kind, 'claim'> & { readonly claim?: string } : never;

export const worklistPartition = 'WORKLIST';

/** Keys of a claim to follow up, by its day. Other claims are not in this index. */
const worklistKeys = ({ id, assignee, follow_up_on, lane }: Claim) =>
  lane === 'closed' || lane === 'dismissed' || (assignee === undefined && follow_up_on === undefined)
    ? {}
    : inSecondIndex(worklistPartition, `${follow_up_on ?? undated}#${id}`);

export function claimItem(claim: Claim): Record<string, unknown> {
  const { id, duplicates, conflicts, finding_counts, facts, sent, ...others } = claim;
  const counts = Object.fromEntries(Object.entries(finding_counts).filter(([, count]) => count > 0));
  const stored: StoredClaim = {
    ...others,
    ...(sent && !isDeepStrictEqual(sent, onlySending(claim)) && { sent }),
    ...(facts && { facts: facts.map((fact) => withoutOwner(fact, id)) }),
    ...(duplicates.length > 0 && { duplicates }),
    ...(conflicts.length > 0 && { conflicts }),
    ...(Object.keys(counts).length > 0 && { finding_counts: counts }),
  };
  const isAttribute = (name: string) => attributes.some((one) => one === name);
  const fields = Object.entries(stored);
  const keys = {
    ...claimKey(claim.id),
    ...laneKeys(claim.lane, claim.lane_since, claim.id),
    ...worklistKeys(claim),
  };
  const plain = Object.fromEntries(fields.filter(([name]) => isAttribute(name)));
  return {
    ...itemOf(keys, plain),
    more: packBytes(Object.fromEntries(fields.filter(([name]) => !isAttribute(name)))),
  };
}

/** How a claim was sent that was sent once. */
const onlySending = ({ submitted_at, batch_id }: Pick<Claim, 'submitted_at' | 'batch_id'>) =>
  submitted_at === undefined || batch_id === undefined
    ? undefined
    : [{ sent_at: submitted_at, batch: batch_id }];

const withoutOwner = ({ claim, ...fact }: KeptFact, id: string): StoredFact =>
  claim === id ? fact : { ...fact, claim };

/** Attributes that an item of {@link claimItem} has or lacks as the claim changes. */
export const changingAttributes: readonly string[] = [
  ...attributes,
  'more',
  'gsi1pk',
  'gsi1sk',
  'gsi2pk',
  'gsi2sk',
];

/** The claim in an item of {@link claimItem}. */
export function claimFrom(item: Item): Claim {
  const plain = Object.fromEntries(
    attributes.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])),
  );
  const packed = unpackBytes<Partial<StoredClaim>>(bytes.parse(item['more']));
  const stored = { ...plain, ...packed } as StoredClaim;
  const id = idOfClaimKey(String(item['pk']));
  const { duplicates = [], conflicts = [], finding_counts, facts, ...claim } = stored;
  const sent = stored.sent ?? onlySending(stored);
  return {
    id,
    ...claim,
    ...(sent && { sent }),
    // The owner of a fact is left out where it is the claim itself.
    ...(facts && { facts: facts.map((fact) => ({ claim: claimId(id), ...fact }) as KeptFact) }),
    duplicates,
    conflicts,
    finding_counts: { ...noFindings, ...finding_counts },
  };
}

/** A content as it is stored: without base64, which would be a third longer. */
export const storedContent = (content: PackedContent): Uint8Array => Buffer.from(content, 'base64');

/** The content in an item of {@link storedContent}. */
export const contentOf = ({ content }: Item): PackedContent =>
  Buffer.from(bytes.parse(content)).toString('base64');

const bytes = z.instanceof(Uint8Array);

/** Months that this process has recorded, by table. */
const recorded = new Set<string>();

/** Records that claims were received in a month, before the first of them is stored: lists read these months. Idempotent. */
export async function recordClaimMonth(table: Table, receivedAt: string): Promise<void> {
  const month = monthOf(receivedAt);
  const name = `${table.name} ${month}`;
  if (recorded.has(name)) return;
  await updateItem(table, claimMonthsKey, {
    UpdateExpression: 'ADD months :month',
    ExpressionAttributeValues: { ':month': new Set([month]) },
  });
  recorded.add(name);
}

export async function readClaimMonths(table: Table): Promise<readonly string[]> {
  const item = await getItem(table, claimMonthsKey);
  const months = item?.['months'];
  return months instanceof Set ? [...months].map(String).sort().reverse() : [];
}
