import { expect, test } from '@jest/globals';
import { changePreferences } from '#commerce/notifications/preferences.ts';
import type { Notice } from '#commerce/notifications/rules.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import { deliverToNext, inboxesAtOnce } from '#store/commerce/inboxes/deliver.ts';
import { queueDigest } from '#store/commerce/inboxes/digests.ts';
import { personHash } from '#store/commerce/inboxes/inbox-keys.ts';
import { changeInboxAction, openInbox, readInbox, unreadCount } from '#store/commerce/inboxes/inboxes.ts';
import {
  findNotice,
  markNotice,
  readAllAction,
  readNotices,
  removeNotice,
} from '#store/commerce/inboxes/notices.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { newBrandId } from './samples.ts';

export function inboxesSuite(table: () => Table): void {
  const now = new Date('2026-06-15T12:00:00Z');
  const aNotice = (brand_id: string, at = now): Notice => ({
    ...{ id: newId(at), brand_id, kind: 'new_order', title: 'New order', created_at: at.toISOString() },
  });
  const cause = { event: 'order.created', facts: { total: 13.5, currency: 'USD' } };
  const deliver = async (notice: Notice) => {
    let after: string | undefined;
    let calls = 0;
    do {
      after = await deliverToNext(table(), notice, after, now);
      calls++;
    } while (after !== undefined);
    return calls;
  };
  const inboxOf = async (brand: string, subject: string) => {
    const inbox = await readInbox(table(), brand, personHash(subject));
    if (inbox === undefined) throw new Error('There is no inbox');
    return inbox;
  };
  const all = async (brand: string, subject: string, unread = false) =>
    (
      await readNotices(table(), await inboxOf(brand, subject), {
        unread,
        limit: 200,
        cursor: undefined,
        now,
      })
    ).data;

  test('a notification reaches every inbox of a large brand once, however often it is delivered', async () => {
    const brand = newBrandId();
    const people = Array.from({ length: 2 * inboxesAtOnce + 3 }, (_, n) => `person-${n}-é#`);
    for (const subject of people) await openInbox(table(), brand, subject, now);
    const notice = { ...aNotice(brand), cause };
    expect(await deliver(notice)).toBe(3);
    await Promise.all([deliver(notice), deliver(notice)]);
    for (const subject of people) {
      expect(await all(brand, subject)).toMatchObject([{ id: notice.id, cause }]);
      expect(unreadCount(await inboxOf(brand, subject), now)).toBe(1);
    }
  });

  test('the number of unread notifications stays exact while all callers meet', async () => {
    const [brand, subject] = [newBrandId(), 'busy'];
    await openInbox(table(), brand, subject, now);
    const notices = Array.from({ length: 12 }, () => aNotice(brand));
    const person = personHash(subject);
    const change = async (id: string, index: number) => {
      const found = await findNotice(table(), [newBrandId(), brand], person, id);
      if (found === undefined) return;
      if (index % 3 === 0) await removeNotice(table(), found);
      else await markNotice(table(), found, index % 3 === 1, now);
    };
    await Promise.all([
      ...notices.map((notice) => deliver(notice)),
      ...notices.map(({ id }, index) => retryOnConflict(() => change(id, index), 20)),
      retryOnConflict(async () => transact(table(), [readAllAction(await inboxOf(brand, subject))]), 20),
    ]);
    await Promise.all(notices.map(({ id }, index) => retryOnConflict(() => change(id, index), 20)));
    const unread = await all(brand, subject, true);
    expect(unread.every(({ read }) => !read)).toBe(true);
    expect(unreadCount(await inboxOf(brand, subject), now)).toBe(unread.length);
    expect(unread).toHaveLength(4);
  });

  test('expired notifications are neither listed nor counted', async () => {
    const [brand, subject] = [newBrandId(), 'patient'];
    await openInbox(table(), brand, subject, now);
    await deliver(aNotice(brand, new Date('2026-03-16T23:00:00Z')));
    await deliver(aNotice(brand, new Date('2026-03-17T01:00:00Z')));
    expect(await all(brand, subject)).toHaveLength(1);
    expect(unreadCount(await inboxOf(brand, subject), now)).toBe(1);
  });

  test('pages follow each other, and people of other brands or names find nothing', async () => {
    const [brand, subject] = [newBrandId(), 'reader'];
    await openInbox(table(), brand, subject, now);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const notice = aNotice(brand, new Date(now.getTime() - n * 1000));
      ids.push(notice.id);
      await deliver(notice);
    }
    const inbox = await inboxOf(brand, subject);
    const page = (cursor: string | undefined) =>
      readNotices(table(), inbox, { unread: false, limit: 2, cursor, now });
    const first = await page(undefined);
    const second = await page(first.nextCursor ?? '');
    const third = await page(second.nextCursor ?? '');
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect(third.nextCursor).toBeNull();
    expect(await findNotice(table(), [newBrandId()], inbox.person, ids[0] ?? '')).toBeUndefined();
    expect(await findNotice(table(), [brand], personHash('somebody'), ids[0] ?? '')).toBeUndefined();
  });

  test('two digests at a time report each notification once', async () => {
    const [brand, subject] = [newBrandId(), 'digester'];
    const before = await openInbox(table(), brand, subject, now);
    const preferences = changePreferences(before.preferences, {
      brand_id: brand,
      digest: { frequency: 'daily' },
    });
    await transact(table(), [
      changeInboxAction(before, { preferences, email: 'd@example.com', confirmation: undefined }),
    ]);
    await deliver(aNotice(brand));
    await deliver(aNotice(brand));
    const inbox = { ...(await inboxOf(brand, subject)), email: 'd@example.com' };
    const times = ['2026-06-16T07:00:00.000Z', '2026-06-16T07:00:30.000Z'];
    const sent = await Promise.all(
      times.map((due) => queueDigest(table(), inbox, { brandName: 'Farm', due: new Date(due), now })),
    );
    expect(sent.toSorted()).toEqual([false, true]);
    expect((await inboxOf(brand, subject)).digest_counts).toEqual({});
    const messages = await Promise.all(
      times.map((due) =>
        getItem(table(), { pk: `MESSAGES#${brand}`, sk: `MESSAGE#digest-${inbox.person}-${due}` }),
      ),
    );
    expect(messages.filter((message) => message !== undefined)).toMatchObject([
      { subject: 'Farm: 2 notifications' },
    ]);
  });
}
