import { changedAt, createdAt, exampleOrder, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const contactId = '0199a1ca-2f40-7b1c-9d86-5e3a7c0f4b28';
const noteId = '0199a1ca-5d11-7e42-8b03-1f9c6a2d7e54';
const erasureId = '0199a1ca-7a92-7c35-b4e1-9d0f2b8c6a13';
const importId = '0199a1ca-9c04-7d58-a6f7-3b1e8d5c0f92';
const profile = {
  name: 'Olive Fern',
  email: 'olive.fern@example.com',
  phone: '+1 303-555-0142',
  city: 'Boulder',
};

export const exampleContact = {
  id: contactId,
  brand_id: ids.brand,
  ...profile,
  tags: ['egg share'],
  consents: {
    email: { status: 'granted', source: 'farm_stand_form', text_version: '2026-01', at: createdAt },
  },
  source: 'staff',
  order_count: 1,
  total_spent: 13.5,
  spent_cents: 1350,
  first_order_at: createdAt,
  last_order_at: createdAt,
  created_at: createdAt,
  updated_at: createdAt,
  version: 2,
};

const note = {
  id: noteId,
  contact_id: contactId,
  kind: 'note',
  text: 'Prefers small eggs',
  author: `key:${ids.apiKey}`,
  at: createdAt,
};

const orderEntry = {
  id: ids.order,
  contact_id: contactId,
  kind: 'order',
  reference: ids.order,
  number: 1042,
  total: 13.5,
  status: 'pending',
  at: createdAt,
};

const erasure = {
  id: erasureId,
  brand_id: ids.brand,
  status: 'running',
  orders: 0,
  referrals: 0,
  history_entries: 0,
  requested_by: `key:${ids.apiKey}`,
  requested_at: createdAt,
};

const started = {
  id: importId,
  brand_id: ids.brand,
  status: 'running',
  dry_run: false,
  rows: 3,
  ignored_columns: [],
  created: 0,
  updated: 0,
  unchanged: 0,
  failed: 0,
  faults: [],
  created_at: createdAt,
};

const lastPage = { next_cursor: null, has_more: false };
const parameters = { id: contactId };

export const contactExamples: OperationExamples = {
  'create-contact': {
    body: { brand_id: ids.brand, ...profile, tags: ['egg share'] },
    response: {
      data: {
        ...withoutOrders(exampleContact),
        consents: {},
        order_count: 0,
        total_spent: 0,
        spent_cents: 0,
        version: 1,
      },
    },
  },
  'list-contacts': {
    parameters: { brand_id: ids.brand, name: 'fern', customers: 'true', limit: 50 },
    response: { data: [exampleContact], pagination: lastPage },
  },
  'get-contact': { parameters, response: { data: exampleContact } },
  'update-contact': {
    parameters,
    body: { city: 'Lyons', tags: ['egg share', 'volunteer'] },
    response: {
      data: {
        ...exampleContact,
        city: 'Lyons',
        tags: ['egg share', 'volunteer'],
        updated_at: changedAt,
        version: 3,
      },
    },
  },
  'merge-contacts': {
    parameters,
    body: { duplicate_id: '0199a1ca-3c55-7a07-8f12-6b4d9e1c0a37' },
    response: { data: { ...exampleContact, updated_at: changedAt, version: 3 } },
  },
  'list-contact-history': {
    parameters: { ...parameters, limit: 50 },
    response: { data: [note, orderEntry], pagination: lastPage },
  },
  'create-contact-note': { parameters, body: { text: note.text }, response: { data: note } },
  'delete-contact-note': { parameters: { ...parameters, note_id: noteId } },
  'request-opt-in': {
    parameters,
    body: { channel: 'email' },
    response: { data: { id: ids.activity, channel: 'email', created_at: createdAt } },
  },
  'record-consent': {
    parameters,
    body: { channel: 'email', status: 'granted', source: 'farm_stand_form', text_version: '2026-01' },
    response: { data: exampleContact },
  },
  'get-contact-address': {
    parameters: { ...parameters, channel: 'email' },
    response: { data: { channel: 'email', shared: false } },
  },
  'set-contact-address': {
    parameters: { ...parameters, channel: 'email' },
    body: { shared: true },
    response: { data: { channel: 'email', shared: true } },
  },
  'export-contact': {
    parameters: { ...parameters, limit: 50 },
    response: {
      data: [
        { kind: 'contact', record: exampleContact },
        { kind: 'history', record: orderEntry },
        { kind: 'order', record: exampleOrder },
      ],
      pagination: lastPage,
    },
  },
  'erase-contact': { parameters, response: { data: erasure } },
  'get-erasure': {
    parameters: { id: erasureId },
    response: {
      data: { ...erasure, status: 'finished', orders: 1, history_entries: 2, finished_at: changedAt },
    },
  },
  'create-contact-import': {
    body: {
      brand_id: ids.brand,
      csv: 'name,email,tags\nOlive Fern,olive.fern@example.com,egg share\nAda,ada@,\nBea,bea@example.com,\n',
      on_match: 'fill',
    },
    response: { data: started },
  },
  'get-contact-import': {
    parameters: { id: importId },
    response: {
      data: {
        ...started,
        status: 'finished',
        created: 1,
        unchanged: 1,
        failed: 1,
        faults: [{ line: 3, column: 'email', message: 'Invalid email address' }],
        finished_at: changedAt,
      },
    },
  },
};

function withoutOrders({ first_order_at, last_order_at, ...rest }: typeof exampleContact) {
  return rest;
}
