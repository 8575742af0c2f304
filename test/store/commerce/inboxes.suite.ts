import { expect, test } from '@jest/globals';
import { deliverToNext, inboxesAtOnce } from '#commerce/notifications/delivery-records.ts';
import { changePreferences, personHash, unreadCount } from '#commerce/notifications/inbox.ts';
import {
  changeInboxAction,
  markActions,
  notices,
  openInbox,
  queueDigest,
  readAllAction,
  readInbox,
  readNotices,
  removeActions,
} from '#commerce/notifications/records.ts';
import type { Notice } from '#commerce/notifications/rules.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
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
      after = await deliverToNext(notice, after, now);
      calls++;
    } while (after !== undefined);
    return calls;
  };
  const inboxOf = async (brand: string, subject: string) => {
    const inbox = await readInbox({ brand_id: brand, subject });
    if (inbox === undefined) throw new Error('There is no inbox');
    return inbox;
  };
  const all = async (brand: string, subject: string, unread = false) =>
    (
      await readNotices(await inboxOf(brand, subject), {
        unread,
        limit: 200,
        cursor: undefined,
        now,
      })
    ).data;

  test('a notification reaches every inbox of a large brand once, however often it is delivered', async () => {
    const brand = newBrandId();
    const people = Array.from({ length: 2 * inboxesAtOnce + 3 }, (_, n) => `person-${n}-é#`);
    for (const subject of people) await openInbox(brand, subject, now);
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
    await openInbox(brand, subject, now);
    const made = Array.from({ length: 12 }, () => aNotice(brand));
    const change = async (id: string, index: number) => {
      const notice = await notices.find({ brand_id: brand, subject, id });
      if (notice === undefined) return;
      const inbox = await inboxOf(brand, subject);
      const actions =
        index % 3 === 0 ? removeActions(notice, inbox) : markActions(notice, inbox, index % 3 === 1, now);
      if (actions.length > 0) await transact(table(), actions);
    };
    await Promise.all([
      ...made.map((notice) => deliver(notice)),
      ...made.map(({ id }, index) => retryOnConflict(() => change(id, index), 20)),
      retryOnConflict(async () => transact(table(), [readAllAction(await inboxOf(brand, subject))]), 20),
    ]);
    await Promise.all(made.map(({ id }, index) => retryOnConflict(() => change(id, index), 20)));
    const unread = await all(brand, subject, true);
    expect(unread.every(({ read }) => !read)).toBe(true);
    expect(unreadCount(await inboxOf(brand, subject), now)).toBe(unread.length);
    expect(unread).toHaveLength(4);
  });

  test('expired notifications are neither listed nor counted', async () => {
    const [brand, subject] = [newBrandId(), 'patient'];
    await openInbox(brand, subject, now);
    await deliver(aNotice(brand, new Date('2026-03-16T23:00:00Z')));
    await deliver(aNotice(brand, new Date('2026-03-17T01:00:00Z')));
    expect(await all(brand, subject)).toHaveLength(1);
    expect(unreadCount(await inboxOf(brand, subject), now)).toBe(1);
  });

  test('pages follow each other, and people of other brands or names find nothing', async () => {
    const [brand, subject] = [newBrandId(), 'reader'];
    await openInbox(brand, subject, now);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const notice = aNotice(brand, new Date(now.getTime() - n * 1000));
      ids.push(notice.id);
      await deliver(notice);
    }
    const inbox = await inboxOf(brand, subject);
    const page = (cursor: string | undefined) => readNotices(inbox, { unread: false, limit: 2, cursor, now });
    const first = await page(undefined);
    const second = await page(first.nextCursor ?? '');
    const third = await page(second.nextCursor ?? '');
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect(third.nextCursor).toBeNull();
    const [id = ''] = ids;
    expect(await notices.find({ brand_id: brand, subject, id })).toBeDefined();
    expect(await notices.find({ brand_id: newBrandId(), subject, id })).toBeUndefined();
    expect(await notices.find({ brand_id: brand, subject: 'somebody', id })).toBeUndefined();
  });

  test('two digests at a time report each notification once', async () => {
    const [brand, subject] = [newBrandId(), 'digester'];
    const before = await openInbox(brand, subject, now);
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
      times.map((due) => queueDigest(inbox, { brandName: 'Farm', due: new Date(due), now })),
    );
    expect(sent.toSorted()).toEqual([false, true]);
    expect((await inboxOf(brand, subject)).digest_counts).toEqual({});
    const messages = await Promise.all(
      times.map((due) =>
        getItem(table(), { pk: `MESSAGES#${brand}`, sk: `MESSAGE#digest-${personHash(subject)}-${due}` }),
      ),
    );
    expect(messages.filter((message) => message !== undefined)).toMatchObject([
      { subject: 'Farm: 2 notifications' },
    ]);
  });
}
