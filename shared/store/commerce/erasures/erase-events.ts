import { randomUUID } from 'node:crypto';
import { normalEmail } from '#commerce/contacts/addresses.ts';
import type { Erasure } from '#commerce/contacts/contract.ts';
import type { ErasedPerson } from '#commerce/contacts/erased-person.ts';
import { redemptions } from '#commerce/referrals/records.ts';
import type { StoredDelivery } from '#commerce/webhooks/delivery.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Item, type ItemKey, recordOf, updateItem } from '../../dynamodb/items.ts';
import { queryItems, queryPages } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { historyOf, ledgerOf, mergedContactKey } from '../contacts/contact-keys.ts';
import { allWebhookEndpoints } from '../webhooks/endpoints.ts';
import { deliveriesOf } from '../webhooks/webhook-keys.ts';
import { countErased } from './erasures.ts';

/**
 * Replaces the e-mail address of the person, and the key and id that derive from it, in every redemption. The count of its
 * code stays.
 *
 * @returns false when the time is up
 */
export async function eraseReferrals(
  table: Table,
  { brandId, emails }: ErasedPerson,
  { erasure, isTimeUp }: { readonly erasure: Erasure; isTimeUp(): boolean },
): Promise<boolean> {
  if (emails.length === 0) return true;
  for await (const redemption of redemptions.all({ brand_id: brandId })) {
    if (isTimeUp()) return false;
    if (!emails.includes(normalEmail(redemption.referred_email))) continue;
    const replaced = randomUUID();
    await transact(table, [
      redemptions.remove(redemption),
      redemptions.insert({
        ...redemption,
        email_hash: `erased-${replaced}`,
        referred_email: `${replaced}@erased.invalid`,
        referred_user_id: replaced,
      }),
      countErased(erasure, 'referrals'),
    ]);
  }
  return true;
}

/** Entries that are removed in one transaction. */
const entriesAtOnce = 50;

/**
 * Removes notes, consents and all other history of the person, and the traces of merged duplicates.
 *
 * @returns false when the time is up
 */
export async function eraseHistory(
  table: Table,
  { brandId, contactIds }: ErasedPerson,
  { erasure, isTimeUp }: { readonly erasure: Erasure; isTimeUp(): boolean },
): Promise<boolean> {
  for (const contactId of contactIds) {
    for (const range of [historyOf(brandId, contactId), ledgerOf(brandId, contactId)]) {
      for await (const items of queryPages(table, range, { pageSize: entriesAtOnce })) {
        if (isTimeUp()) return false;
        if (items.length > 0)
          await transact(table, [
            ...items.map(removal),
            countErased(erasure, 'history_entries', items.length),
          ]);
      }
    }
  }
  await transact(
    table,
    contactIds.map((id) => ({ Delete: { Key: { ...mergedContactKey(brandId, id) } } })),
  );
  return true;
}

const removal = ({ pk, sk }: Item) => ({
  Delete: { Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' },
});

/** Ids that derive from an address, with what replaces them. */
type Replacements = ReadonlyMap<string, string>;

/**
 * Replaces ids of the person in the activity of the brand and in the log of its webhooks. Events hold no other personal data.
 *
 * @returns false when the time is up
 */
export async function eraseEvents(
  table: Table,
  brandId: string,
  replacements: Replacements,
  { isTimeUp }: { isTimeUp(): boolean },
): Promise<boolean> {
  if (replacements.size === 0) return true;
  const pk = `ACTIVITY#${brandId}#referralCompleted`;
  for await (const item of queryItems(table, { pk, index: 'gsi1' })) {
    if (isTimeUp()) return false;
    const data = replaced(item['data'], replacements);
    if (data !== undefined) await assign(table, item, { data });
  }
  for (const endpoint of await allWebhookEndpoints(table, brandId)) {
    for await (const item of queryItems(table, deliveriesOf(endpoint.id))) {
      if (isTimeUp()) return false;
      const { payload, attempts } = recordOf<StoredDelivery>(item);
      const changed = replaced({ payload, attempts }, replacements);
      if (changed !== undefined) await assign(table, item, Object(changed), Number(item['attempt_count']));
    }
  }
  return true;
}

/** The value with replaced ids; undefined if it has none of them. */
function replaced(value: unknown, replacements: Replacements): unknown {
  const before = JSON.stringify(value);
  let after = before;
  for (const [id, other] of replacements) after = after.replaceAll(id, other);
  return after === before ? undefined : JSON.parse(after);
}

/** @param attempts that the delivery had; one that is sent at this time is found again in the next run */
const assign = (
  table: Table,
  { pk, sk }: Item,
  fields: Readonly<Record<string, unknown>>,
  attempts?: number,
): Promise<boolean> => {
  const key: ItemKey = { pk: String(pk), sk: String(sk) };
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return isWritten(
    updateItem(table, key, {
      UpdateExpression: `SET ${entries.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      ConditionExpression: attempts === undefined ? 'attribute_exists(pk)' : 'attempt_count = :count',
      ExpressionAttributeNames: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(entries.map(([name, one]) => [`:${name}`, one])),
        ...(attempts !== undefined && { ':count': attempts }),
      },
    }),
  );
};
