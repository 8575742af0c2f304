import type { Write } from '#claims/change.ts';
import type { PackedContent } from '#claims/packed-json.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, getItems, type Item, insertion } from '#store/dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { Claim } from './claim.ts';
import { claimContentKey, contentKey } from './claim-keys.ts';
import { contentOf, storedContent } from './stored-claim-records.ts';

/*
 * A claim that is found by its content hash owns the item by this hash. A new claim that owns its hash stores its content in the
 * same item, which saves one. All other contents are items in the partitions of their claims: those of claims that do not own
 * their hash, were edited, or were checked again with other findings.
 *
 * A content in an item by hash never changes. It leaves the item once, by `separateContents`, and never returns. A reader that
 * does not find it there finds it in the partition of the claim.
 */

/** A claim, as far as its content is found by it. */
export type ClaimWithContent = Pick<Claim, 'id' | 'content_hash'>;

/** Stores a content in the partition of its claim. Call {@link separateContents} before, unless the claim is new. */
export const contentAction = (claimId: string, content: PackedContent): TransactAction => ({
  Put: { Item: { ...claimContentKey(claimId), content: storedContent(content) } },
});

/**
 * Makes a claim the owner of its hash. Condition: `owner` still owns it, and its content is separate; without an owner, that no
 * claim owns it.
 *
 * @param content of a new claim
 */
export function ownHashAction(
  hash: string,
  claimId: string,
  owner: string | undefined,
  content?: PackedContent,
): TransactAction {
  const Item = {
    ...contentKey(hash),
    claim_id: claimId,
    ...(content !== undefined && { content: storedContent(content) }),
  };
  return owner === undefined ? insertion(Item) : { Put: { Item, ...ownedWithoutContent(owner) } };
}

/** Condition: the claim still owns the hash, and its content is separate. */
export const releaseHashAction = (hash: string, owner: string): TransactAction => ({
  Delete: { Key: { ...contentKey(hash) }, ...ownedWithoutContent(owner) },
});

const ownedBy = (owner: string, and = '') => ({
  ConditionExpression: `claim_id = :owner${and}`,
  ExpressionAttributeValues: { ':owner': owner },
});
const ownedWithoutContent = (owner: string) => ownedBy(owner, ' AND attribute_not_exists(content)');

/** Whether a claim owns its content hash. Strongly consistent. A claim that does not own a hash gets one only by an edit. */
export async function ownsHash(table: Table, { id, content_hash }: ClaimWithContent): Promise<boolean> {
  const item = content_hash === undefined ? undefined : await getItem(table, contentKey(content_hash));
  return item?.['claim_id'] === id;
}

/** Removes the content of a claim and, if the claim owns its hash, that item. Condition: the claim still owns it. */
export async function removedContentActions(
  table: Table,
  claim: ClaimWithContent,
): Promise<readonly TransactAction[]> {
  const { id, content_hash: hash } = claim;
  const own: TransactAction = { Delete: { Key: { ...claimContentKey(id) } } };
  return hash !== undefined && (await ownsHash(table, claim))
    ? [own, { Delete: { Key: { ...contentKey(hash) }, ...ownedBy(id) } }]
    : [own];
}

/** Returns the contents of claims by claim id, without claims that have none. Strongly consistent. */
export async function findContents(
  table: Table,
  claims: readonly ClaimWithContent[],
): Promise<ReadonlyMap<string, PackedContent>> {
  const wanted = [...new Map(claims.map((claim) => [claim.id, claim])).values()];
  const withHash = await itemsByHash(table, wanted);
  // A content may leave its item by hash between the two reads, so the order of the reads matters.
  const separate = wanted.filter((claim) => !withHash.has(claim.id));
  const items = await getItems(
    table,
    separate.map(({ id }) => claimContentKey(id)),
  );
  const byPartition = new Map(items.map((item) => [item['pk'], item]));
  return new Map(
    wanted.flatMap(({ id }) => {
      const item = withHash.get(id) ?? byPartition.get(claimContentKey(id).pk);
      return item === undefined ? [] : [[id, contentOf(item)] as const];
    }),
  );
}

/**
 * Moves contents that are stored with their hash into the partitions of their claims: of claims that a write gives other content,
 * and of claims whose hash it gives to a new owner. Call it before the transaction of the write. It changes no claim, so an
 * interrupted write leaves nothing to undo, and the transaction keeps its number of actions.
 */
export async function separateContents(table: Table, writes: readonly Write[]): Promise<void> {
  const claims = writes.flatMap(separatedBy);
  if (claims.length === 0) return;
  const withHash = await itemsByHash(table, claims);
  await Promise.all(
    [...withHash].map(async ([id, item]) => {
      // After a failed condition, the content has left the item already: the conditions of the write decide.
      await isWritten(transact(table, separation(id, item)));
    }),
  );
}

function separatedBy(write: Write): readonly ClaimWithContent[] {
  switch (write.kind) {
    case 'new-claim':
      return ownerBefore(write.claim, write);
    case 'edited-claim':
      return [write.before, ...ownerBefore(write.after, write)];
    case 'claim-content':
      return [write.claim];
    default:
      return [];
  }
}

const ownerBefore = (
  { content_hash }: Claim,
  { ownsContent, contentOwner }: { readonly ownsContent: boolean; readonly contentOwner?: string },
): readonly ClaimWithContent[] =>
  ownsContent && contentOwner !== undefined && content_hash !== undefined
    ? [{ id: contentOwner, content_hash }]
    : [];

const separation = (claimId: string, { pk, sk, content }: Item): readonly TransactAction[] => [
  {
    Update: {
      Key: { pk, sk },
      UpdateExpression: 'REMOVE content',
      ...ownedBy(claimId, ' AND attribute_exists(content)'),
    },
  },
  { Put: { Item: { ...claimContentKey(claimId), content } } },
];

/** The items by hash that have contents of these claims, by claim id. */
async function itemsByHash(
  table: Table,
  claims: readonly ClaimWithContent[],
): Promise<ReadonlyMap<string, Item>> {
  const hashes = new Set(claims.flatMap(({ content_hash }) => content_hash ?? []));
  const items = await getItems(table, [...hashes].map(contentKey));
  const byOwner = new Map(items.map((item) => [String(item['claim_id']), item]));
  return new Map(
    claims.flatMap(({ id }) => {
      const item = byOwner.get(id);
      return item?.['content'] === undefined ? [] : [[id, item] as const];
    }),
  );
}
