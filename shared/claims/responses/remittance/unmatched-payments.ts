import { Conflict } from '#persistence/conflict.ts';
import type { Claim } from '../../claim/claim.ts';
import { countsOf, preparePayments } from './posting-steps.ts';
import type { UnmatchedPayment, UnmatchedPaymentPorts } from './store.ts';
import { noPostings, type PostingCounts } from './stored-remittance.ts';

/** Posts what remittances have for claims that have come now. */
export async function postUnmatchedPayments(
  ports: UnmatchedPaymentPorts,
  claimIds: readonly string[],
): Promise<void> {
  const claims = await ports.claims.findClaims(claimIds);
  const numbers = new Set(claims.map(({ patient_control_number }) => patient_control_number));
  for (const number of numbers) {
    for (const awaited of await ports.remittances.findAwaited(number)) await postAwaited(ports, awaited);
  }
}

/**
 * Posts what waits although its claim is there: a run was cut off between the two, or they came at one moment.
 *
 * @returns how many were posted
 */
export async function sweepUnmatchedPayments(ports: UnmatchedPaymentPorts): Promise<number> {
  let posted = 0;
  for await (const page of ports.remittances.readAwaited()) {
    const arePresent = await ports.claims.existByNumbers(
      page.map(({ patient_control_number, provider = '' }) => ({ number: patient_control_number, provider })),
    );
    for (const [n, awaited] of page.entries()) {
      if (arePresent[n] && (await postAwaited(ports, awaited))) posted++;
    }
  }
  return posted;
}

const attempts = 5;

/**
 * Posts a payment that waits for its claim, if that is there now. Doing it again does nothing.
 *
 * @returns whether it waits no more
 */
async function postAwaited(ports: UnmatchedPaymentPorts, awaited: UnmatchedPayment): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await post(ports, awaited);
    } catch (error) {
      // Somebody changed the claim, or posted the payment: what is there now decides.
      if (!(error instanceof Conflict) || attempt === attempts) throw error;
    }
  }
}

async function post(ports: UnmatchedPaymentPorts, awaited: UnmatchedPayment): Promise<boolean> {
  const { remittances } = ports;
  const remittance = await remittances.find(awaited.remittance_id);
  const payment = await remittances.findPayment(awaited.remittance_id, awaited.number);
  // While the remittance itself is being posted its counts are not ours to move.
  if (remittance?.state !== 'applied' || payment === undefined) return false;
  if (payment.posting?.match.result !== 'unmatched') {
    await ports.write({ entries: [], writes: await remittances.stopWaiting(awaited) });
    return true;
  }
  const prepared = (await preparePayments(ports, remittance, [payment])).get(payment.number);
  if (prepared === undefined || prepared.match.result === 'unmatched') return false;
  const now = ports.now();
  const facts = { remittance, actor: `file:${remittance.file_id}`, now, at: now.toISOString() };
  const { posting, claim, change, further = [], event } = prepared.apply(facts, (one: Claim) => one);
  const changes = [...(change ? [change] : []), ...further];
  const moved: PostingCounts & Record<string, number> = {
    ...noPostings,
    ...countsOf(posting),
    unmatched: -1,
  };
  await ports.write({
    entries: changes.map(({ entry }) => entry),
    writes: [
      ...ports.claims.changeActions(changes),
      ...(event && claim ? [ports.claims.eventAction(claim.id, payment.number - 1, event)] : []),
      remittances.putPosting(payment, posting, true),
      remittances.moveCounts(remittance.id, moved),
      ...(await remittances.stopWaiting(awaited)),
    ],
  });
  return true;
}
