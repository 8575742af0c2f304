import * as z from 'zod';
import { noticeOf, notifies } from '#commerce/notifications/rules.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { deliverToNext } from '#store/commerce/inboxes/deliver.ts';
import { openInbox } from '#store/commerce/inboxes/inboxes.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { EventConsumer } from '../event-consumer.ts';
import type { WorkRun } from '../run-work.ts';

/**
 * Delivers the notifications of events. The first inboxes get theirs at once; work continues with those of a larger brand, so
 * that no event waits for a brand with many members.
 */
export const notifyPeople: EventConsumer = async (events, run) => {
  for (const event of events) if (notifies(event.type)) await notify(event, run);
};

async function notify(event: RecordedEvent, run: WorkRun): Promise<void> {
  const record = await findBrand(commerceTable, event.brand_id);
  const notice = record && noticeOf(event, record.brand);
  if (notice === undefined) return;
  const joined = joinedMember.safeParse(event);
  if (joined.success) {
    await openInbox(commerceTable, event.brand_id, joined.data.data.subject, run.now());
  }
  const after = await deliverToNext(commerceTable, notice, undefined, run.now());
  if (after === undefined) return;
  const work = { kind: 'deliver-notification', key: notice.id, due: run.now() } as const;
  await transact(commerceTable, [scheduleWork({ ...work, payload: { notice, after } })]);
}

const joinedMember = z.object({
  type: z.literal('member.joined'),
  data: z.object({ subject: z.string().min(1) }),
});
