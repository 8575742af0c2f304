import * as z from 'zod';
import { suppression } from '#commerce/messages/contract.ts';
import { order } from '#commerce/orders/order.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, typedText, uuid } from '#contract/fields.ts';
import {
  channels,
  consentFields,
  contact,
  contactAddress,
  contactImport,
  contactImportInput,
  contactInput,
  contactPatch,
  erasure,
  historyEntry,
  historyKinds,
  storedContact,
} from './contact-fields.ts';

const endpoint = endpointsOf('commerce', 'contacts');

const contactId = z.object({ id: uuid.describe('Id of the contact') });
const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;
const everyone = { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' } as const;

const aboutContacts =
  'A contact is a person whom the brand knows: by hand, by an import, by a referral or by an order. A customer is a contact with orders. An e-mail address belongs to one contact of a brand.';

export const createContact = endpoint('POST', '/api/v1/contacts', 'create-contact', {
  summary: 'Create a contact',
  description: aboutContacts,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  readsSecrets: ['address-keys'],
  writes: ['contacts', 'contact-history'],
  limiter: 'api',
  idempotent: true,
  body: contactInput,
  responses: { 201: { description: 'The created contact', schema: dataOf(contact) } },
  errors: ['contact_exists', 'conflict'],
});

const truth = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .optional();

export const listContacts = endpoint('GET', '/api/v1/contacts', 'list-contacts', {
  summary: 'List or search the contacts of a brand, newest first',
  description:
    'email and phone match the beginning and come from an index that may lag by a moment; phone compares digits. name matches a part of the name, in any letter case. A page can hold fewer contacts than limit, or none, while has_more is true, because a request examines at most 1,000 contacts.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    email: z.string().min(1).max(254).optional().describe('Contacts whose e-mail address begins with this'),
    phone: z.string().min(1).max(50).optional().describe('Contacts whose phone number begins with this'),
    name: z.string().min(1).max(255).optional().describe('Contacts whose name contains this'),
    tag: z.string().min(1).max(50).optional().describe('Contacts with this tag'),
    customers: truth.describe('true: only contacts with orders; false: only contacts without'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Contacts, newest first', schema: pageOf(contact) } },
  errors: ['invalid_cursor'],
});

export const getContact = endpoint('GET', '/api/v1/contacts/{id}', 'get-contact', {
  summary: 'Get a contact with the figures of its orders',
  description: 'The id of a merged duplicate returns the contact that it was merged into.',
  access: everyone,
  data: 'read',
  versioned: true,
  parameters: contactId,
  resource: storedContact,
  responses: { 200: { description: 'The contact', schema: dataOf(contact) } },
  errors: ['not_found'],
});

const changingContact = {
  access: staff,
  data: 'write',
  parameters: contactId,
  resource: storedContact,
} as const;

export const updateContact = endpoint('PATCH', '/api/v1/contacts/{id}', 'update-contact', {
  summary: 'Change a contact by a JSON merge patch',
  description:
    'null removes a member. tags are replaced as a whole. The ETag v7.f12 names the version and the revision of the figures of orders; If-Match compares only the version.',
  ...changingContact,
  readsSecrets: ['address-keys'],
  writes: ['contacts', 'contact-history'],
  deletes: ['contacts'],
  versioned: true,
  body: contactPatch,
  responses: { 200: { description: 'The changed contact', schema: dataOf(contact) } },
  errors: ['not_found', 'contact_exists', 'precondition_failed', 'conflict'],
});

export const mergeContacts = endpoint('POST', '/api/v1/contacts/{id}/merge', 'merge-contacts', {
  summary: 'Merge a duplicate into a contact',
  description:
    'The contact keeps its own members and gets those that it lacks, with all tags, orders and history of the duplicate. A withdrawn consent of either stays withdrawn. Later orders with the address of the duplicate belong to the contact. A contact takes at most 20 duplicates.',
  ...changingContact,
  readsSecrets: ['address-keys'],
  writes: ['contacts', 'contact-history', 'order-figures'],
  deletes: ['contacts'],
  limiter: 'api',
  idempotent: true,
  body: z.object({ duplicate_id: uuid }),
  responses: { 201: { description: 'The merged contact', schema: dataOf(contact) } },
  errors: ['not_found', 'cannot_merge', 'conflict'],
});

export const listContactHistory = endpoint('GET', '/api/v1/contacts/{id}/history', 'list-contact-history', {
  summary: 'List the orders, referrals, campaigns, consents, notes and changes of a contact, newest first',
  access: everyone,
  data: 'read',
  parameters: contactId,
  resource: storedContact,
  query: z.strictObject({
    kind: z.enum(historyKinds).optional().describe('Entries of this kind'),
    ...cursorQuery,
  }),
  responses: { 200: { description: 'Entries, newest first', schema: pageOf(historyEntry) } },
  errors: ['not_found', 'invalid_cursor'],
});

export const createContactNote = endpoint('POST', '/api/v1/contacts/{id}/notes', 'create-contact-note', {
  summary: 'Add a note to a contact',
  ...changingContact,
  writes: ['contact-history'],
  limiter: 'api',
  idempotent: true,
  body: z.object({ text: typedText(4000) }),
  responses: { 201: { description: 'The note', schema: dataOf(historyEntry) } },
  errors: ['not_found', 'conflict'],
});

export const deleteContactNote = endpoint(
  'DELETE',
  '/api/v1/contacts/{id}/notes/{note_id}',
  'delete-contact-note',
  {
    summary: 'Delete a note of a contact',
    access: staff,
    data: 'write',
    writes: [],
    deletes: ['contact-history'],
    parameters: z.object({
      id: uuid.describe('Id of the contact'),
      note_id: uuid.describe('Id of the note'),
    }),
    resource: storedContact,
    responses: { 204: { description: 'Deleted' } },
    errors: ['not_found'],
  },
);

export const recordConsent = endpoint('POST', '/api/v1/contacts/{id}/consents', 'record-consent', {
  summary: 'Record that a contact gave or withdrew consent to messages',
  description:
    'Campaigns go only to contacts with consent to the channel. Every change stays in the history of the contact. A silent address takes no consent (address_silent): ask its owner with POST /api/v1/contacts/{id}/opt-in-requests, or by text message for a START. A withdrawal silences the address, unless other contacts have it, too.',
  ...changingContact,
  writes: ['contacts', 'contact-history', 'silences'],
  readsSecrets: ['address-keys'],
  limiter: 'api',
  idempotent: true,
  body: z.object({ channel: z.enum(channels), ...consentFields }),
  responses: { 201: { description: 'The contact with the consent', schema: dataOf(contact) } },
  errors: ['not_found', 'address_silent', 'conflict'],
});

export const requestOptIn = endpoint('POST', '/api/v1/contacts/{id}/opt-in-requests', 'request-opt-in', {
  summary: 'Ask a contact by a message to confirm its consent (double opt-in)',
  description:
    'The message has a link to a page with a button. The button records the consent and ends the silence of an unsubscribe, a STOP, a withdrawal or an erasure. An address is asked at most once a day and three times in 30 days, and never after a complaint. The link works for seven days.',
  ...changingContact,
  writes: ['messages'],
  readsSecrets: ['address-keys'],
  readsUnsubscribeKey: true,
  wakesWorkers: true,
  limiter: 'email',
  idempotent: true,
  body: z.object({ channel: z.enum(channels) }),
  responses: {
    202: {
      description: 'The message is queued',
      schema: dataOf(z.object({ id: uuid, channel: z.enum(channels), created_at: timestamp })),
    },
  },
  errors: [
    'not_found',
    'no_address',
    'opt_in_refused',
    'opt_in_too_often',
    'sender_not_configured',
    'conflict',
  ],
});

const addressParameters = contactId.extend({ channel: z.enum(channels).describe('Kind of the address') });

export const getContactAddress = endpoint(
  'GET',
  '/api/v1/contacts/{id}/addresses/{channel}',
  'get-contact-address',
  {
    summary: 'Get whether several people use an address of a contact',
    access: everyone,
    data: 'read',
    readsSecrets: ['address-keys'],
    parameters: addressParameters,
    resource: storedContact,
    responses: { 200: { description: 'The address', schema: dataOf(contactAddress) } },
    errors: ['not_found'],
  },
);

export const setContactAddress = endpoint(
  'PUT',
  '/api/v1/contacts/{id}/addresses/{channel}',
  'set-contact-address',
  {
    summary: 'Say that several people use an address of a contact, or one',
    description:
      'From then on, orders with a shared address have no contact, no limits for each customer and no figures of a customer. Earlier orders keep their contact. Several contacts may have a shared e-mail address, and it stays shared until only one has it.',
    access: staff,
    data: 'write',
    readsSecrets: ['address-keys'],
    writes: ['contacts'],
    deletes: ['contacts'],
    parameters: addressParameters,
    resource: storedContact,
    body: contactAddress.pick({ shared: true }),
    responses: { 200: { description: 'The address', schema: dataOf(contactAddress) } },
    errors: ['not_found', 'contact_exists', 'conflict'],
  },
);

export const createContactImport = endpoint('POST', '/api/v1/contact-imports', 'create-contact-import', {
  summary: 'Import contacts from CSV',
  description:
    'Cells are separated by commas, semicolons or tabs. The rows are imported in the background. A row whose e-mail address, or else phone number, is known changes that contact: `fill` sets what it lacks, `overwrite` replaces what the row has. Tags (separated by ;) are added. email_consent and sms_consent hold granted or withdrawn; an import never replaces a withdrawn consent. Rows with faults are reported and left out. Importing a file again changes nothing.',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['contact-imports'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  body: contactImportInput,
  responses: {
    202: { description: 'Accepted; read the import for its progress', schema: dataOf(contactImport) },
  },
});

export const getContactImport = endpoint('GET', '/api/v1/contact-imports/{id}', 'get-contact-import', {
  summary: 'Get the progress of an import and its faulty lines',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the import') }),
  resource: contactImport,
  responses: { 200: { description: 'The import', schema: dataOf(contactImport) } },
  errors: ['not_found'],
});

/** One record about a person. */
const personalRecord = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('contact'), record: contact }),
    z.object({ kind: z.literal('other_address'), record: z.object({ address: z.string() }) }),
    z.object({ kind: z.literal('suppression'), record: suppression }),
    z.object({ kind: z.literal('history'), record: historyEntry }),
    z.object({ kind: z.literal('order'), record: order }),
    z.object({
      kind: z.literal('referral'),
      record: z.object({ referral_code: z.string(), referred_email: z.string(), created_at: timestamp }),
    }),
  ])
  .meta({ id: 'PersonalRecord' });
export type PersonalRecord = z.output<typeof personalRecord>;

export const exportContact = endpoint('GET', '/api/v1/contacts/{id}/export', 'export-contact', {
  summary: 'Export everything that the brand stores about a person',
  description:
    'The records of all pages together are the export: the contact, suppressions of its addresses, its history, and its orders and referrals in full. The activity of the brand records the export.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'read',
  readsSecrets: ['address-keys'],
  limiter: 'api',
  recordsActivity: true,
  parameters: contactId,
  resource: storedContact,
  query: z.strictObject(cursorQuery),
  responses: { 200: { description: 'Records', schema: pageOf(personalRecord) } },
  errors: ['not_found', 'invalid_cursor'],
});

export const eraseContact = endpoint('POST', '/api/v1/contacts/{id}/erasure', 'erase-contact', {
  summary: 'Erase a person',
  description:
    'The contact disappears at once. Name, addresses, notes and other free text are then removed from its orders, payments, referrals and messages in the background. Orders keep their amounts, so reports stay the same. A later order with the same address is one of a new customer. Its addresses stay silent as keyed hashes, until their owner says yes again, so an old list brings nobody back. The receipt has no personal data.',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'write',
  readsSecrets: ['address-keys'],
  writes: ['contacts', 'erasures', 'contact-imports', 'silences'],
  whileClosing: true,
  deletes: ['contacts'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  parameters: contactId,
  resource: storedContact,
  responses: { 202: { description: 'Accepted; the receipt shows the progress', schema: dataOf(erasure) } },
  errors: ['not_found', 'conflict'],
});

export const getErasure = endpoint('GET', '/api/v1/erasures/{id}', 'get-erasure', {
  summary: 'Get the receipt of an erasure',
  access: { kind: 'brand', roles: ['owner'], brand: 'held' },
  data: 'read',
  parameters: z.object({ id: uuid.describe('Id of the erasure') }),
  resource: erasure,
  responses: { 200: { description: 'The receipt', schema: dataOf(erasure) } },
  errors: ['not_found'],
});
