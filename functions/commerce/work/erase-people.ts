import type { Erasure } from '#commerce/contacts/contact-fields.ts';
import {
  countErased,
  type ErasedPerson,
  erasures,
  finishAction,
} from '#commerce/contacts/erasure-records.ts';
import { eraseHistory, eraseMessages, eraseOrders } from '#commerce/contacts/erasure-work.ts';
import { eraseReferrals } from '#commerce/referrals/work.ts';
import { activities } from '#commerce/reports/records.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import type { ErasedArea, ErasedElsewhere } from '#store/commerce/record.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type WorkHandler, type WorkHandlers, type WorkRun, workFunction } from '#work/run-work.ts';

interface ErasureRun extends WorkRun {
  readonly erasure: Erasure;
}

/**
 * Removes the data of a person from one area. It is idempotent and continues after a kill where it was, because what is
 * removed is not found again. Returns `again` when the time of the run is up, or when what it found has to be read again.
 */
type Eraser = (person: ErasedPerson, run: ErasureRun) => Promise<'done' | 'again'>;

const outcome = (finished: boolean) => (finished ? 'done' : 'again');

/** The erasers of the areas that places declare, in the order in which they run. */
const erasers: Readonly<Record<Exclude<ErasedArea, ErasedElsewhere>, Eraser>> = {
  orders: async (person, run) => outcome(await eraseOrders(person, run)),
  referrals: async (person, { erasure, isTimeUp }) =>
    outcome(await eraseReferrals(person, countErased(erasure, 'referrals'), isTimeUp)),
  messages: async (person, run) => outcome(await eraseMessages(person, run)),
  history: async (person, run) => outcome(await eraseHistory(person, run)),
};

/** Erases a person area by area, then the person in the receipt. */
const erasePerson: WorkHandler<'erase-person'> = async ({ payload }, run) => {
  const { brand_id, erasure_id } = payload;
  const erasure = await erasures.find({ brand_id, id: erasure_id });
  if (erasure?.person === undefined) return 'done';
  const person = { brandId: brand_id, erasureId: erasure_id, ...erasure.person };
  for (const erase of Object.values(erasers)) {
    const outcome = await erase(person, { ...run, erasure });
    if (outcome === 'again' || run.isTimeUp()) return { again: run.now() };
  }
  const recorded = activities.put({
    id: run.newId(),
    brand_id,
    created_at: run.now().toISOString(),
    event: 'personalDataErased',
    data: { erasure_id },
  });
  await transact(commerceTable, [finishAction(erasure, run.now()), recorded]);
  return 'done';
};

/** The handlers of the worker `erase-people`, by kind. */
export const erasePeopleHandlers: WorkHandlers<'erase-people'> = { 'erase-person': erasePerson };

/** Removes the personal data of erased contacts. */
export const handler = workFunction('erase-people', erasePeopleHandlers);
