import { type ErasedPerson, pseudonymOf } from '#commerce/contacts/erased-person.ts';
import { personId } from '#commerce/customer.ts';
import type { Erasure } from '#contract/commerce/personal-data.ts';
import { commerceTable as table } from '#store/commerce/commerce-table.ts';
import { eraseCustomers } from '#store/commerce/erasures/erase-customers.ts';
import { eraseEvents } from '#store/commerce/erasures/erase-events.ts';
import { eraseHistory } from '#store/commerce/erasures/erase-history.ts';
import { eraseMessages, eraseSmsThreads } from '#store/commerce/erasures/erase-messages.ts';
import { eraseOrders } from '#store/commerce/erasures/erase-orders.ts';
import { eraseProgram, eraseReferredIds, forgetPeople } from '#store/commerce/erasures/erase-program.ts';
import { eraseReferrals } from '#store/commerce/erasures/erase-referrals.ts';
import type { WorkRun } from '../run-work.ts';

interface ErasureRun extends WorkRun {
  readonly erasure: Erasure;
}

/**
 * Removes the data of a person from one area. It is idempotent and continues after a kill where it was, because what is
 * removed is not found again. Returns `again` when the time of the run is up, or when what it found has to be read again.
 */
export type Eraser = (person: ErasedPerson, run: ErasureRun) => Promise<'done' | 'again'>;

const outcome = (finished: boolean) => (finished ? 'done' : 'again');

/** Referral program, activity and webhooks. The person, who leads to the ids that were used, goes last. */
const eraseIds: Eraser = async (person, run) => {
  const { brandId, emails } = person;
  const customers = await eraseProgram(table, person, run);
  if (customers === undefined) return 'again';
  const referred = emails.map((email) => [personId(brandId, email), pseudonymOf(person, email)] as const);
  const ids = new Map([...customers, ...referred]);
  if (!(await eraseReferredIds(table, brandId, ids, run))) return 'again';
  if (!(await eraseEvents(table, brandId, ids, run))) return 'again';
  await forgetPeople(table, person);
  return 'done';
};

/** Every area with data of people. To add an area, add a line. */
export const erasers: readonly Eraser[] = [
  async (person, run) => outcome(await eraseOrders(table, person, run)),
  async (person, { erasure }) => {
    await eraseCustomers(table, person, erasure);
    return 'done';
  },
  async (person, run) => outcome(await eraseReferrals(table, person, run)),
  eraseIds,
  async (person, run) => outcome(await eraseMessages(table, person, run)),
  async (person) => {
    await eraseSmsThreads(table, person);
    return 'done';
  },
  async (person, run) => outcome(await eraseHistory(table, person, run)),
];
