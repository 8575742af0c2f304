import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '#persistence/new-id.ts';
import { type CommerceService, startCommerceService } from '../commerce-service.ts';
import { invoke } from '../invoke.ts';
import { contactCalls } from './contact-calls.ts';

let service: CommerceService;
let calls: Awaited<ReturnType<typeof contactCalls>>;
beforeAll(async () => {
  service = await startCommerceService();
  calls = await contactCalls();
});
afterAll(() => service.stop());

const address = () => `${randomUUID()}@example.com`;

describe('contacts', () => {
  test('are created, read, changed with If-Match, and found', async () => {
    const { create, read, search } = calls;
    const email = address();
    const made = await create({ name: 'Zoë Quill', email, phone: '(303) 555-0177', tags: ['egg share'] });
    expect(await read(made.id)).toEqual(made);
    const patch = (version: string, body: object) =>
      invoke('update-contact', { ...calls.byId(made.id), body, headers: { 'if-match': version } });
    const changed = await patch('"v1"', { city: 'Lyons', phone: null });
    expect(changed.body.data).toMatchObject({ city: 'Lyons', version: 2 });
    expect(changed.body.data).not.toHaveProperty('phone');
    expect((await patch('"v1"', { city: 'x' })).status).toBe(412);
    expect((await patch('*', { email: null, name: null })).body.details[0].path).toEqual(['body', 'email']);
    expect((await search({ name: 'quill', tag: 'EGG share' })).map(({ id }: { id: string }) => id)).toEqual([
      made.id,
    ]);
    expect(await search({ email: email.slice(0, 20).toUpperCase() })).toHaveLength(1);
    expect(await search({ phone: '303555017' })).toEqual([]);
    await patch('*', { phone: '303-555-0177' });
    expect(await search({ phone: '303555017' })).toHaveLength(1);
  });

  test('never share an e-mail address, two requests at once included', async () => {
    const { brand_id, caller, create } = calls;
    const email = address();
    const body = { brand_id, email };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => invoke('create-contact', { caller, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const { id } = await create({ name: 'Bea' });
    const taken = await invoke('update-contact', { ...calls.byId(id), body: { email: email.toUpperCase() } });
    expect([taken.status, taken.body.code]).toEqual([409, 'contact_exists']);
    const free = address();
    expect((await invoke('update-contact', { ...calls.byId(id), body: { email: free } })).status).toBe(200);
    await invoke('update-contact', { ...calls.byId(id), body: { email: null } });
    expect((await create({ email: free })).email).toBe(free);
  });

  test('of a repeated request are created once', async () => {
    const { brand_id, caller } = calls;
    const request = {
      caller,
      body: { brand_id, name: 'Once' },
      headers: { 'idempotency-key': randomUUID() },
    };
    const [first, second] = [
      await invoke('create-contact', request),
      await invoke('create-contact', request),
    ];
    expect(second.body).toEqual(first.body);
  });
});

describe('orders of a person', () => {
  test('make a contact, add to it, and are subtracted when they are cancelled', async () => {
    const { place, read } = calls;
    const customer_email = address();
    const stop_id = randomUUID();
    const first = await place({ customer_email, customer_name: 'Cy', stop_id });
    const second = await place({ customer_email: customer_email.toUpperCase() });
    expect(second.contact_id).toBe(first.contact_id);
    expect(await read(first.contact_id)).toMatchObject({
      name: 'Cy',
      source: 'order',
      order_count: 2,
      total_spent: 0.6,
      spent_cents: 60,
      first_order_at: first.created_at,
      last_order_at: second.created_at,
    });
    const { status } = await invoke('update-order-status', {
      ...calls.byId(second.id),
      body: { status: 'cancelled' },
    });
    expect(status).toBe(200);
    expect(await read(first.contact_id)).toMatchObject({ order_count: 1, spent_cents: 30 });
    const history = await invoke('list-contact-history', {
      ...calls.byId(first.contact_id),
      query: { kind: 'order' },
    });
    expect(history.body.data).toEqual([
      expect.objectContaining({ reference: second.id, status: 'cancelled', total: 0.3 }),
      expect.objectContaining({ reference: first.id, status: 'pending' }),
    ]);
  });

  test('in parallel make one contact with exact figures', async () => {
    const { place, read } = calls;
    const customer_email = address();
    const placed = await Promise.all(Array.from({ length: 12 }, () => place({ customer_email })));
    expect(new Set(placed.map(({ contact_id }) => contact_id)).size).toBe(1);
    expect(await read(placed[0].contact_id)).toMatchObject({ order_count: 12, spent_cents: 360 });
  });

  test('without e-mail address belong to the contact of the phone; without both to nobody', async () => {
    const { create, place } = calls;
    const known = await create({ name: 'Di', phone: '303 555 9911' });
    expect((await place({ customer_phone: '+1 303-555-9911' })).contact_id).toBe(known.id);
    expect(await place({})).not.toHaveProperty('contact_id');
    expect(await place({ customer_phone: '-' })).not.toHaveProperty('contact_id');
  });
});

describe('a merge', () => {
  test('unites orders, history and addresses of two records', async () => {
    const { place, read } = calls;
    const [a, b] = [address(), address()];
    const [kept, duplicate] = [await place({ customer_email: a }), await place({ customer_email: b })];
    const merge = { ...calls.byId(kept.contact_id), body: { duplicate_id: duplicate.contact_id } };
    const merged = await invoke('merge-contacts', merge);
    expect(merged.body.data).toMatchObject({ id: kept.contact_id, order_count: 2, spent_cents: 60 });
    expect((await read(duplicate.contact_id)).id).toBe(kept.contact_id);
    const later = await place({ customer_email: b });
    expect(later.contact_id).toBe(kept.contact_id);
    await invoke('update-order-status', { ...calls.byId(duplicate.id), body: { status: 'cancelled' } });
    expect(await read(kept.contact_id)).toMatchObject({ order_count: 2, spent_cents: 60 });
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { kind: 'order', limit: '1', ...(cursor && { cursor }) };
      const { body } = await invoke('list-contact-history', { ...calls.byId(kept.contact_id), query });
      pages.push(...body.data.map(({ reference }: { reference: string }) => reference));
      cursor = body.pagination.next_cursor ?? undefined;
    } while (cursor);
    expect(pages).toEqual([later.id, duplicate.id, kept.id]);
    expect((await invoke('merge-contacts', merge)).body.code).toBe('cannot_merge');
  });
});

describe('consent', () => {
  test('is recorded with its history; suppressed addresses get nothing', async () => {
    const { brand_id, caller, byId, create } = calls;
    const email = address();
    const { id } = await create({ email });
    const say = (status: string) =>
      invoke('record-consent', {
        ...calls.byId(id),
        body: { channel: 'email', status, source: 'form', text_version: '1' },
      });
    expect((await say('granted')).body.data.consents.email).toMatchObject({
      status: 'granted',
      source: 'form',
    });
    const { consentActions } = await import('#commerce/contacts/history-records.ts');
    const { mayReceive } = await import('#commerce/messages/silence-records.ts');
    const { transact } = await import('#store/dynamodb/table.ts');
    const sendable = () => mayReceive(brand_id, id, 'email');
    expect(await sendable()).toMatchObject({ ok: true, address: email });
    const suppressed = await invoke('create-suppression', { caller, body: { brand_id, email } });
    expect(suppressed.status).toBe(201);
    expect(JSON.stringify(suppressed.body)).not.toContain(email);
    expect(await sendable()).toEqual({ ok: false, reason: 'suppressed' });
    const found = await invoke('list-suppressions', {
      caller,
      query: { brand_id, email: email.toUpperCase() },
    });
    expect(found.body.data).toMatchObject([{ id: suppressed.body.data.id, reason: 'manual' }]);
    expect((await invoke('list-suppressions', { caller, query: { brand_id } })).body.data).toHaveLength(1);
    expect((await invoke('delete-suppression', byId(suppressed.body.data.id))).status).toBe(204);
    expect((await invoke('delete-suppression', byId(suppressed.body.data.id))).status).toBe(404);
    expect(await sendable()).toMatchObject({ ok: true });
    const whose = { brandId: brand_id, contactId: id, channel: 'email' } as const;
    const now = new Date();
    await transact(
      service.table,
      consentActions({ ...whose, status: 'withdrawn', source: 'unsubscribe_link', id: newId(now), now }),
    );
    expect(await sendable()).toEqual({ ok: false, reason: 'withdrawn' });
    const history = await invoke('list-contact-history', { ...calls.byId(id), query: { kind: 'consent' } });
    expect(history.body.data.map(({ status }: { status: string }) => status)).toEqual([
      'withdrawn',
      'granted',
    ]);
  });
});

test('a phone number is suppressed for texts among others', async () => {
  const { brand_id, caller } = calls;
  const { silentAmong } = await import('#commerce/messages/silence-records.ts');
  const [stopped, other] = ['+13035550188', '+13035550189'];
  await invoke('create-suppression', { caller, body: { brand_id, phone: stopped } });
  const among = (channel: 'email' | 'sms') => silentAmong(brand_id, channel, [stopped, other]);
  expect([...(await among('sms'))]).toEqual([stopped]);
  expect([...(await among('email'))]).toEqual([]);
});

describe('notes', () => {
  test('are added and deleted; an entry of another kind is not a note', async () => {
    const { caller, byId, place } = calls;
    const { contact_id, id: orderId } = await place({ customer_email: address() });
    const { body } = await invoke('create-contact-note', {
      ...calls.byId(contact_id),
      body: { text: 'Small eggs' },
    });
    const remove = (note_id: string) =>
      invoke('delete-contact-note', { caller, parameters: { id: contact_id, note_id } });
    expect((await remove(orderId)).status).toBe(404);
    expect((await remove(body.data.id)).status).toBe(204);
    const history = await invoke('list-contact-history', byId(contact_id));
    expect(history.body.data).toHaveLength(1);
  });
});
