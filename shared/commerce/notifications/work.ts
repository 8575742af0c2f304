import * as z from 'zod';
import { brands } from '#commerce/brands/records.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { EventConsumer, WorkHandler, WorkRun } from '#work/run-work.ts';
import { deliverToNext, withAccess, withChangelog } from './delivery-records.ts';
import { nextDigest } from './inbox.ts';
import { openInbox, queueDigest, readInbox } from './records.ts';
import { noticeOf, notifies } from './rules.ts';

/**
 * Delivers the notifications of events. The first inboxes get theirs at once; work continues with those of a larger brand, so
 * that no event waits for a brand with many members.
 */
export const notifyPeople: EventConsumer = async (events, run) => {
  for (const event of events) if (notifies(event.type)) await notify(event, run);
};

async function notify(event: RecordedEvent, run: WorkRun): Promise<void> {
  const brand = await brands.find({ brand_id: event.brand_id });
  const notice = brand && noticeOf(event, brand);
  if (notice === undefined) return;
  const joined = joinedMember.safeParse(event);
  if (joined.success) await openInbox(event.brand_id, joined.data.data.subject, run.now());
  const after = await deliverToNext(notice, undefined, run.now());
  if (after === undefined) return;
  const work = { kind: 'deliver-notification', key: notice.id, due: run.now() } as const;
  await transact(commerceTable, [scheduleWork({ ...work, payload: { notice, after } })]);
}

const joinedMember = z.object({
  type: z.literal('member.joined'),
  data: z.object({ subject: z.string().min(1) }),
});

/** Delivers a notification to the inboxes after a position. A run without time leaves its position to the next one. */
export const deliverNotification: WorkHandler<'deliver-notification'> = async ({ key, payload }, run) => {
  const { notice } = payload;
  let after: string | undefined = payload.after;
  while (after !== undefined) {
    if (run.isTimeUp()) {
      const next = { kind: 'deliver-notification', key, due: run.now(), payload: { notice, after } } as const;
      await transact(commerceTable, [scheduleWork(next)]);
      return 'done';
    }
    after = await deliverToNext(notice, after, run.now());
  }
  return 'done';
};

/** Sends the digest of one person, and returns at the next one. It ends with the preference, the brand or the role. */
export const sendDigest: WorkHandler<'send-digest'> = async ({ due, payload }, run) => {
  const [brand, inbox] = await Promise.all([brands.find({ brand_id: payload.brand_id }), readInbox(payload)]);
  if (brand === undefined || inbox === undefined) return 'done';
  const [permitted] = await withAccess([inbox]);
  if (permitted === undefined) return 'done';
  const now = run.now();
  const next = nextDigest(permitted.preferences.digest, brand.time_zone, now);
  if (next === undefined) return 'done';
  const current = await withChangelog(permitted, now);
  const { email } = current;
  if (email !== undefined) {
    await queueDigest({ ...current, email }, { brandName: brand.name, due, now });
  }
  return { again: next };
};
