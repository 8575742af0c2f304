import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Principal } from '#auth/principal.ts';
import { invitationMessage, newInvitation } from '#commerce/members/rules.ts';
import { findMessage } from '#commerce/messages/records.ts';
import { deliverToNext } from '#commerce/notifications/delivery-records.ts';
import {
  changePreferences,
  confirmationOf,
  digestText,
  isOpen,
  matches,
  maySendCode,
  newCode,
  nextDigest,
  personHash,
  readPreferences,
} from '#commerce/notifications/inbox.ts';
import { notices, readInbox } from '#commerce/notifications/records.ts';
import { type Notice, noticeOf } from '#commerce/notifications/rules.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { newId } from '#persistence/new-id.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, person } from '../functions/invoke.ts';

const event = (type: string, data: Readonly<Record<string, unknown>>) =>
  ({ id: 'e', brand_id: 'b', type, created_at: '2026-03-02T15:04:05.120Z', data }) as RecordedEvent;
const sender = { currency: 'USD', locale: 'en-US' };

describe('rules', () => {
  test.each([
    [
      'order.created',
      { id: 'o', number: 1042, total: 13.5 },
      'new_order',
      'New order #1042 of $13.50',
      'order',
    ],
    [
      'campaign.sent',
      { id: 'c', recipient_count: 1 },
      'campaign_sent',
      'A campaign was sent to 1 contact',
      'campaign',
    ],
    [
      'product.low_stock',
      { id: 'p', name: 'Kale', available: 3 },
      'low_stock',
      'Kale is low in stock: 3 left',
      'product',
    ],
    [
      'product.low_stock',
      { id: 'p', name: 'Apples', variant_id: 'v', variant_name: '5 kg box', available: 3 },
      'low_stock',
      'Apples, 5 kg box is low in stock: 3 left',
      'product',
    ],
    [
      'invoice.payment_failed',
      { invoice_id: 'i' },
      'payment_failed',
      expect.stringContaining('failed'),
      'invoice',
    ],
    [
      'webhook_endpoint.disabled',
      { id: 'w', reason: 'gone' },
      'webhook_disabled',
      expect.stringContaining('410'),
      'webhook_endpoint',
    ],
    [
      'campaign.paused',
      { id: 'c', reason: 'sends_used_up' },
      'campaign_stopped',
      expect.stringContaining('too few messages'),
      'campaign',
    ],
    [
      'campaign.failed',
      { id: 'c', reason: 'no_recipients' },
      'campaign_stopped',
      expect.stringContaining('no recipients'),
      'campaign',
    ],
  ])('%s notifies', (type, data, kind, title, resource) => {
    const notice = noticeOf(event(type, data), sender);
    expect(notice).toMatchObject({ id: 'e', kind, title, resource: { type: resource } });
  });

  test('billing notifies owners of reminders and of lost and regained plans, not of every change', () => {
    const titleOf = (type: string, data: Readonly<Record<string, unknown>>) => {
      const notice = noticeOf(event(type, data), sender);
      if (notice !== undefined) expect(notice.audience).toBe('owners');
      return notice?.title;
    };
    const change = (previous_status: string, status: string) =>
      titleOf('subscription.changed', { previous_status, status });
    expect(titleOf('invoice.payment_failed', {})).toContain('failed');
    expect(titleOf('subscription.payment_reminder', { days_left: 1 })).toMatch(/your plan ends in 1 day$/);
    expect(change('past_due', 'suspended')).toContain('suspended');
    expect(change('suspended', 'active')).toContain('active again');
    expect(change('active', 'canceled')).toContain('ended');
    expect(change('none', 'active')).toBeUndefined();
    expect(change('active', 'past_due')).toBeUndefined();
    expect(change('active', 'active')).toBeUndefined();
  });

  test('an unexpected shape of the data still notifies, without its facts', () => {
    expect(noticeOf(event('order.created', { total: 'many' }), sender)?.title).toBe('New order');
    expect(noticeOf(event('member.joined', { role: 'viewer' }), sender)?.title).toBe(
      'A member joined as viewer',
    );
  });

  test('a notification has its event with the facts of the title, without ids and people', () => {
    const causeOf = (type: string, data: Readonly<Record<string, unknown>>) =>
      noticeOf(event(type, data), sender)?.cause;
    expect(causeOf('order.created', { id: 'o', number: 1042, total: 13.5, stop_id: 's' })).toEqual({
      event: 'order.created',
      facts: { number: 1042, total: 13.5, currency: 'USD' },
    });
    expect(causeOf('member.joined', { subject: 'ana', role: 'viewer' })).toEqual({
      event: 'member.joined',
      facts: { role: 'viewer' },
    });
  });

  test('other events notify nobody', () => {
    expect(noticeOf(event('product.changed', { id: 'p' }), sender)).toBeUndefined();
    expect(noticeOf(event('toString', {}), sender)).toBeUndefined();
  });
});

describe('digests', () => {
  const daily = { frequency: 'daily', hour: 7, weekday: 1 } as const;
  test.each([
    [daily, 'UTC', '2026-03-02T06:59:59Z', '2026-03-02T07:00:00.000Z'],
    [daily, 'UTC', '2026-03-02T07:00:00Z', '2026-03-03T07:00:00.000Z'],
    // Clocks in Denver move forward on March 8 and back on November 1, 2026.
    [daily, 'America/Denver', '2026-03-07T15:00:00Z', '2026-03-08T13:00:00.000Z'],
    [daily, 'America/Denver', '2026-10-31T14:00:00Z', '2026-11-01T14:00:00.000Z'],
    [{ ...daily, hour: 2 }, 'America/Denver', '2026-03-07T10:00:00Z', '2026-03-08T09:00:00.000Z'],
    [{ ...daily, hour: 1 }, 'America/Denver', '2026-11-01T06:00:00Z', '2026-11-01T07:00:00.000Z'],
    [{ ...daily, hour: 1 }, 'America/Denver', '2026-11-01T07:00:00Z', '2026-11-02T08:00:00.000Z'],
    [{ ...daily, frequency: 'weekly' } as const, 'UTC', '2026-03-02T07:00:00Z', '2026-03-09T07:00:00.000Z'],
    [
      { ...daily, frequency: 'weekly', weekday: 0 } as const,
      'Pacific/Kiritimati',
      '2026-03-02T00:00:00Z',
      '2026-03-07T17:00:00.000Z',
    ],
  ])('%j in %s after %s is due at %s', (schedule, zone, now, due) => {
    expect(nextDigest(schedule, zone, new Date(now))?.toISOString()).toBe(due);
  });

  test('there is none if it is off', () => {
    expect(nextDigest({ ...daily, frequency: 'off' }, 'UTC', new Date())).toBeUndefined();
  });

  test('the text counts each kind and lists the latest titles', () => {
    const { subject, text } = digestText('Meadow Farm', { new_order: 2, low_stock: 1 }, [
      'New order of $1.00',
    ]);
    expect(subject).toBe('Meadow Farm: 3 notifications');
    expect(text).toContain('2 new orders\n1 product low in stock\n\nLatest:\n- New order of $1.00\n');
  });
});

describe('preferences', () => {
  test('omitted members of a change stay, and kinds of later versions have defaults', () => {
    const before = readPreferences({ kinds: { new_order: { in_app: false, email: true, digest: false } } });
    expect(before.kinds.payment_failed.email).toBe(true);
    const after = changePreferences(before, { brand_id: 'b', digest: { frequency: 'weekly' } });
    expect(after.kinds).toEqual(before.kinds);
    expect(after.digest).toEqual({ frequency: 'weekly', hour: 7, weekday: 1 });
  });

  test('a code confirms its own inbox only, for an hour and five attempts', () => {
    const now = new Date('2026-03-02T07:00:00Z');
    const code = newCode();
    expect(code).toMatch(/^\d{6}$/);
    const pending = confirmationOf('a@example.com', code, 'inbox', now);
    expect(JSON.stringify(pending)).not.toContain(code);
    expect([matches(pending, code, 'inbox'), matches(pending, code, 'other')]).toEqual([true, false]);
    expect(isOpen(pending, new Date('2026-03-02T07:59:59Z'))).toBe(true);
    expect(isOpen(pending, new Date('2026-03-02T08:00:00Z'))).toBe(false);
    expect(isOpen({ ...pending, attempts: 5 }, now)).toBe(false);
    expect(maySendCode(pending, new Date('2026-03-02T07:09:59Z'))).toBe(false);
    expect(maySendCode(pending, new Date('2026-03-02T07:10:00Z'))).toBe(true);
  });
});

const issued = newInvitation(
  { brand_id: randomUUID(), email: 'emma@example.com', role: 'viewer' },
  {
    id: randomUUID(),
    invitedBy: 'ana',
    now: new Date('2026-11-23T12:00:00Z'),
    random: new Uint8Array(32).fill(7),
  },
);

test('the e-mail of an invitation has its code on one line', () => {
  const { text } = invitationMessage(issued, 'Meadow Farm', undefined);
  expect(text.split('\n')).toContain(issued.token);
  expect(text).not.toContain('http');
});

test('with the address of the web app, the e-mail has a link that accepts, and the code', () => {
  const { text } = invitationMessage(issued, 'Meadow Farm', 'https://app.example.com');
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      `https://app.example.com/invitations/accept?token=${issued.token}`,
      issued.token,
    ]),
  );
});

test('a line break in the name of a brand adds no line to the e-mail', () => {
  const { subject, text } = invitationMessage(issued, 'Meadow\r\nBcc: x', undefined);
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text).not.toMatch(/^Bcc/m);
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  const listOf = async (caller: Principal, brand_id: string, unread = 'false') => {
    const { body } = await invoke('list-notifications', { caller, query: { brand_id, unread } });
    return [body.data.map(({ id }: { id: string }) => id), body.unread_count];
  };

  test('a person marks and deletes notifications, and addresses none of other people', async () => {
    const { brand_id, caller } = await newBrand();
    const other = person({ [brand_id]: 'viewer' });
    expect(await listOf(caller, brand_id)).toEqual([[], 0]);
    await listOf(other, brand_id);
    const now = new Date();
    const created_at = now.toISOString();
    const notice = { id: newId(now), brand_id, kind: 'new_order', title: 'New order', created_at } as const;
    await deliverToNext(notice, undefined, now);
    expect(await listOf(caller, brand_id, 'true')).toEqual([[notice.id], 1]);
    const mark = (read: boolean, by = caller) =>
      invoke('update-notification', { caller: by, parameters: { id: notice.id }, body: { read } });
    expect((await mark(true)).body.data).toEqual({ ...notice, read: true });
    expect((await mark(true)).status).toBe(200);
    expect(await listOf(caller, brand_id)).toEqual([[notice.id], 0]);
    expect((await mark(false)).body.data.read).toBe(false);
    await invoke('read-all-notifications', { caller, body: { brand_id } });
    expect(await listOf(caller, brand_id, 'true')).toEqual([[], 0]);
    expect((await mark(false)).body.data.read).toBe(false);
    expect(await listOf(caller, brand_id, 'true')).toEqual([[notice.id], 1]);

    const remove = (by: Principal) =>
      invoke('delete-notification', { caller: by, parameters: { id: notice.id } });
    expect((await remove(person({ [brand_id]: 'owner' }))).status).toBe(404);
    expect((await remove(caller)).status).toBe(204);
    expect((await mark(true)).status).toBe(404);
    expect(await listOf(caller, brand_id)).toEqual([[], 0]);
    expect(await listOf(other, brand_id)).toEqual([[notice.id], 1]);
  });

  test('a notification that is not listed cannot be addressed', async () => {
    const { brand_id, caller } = await newBrand();
    const kinds = { new_order: { in_app: false, email: false, digest: true } };
    const set = { caller, body: { brand_id, kinds, digest: { frequency: 'daily' } } };
    expect((await invoke('set-notification-preferences', set)).body.data.kinds).toMatchObject(kinds);
    const now = new Date();
    const notice = { id: newId(now), brand_id, kind: 'new_order', title: 't', created_at: now.toISOString() };
    await deliverToNext(notice as Notice, undefined, now);
    expect(await notices.find({ brand_id, subject: caller.subject, id: notice.id })).toMatchObject({
      listed: false,
    });
    const update = { caller, parameters: { id: notice.id }, body: { read: true } };
    expect((await invoke('update-notification', update)).status).toBe(404);
  });

  test('wrong codes are counted, and after five of them the right one confirms nothing', async () => {
    const { brand_id, caller } = await newBrand();
    const email = 'ana@example.com';
    const set = { caller, body: { brand_id, email } };
    expect((await invoke('set-notification-preferences', set)).body.data).toMatchObject({
      email: null,
      unconfirmed_email: email,
    });
    expect((await invoke('set-notification-preferences', set)).body.code).toBe('code_sent_recently');
    const inbox = await readInbox({ brand_id, subject: caller.subject });
    const id = `code-${personHash(caller.subject)}-${inbox?.confirmation?.sent_at}`;
    const code = /\d{6}/.exec((await findMessage(brand_id, id))?.text ?? '')?.[0] ?? '';
    const confirm = (text: string) =>
      invoke('confirm-notification-email', { caller, body: { brand_id, code: text } });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 4; n++) expect((await confirm(wrong)).body.code).toBe('invalid_code');
    expect((await readInbox({ brand_id, subject: caller.subject }))?.confirmation?.attempts).toBe(4);
    await confirm(wrong);
    expect((await confirm(code)).body.code).toBe('invalid_code');
    const preferences = await invoke('get-notification-preferences', { caller, query: { brand_id } });
    expect(preferences.body.data.email).toBeNull();
  });
});
