import { commerceTable } from '#store/commerce/commerce-table.ts';
import { deliverToNext } from '#store/commerce/inboxes/deliver.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkHandler } from '../run-work.ts';

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
    after = await deliverToNext(commerceTable, notice, after, run.now());
  }
  return 'done';
};
