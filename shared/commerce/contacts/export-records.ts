import type { PageRequest, StoredPage } from '#store/dynamodb/query-page.ts';
import { silences } from '../messages/records.ts';
import { placeOfAddress, shownSilence } from '../messages/silence-records.ts';
import { orders } from '../orders/records.ts';
import { redemptions } from '../referrals/records.ts';
import { canonicalCode } from '../referrals/rules.ts';
import { shownContact } from './contact.ts';
import type { HistoryEntry, StoredContact } from './contact-fields.ts';
import type { PersonalRecord } from './contract.ts';
import { readHistory } from './history-records.ts';
import { writtenOf } from './records.ts';

/** Large orders are 200 kB each, and a reply holds 6 MB. */
const maxEntries = 20;

/** One page of everything that is stored about a person. The first page begins with the contact. */
export async function readPersonalData(
  contact: StoredContact,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<PersonalRecord>> {
  const page = { limit: Math.min(limit, maxEntries), cursor };
  const { data, nextCursor } = await readHistory(contact, page);
  const about = cursor === undefined ? await aboutContact(contact) : [];
  const entries = await Promise.all(data.map((entry) => withRecord(contact, entry)));
  return { data: [...about, ...entries.flat()], nextCursor };
}

async function aboutContact(contact: StoredContact): Promise<readonly PersonalRecord[]> {
  const { brand_id, other_emails, other_phones } = contact;
  const places = await Promise.all(
    writtenOf(contact).map(({ channel, address }) => placeOfAddress(brand_id, channel, address)),
  );
  const silent = await silences.findMany(places.map(({ id }) => ({ brand_id, id })));
  return [
    { kind: 'contact', record: shownContact(contact) },
    ...[...other_emails, ...other_phones].map(
      (address): PersonalRecord => ({ kind: 'other_address', record: { address } }),
    ),
    ...silent.map((one): PersonalRecord => ({ kind: 'suppression', record: shownSilence(one) })),
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
