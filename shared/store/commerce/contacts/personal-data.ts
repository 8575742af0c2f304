import { type StoredContact, shownContact } from '#commerce/contacts/contact.ts';
import type { HistoryEntry, PersonalRecord } from '#commerce/contacts/contract.ts';
import { orders } from '#commerce/orders/records.ts';
import { redemptions } from '#commerce/referrals/records.ts';
import { canonicalCode } from '#commerce/referrals/rules.ts';
import { getItems } from '../../dynamodb/items.ts';
import type { PageRequest, StoredPage } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { suppressionKey } from './contact-keys.ts';
import { writtenOf } from './contacts.ts';
import { readHistory } from './history.ts';
import { suppressionFrom, suppressionId } from './suppressions.ts';

/** Large orders are 200 kB each, and a reply holds 6 MB. */
const maxEntries = 20;

/** One page of everything that is stored about a person. The first page begins with the contact. */
export async function readPersonalData(
  table: Table,
  contact: StoredContact,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<PersonalRecord>> {
  const page = { limit: Math.min(limit, maxEntries), cursor };
  const { data, nextCursor } = await readHistory(table, contact, page);
  const about = cursor === undefined ? await aboutContact(table, contact) : [];
  const entries = await Promise.all(data.map((entry) => withRecord(contact, entry)));
  return { data: [...about, ...entries.flat()], nextCursor };
}

async function aboutContact(table: Table, contact: StoredContact): Promise<readonly PersonalRecord[]> {
  const { brand_id, other_emails, other_phones } = contact;
  const keys = writtenOf(contact).map(({ channel, address }) =>
    suppressionKey(brand_id, suppressionId(brand_id, channel, address)),
  );
  const suppressed = await getItems(table, keys);
  return [
    { kind: 'contact', record: shownContact(contact) },
    ...[...other_emails, ...other_phones].map(
      (address): PersonalRecord => ({ kind: 'other_address', record: { address } }),
    ),
    ...suppressed.map((item): PersonalRecord => ({ kind: 'suppression', record: suppressionFrom(item) })),
  ];
}

async function withRecord(contact: StoredContact, entry: HistoryEntry): Promise<readonly PersonalRecord[]> {
  const history: PersonalRecord = { kind: 'history', record: entry };
  if (entry.reference === undefined) return [history];
  if (entry.kind === 'order') {
    const order = await orders.find({ brand_id: contact.brand_id, id: entry.reference });
    return order === undefined ? [history] : [history, { kind: 'order', record: order }];
  }
  return entry.kind === 'referral'
    ? [history, ...(await redemptionsOf(contact, entry.reference))]
    : [history];
}

async function redemptionsOf(
  contact: StoredContact,
  referralCode: string,
): Promise<readonly PersonalRecord[]> {
  const code = canonicalCode(referralCode);
  if (code === undefined) return [];
  const { brand_id } = contact;
  const found = await redemptions.findMany(
    [contact.id, ...contact.merged_ids].map((referred_user_id) => ({ brand_id, code, referred_user_id })),
  );
  return found.map(
    ({ referral_code, referred_email, created_at }): PersonalRecord => ({
      kind: 'referral',
      record: { referral_code, referred_email, created_at },
    }),
  );
}
