import { normalEmail, normalPhone } from '#commerce/contacts/addresses.ts';
import type { StoredContact } from '#commerce/contacts/contact.ts';
import { contact as contactSchema } from '#commerce/contacts/contract.ts';
import { fieldsOf, type Item, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { contactKey, emailPartition, phonePartition } from './contact-keys.ts';

/** Attributes of a contact that orders add to, as sets. DynamoDB has no empty sets. */
const sets = ['product_ids', 'stop_ids'] as const;

export function contactItem(contact: StoredContact): object {
  const { brand_id, id, email, phone, product_ids, stop_ids, consents, ...rest } = contact;
  return itemOf(
    { ...contactKey(brand_id, id), ...searchKeys(contact) },
    {
      ...rest,
      brand_id,
      id,
      email,
      phone,
      // Each consent is one attribute, so that a withdrawal needs no read.
      consent_email: consents.email,
      consent_sms: consents.sms,
      ...(product_ids.length > 0 && { product_ids: new Set(product_ids) }),
      ...(stop_ids.length > 0 && { stop_ids: new Set(stop_ids) }),
    },
  );
}

const searchKeys = ({ brand_id, id, email, phone }: StoredContact) => ({
  ...(email !== undefined &&
    email.length <= maxSearched && {
      gsi1pk: emailPartition(brand_id),
      gsi1sk: `${normalEmail(email)}#${id}`,
    }),
  ...(phone !== undefined && {
    gsi2pk: phonePartition(brand_id),
    gsi2sk: `${normalPhone(phone)}#${id}`,
  }),
});

/** DynamoDB limits sort keys to 1,024 bytes. Orders may have longer addresses. */
const maxSearched = 320;

export function contactFrom(item: Item): StoredContact {
  const { consent_email, consent_sms } = item;
  const lists = Object.fromEntries(sets.map((name) => [name, [...asSet(item[name])].sort()]));
  const all = {
    merged_ids: [],
    other_emails: [],
    other_phones: [],
    ...item,
    ...lists,
    consents: {
      ...(consent_email !== undefined && { email: consentFrom(consent_email) }),
      ...(consent_sms !== undefined && { sms: consentFrom(consent_sms) }),
    },
    spent_cents: Number(item['spent_cents'] ?? 0),
    order_count: Number(item['order_count'] ?? 0),
    facts_revision: Number(item['facts_revision'] ?? 0),
  };
  return resourceOf<StoredContact>(all, storedFields);
}

const storedFields = [
  ...fieldsOf(contactSchema).filter((name) => name !== 'total_spent'),
  ...sets,
  'facts_revision',
  'merged_ids',
  'other_emails',
  'other_phones',
];

const asSet = (value: unknown): Set<string> => (value instanceof Set ? value : new Set());

const consentFrom = (value: unknown): object =>
  resourceOf(Object(value), ['status', 'source', 'text_version', 'at']);
