import { activityAction } from '#store/commerce/activity.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findErasure, finishErasure } from '#store/commerce/erasures/erasures.ts';
import { erasers } from '../erasure/erasers.ts';
import type { WorkHandler, WorkHandlers } from '../run-work.ts';

/** Erases a person area by area, then the person in the receipt. */
const erasePerson: WorkHandler<'erase-person'> = async ({ payload }, run) => {
  const { brand_id, erasure_id } = payload;
  const erasure = await findErasure(commerceTable, [brand_id], erasure_id);
  if (erasure?.person === undefined) return 'done';
  const person = { brandId: brand_id, erasureId: erasure_id, ...erasure.person };
  for (const erase of erasers) {
    const outcome = await erase(person, { ...run, erasure });
    if (outcome === 'again' || run.isTimeUp()) return { again: run.now() };
  }
  const recorded = activityAction({
    id: run.newId(),
    brand_id,
    created_at: run.now().toISOString(),
    event: 'personalDataErased',
    data: { erasure_id },
  });
  await finishErasure(commerceTable, erasure, run.now(), [recorded]);
  return 'done';
};

/** The handlers of the worker `erase-people`, by kind. */
export const erasePeopleHandlers: WorkHandlers<'erase-people'> = { 'erase-person': erasePerson };
