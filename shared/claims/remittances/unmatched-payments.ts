import { retryOnConflict } from '#persistence/conflict.ts';
import type { Write } from '../change.ts';
import { claimsWrite } from '../claims/read-chains.ts';
import { itemOfPayment } from '../unmatched/new-items.ts';
import { decided, type UnmatchedItem, unmatchedItemId } from '../unmatched/unmatched-item.ts';
import {
  countedAs,
  decidePayment,
  matchPayments,
  type UnmatchedPaymentPorts,
  unmatchedPayments,
} from './posting-rules.ts';
import type { Posting, PostingCounts, StoredRemittance, UnmatchedPayment } from './stored-remittance.ts';

/** Posts the unmatched payments that are for these claims, which were stored just now. */
export async function postUnmatchedPayments(
  ports: UnmatchedPaymentPorts,
  claimIds: readonly string[],
): Promise<void> {
  const claims = await ports.claims.findClaims(claimIds);
  const numbers = claims.map(({ patient_control_number }) => patient_control_number);
  await postPaymentsUnder(ports, numbers);
}

/** Posts the unmatched payments that wait under these numbers, if their claim is known by now. */
export async function postPaymentsUnder(
  ports: UnmatchedPaymentPorts,
  numbers: readonly string[],
): Promise<void> {
  for (const number of new Set(numbers)) {
    for (const payment of await ports.remittances.findUnmatched(number)) await postLater(ports, payment);
  }
}

/**
 * Posts unmatched payments whose claim is stored: the run that stored the claim was cut off, or payment and claim came at
 * the same moment.
 *
 * @returns number of payments posted
 */
export async function sweepUnmatchedPayments(ports: UnmatchedPaymentPorts): Promise<number> {
  let posted = 0;
  for await (const page of ports.remittances.readUnmatched()) {
    const exist = await ports.claims.existByNumbers(
      page.map(({ patient_control_number: number, provider = '' }) => ({ number, provider })),
    );
    for (const [n, payment] of page.entries()) {
      const isKnown = exist[n] || (await isPayerNumberKnown(ports, payment));
      if (isKnown && (await postLater(ports, payment))) posted++;
    }
  }
  return posted;
}

/** Whether an acknowledgment gave a claim the number since. */
const isPayerNumberKnown = async (
  { claims }: UnmatchedPaymentPorts,
  { by, patient_control_number: number }: UnmatchedPayment,
): Promise<boolean> => by === 'payer_control_number' && (await claims.findByPayerControl(number)).length > 0;

/**
 * Posts an unmatched payment if its claim is stored. Idempotent.
 *
 * @returns whether the payment is posted
 */
const postLater = (ports: UnmatchedPaymentPorts, payment: UnmatchedPayment): Promise<boolean> =>
  retryOnConflict(() => post(ports, payment));

async function post(ports: UnmatchedPaymentPorts, unmatched: UnmatchedPayment): Promise<boolean> {
  const { remittances } = ports;
  const { remittance_id, number } = unmatched;
  const remittance = await remittances.find(remittance_id);
  const stored = await remittances.findPayment(remittance_id, number);
  const item = await ports.findItem(unmatchedItemId(remittance_id, number));
  // The run that posts the remittance moves its counts until it is applied.
  if (remittance?.state !== 'applied' || stored === undefined) return false;
  const done = () => noLongerUnmatched(ports, unmatchedPayments(stored, remittance));
  if (stored.posting?.match.result !== 'unmatched') {
    await ports.write({ entries: [], writes: await done() });
    return true;
  }
  // A person has dismissed it.
  if (item !== undefined && item.state !== 'open') return false;
  const [matched] = await matchPayments(ports, remittance, [stored]);
  if (matched === undefined || matched.match.result === 'unmatched') return false;
  const now = ports.now();
  const facts = { remittance, actor: `file:${remittance.file_id}`, now, at: now.toISOString() };
  const { result: posting, changes = [], read = [] } = decidePayment(matched, facts, (claim) => claim);
  const by: Partial<Record<keyof PostingCounts, number>> = { unmatched: -1 };
  for (const name of countedAs(posting)) by[name] = 1;
  await ports.write({
    entries: changes.map(({ entry }) => entry),
    writes: [
      claimsWrite(read, changes),
      { kind: 'posting', payment: stored, posting, ifUnmatched: true },
      {
        kind: 'posting-counts',
        remittanceId: remittance_id,
        by,
        ...(posting.billing_npis && { billingNpis: posting.billing_npis }),
      },
      ...(item ? [itemAfter(item, { matched, posting, remittance }, facts)] : []),
      ...(await done()),
    ],
  });
  return true;
}

/** Removes the records by which a payment waits. */
export const noLongerUnmatched = (
  { remittances }: Pick<UnmatchedPaymentPorts, 'remittances'>,
  payments: readonly UnmatchedPayment[],
): Promise<readonly Write[]> =>
  Promise.all(
    payments.map(
      async (payment): Promise<Write> => ({
        kind: 'payment-matched',
        payment,
        isLast: await remittances.isLastUnmatched(payment),
      }),
    ),
  );

/** The item of a payment that was posted, or that waits for another reason now. */
function itemAfter(
  item: UnmatchedItem,
  {
    matched: { stored, payment },
    posting,
    remittance,
  }: {
    readonly matched: Awaited<ReturnType<typeof matchPayments>>[number];
    readonly posting: Posting;
    readonly remittance: StoredRemittance;
  },
  { actor: by, now }: { readonly actor: string; readonly now: Date },
): Write {
  const replaces = item.version;
  const waiting = itemOfPayment(stored, payment, posting, remittance);
  const at = now.toISOString();
  if (waiting !== undefined) {
    const { reason, claim_ids } = waiting;
    const changed = { ...item, reason, claim_ids, version: item.version + 1, updated_at: at };
    return { kind: 'unmatched-item', item: changed, replaces };
  }
  const { match } = posting;
  const claim = match.result === 'matched' ? { claim_id: match.claim_id } : {};
  const decision = { at, by, action: 'matched', ...claim } as const;
  return { kind: 'unmatched-item', item: decided(item, 'resolved', decision), replaces };
}
