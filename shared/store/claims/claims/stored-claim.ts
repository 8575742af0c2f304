import * as z from 'zod';
import { type Claim, type FindingCounts, noFindings } from '#claims/claim/claim.ts';
import { type PackedContent, packBytes, unpackBytes } from '#claims/claim/packed-json.ts';
import { getItem, type Item, itemOf, updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { claimKey, claimMonthsKey, laneKeys } from '../keys/claim-keys.ts';
import { worklistKeys } from '../keys/follow-up-keys.ts';
import { monthOf } from '../keys/key-parts.ts';

/**
 * Fields that conditions and filters of the store use, as attributes of their own. The others are one packed attribute, so that a
 * claim stays below 1 kB, which is one write unit, over its whole life.
 */
const attributes = [
  'id',
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

/** Fields of a stored claim, without empty lists and counts. */
type StoredClaim = Omit<Claim, 'duplicates' | 'conflicts' | 'finding_counts'> &
  Partial<Pick<Claim, 'duplicates' | 'conflicts'>> & { readonly finding_counts?: Partial<FindingCounts> };

export function claimItem(claim: Claim): Record<string, unknown> {
  const { duplicates, conflicts, finding_counts, ...others } = claim;
  const counts = Object.fromEntries(Object.entries(finding_counts).filter(([, count]) => count > 0));
  const stored: StoredClaim = {
    ...others,
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
  const { duplicates = [], conflicts = [], finding_counts, ...claim } = stored;
  return { ...claim, duplicates, conflicts, finding_counts: { ...noFindings, ...finding_counts } };
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
