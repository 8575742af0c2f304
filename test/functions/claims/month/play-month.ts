import { reconcileBank } from './bank.ts';
import { newBills } from './bills.ts';
import { type Desk, payableAs } from './desk.ts';
import { correctAndBillNext, postUnbalancedRemittances, workOnUnmatched } from './hand-work.ts';
import { receiveClaims, workOnDrafts } from './intake.ts';
import type { Practice } from './practice.ts';
import type { RawRecords } from './raw-records.ts';
import { receivePayerStatuses } from './rejections.ts';
import {
  receiveCorrections,
  receiveDecisions,
  receiveForeignChecks,
  receiveFurtherDecisions,
  receiveReversals,
  receiveSecondPayments,
} from './remittances.ts';
import { submitReady, workOnRefusedSets, workOnRejections } from './submissions.ts';

/** What the suites compare: the month, and its raw records. */
export type Facts = () => {
  readonly desk: Desk;
  readonly raw: RawRecords;
  /** Before every response arrived once more. */
  readonly before: RawRecords;
};

/** Plays a month of the practice through the functions of the service. */
export async function playMonth(practice: Practice, claimCount: number): Promise<Desk> {
  const desk: Desk = {
    ...{ practice, bills: newBills(practice.dice, claimCount), twins: [], staged: new Set(), sentFiles: [] },
    ...{ finalLanes: new Map(), payable: new Map(), byHand: new Map() },
    ...{ unbalanced: [], checks: [], owed: new Map() },
  };
  await receiveClaims(desk);
  await workOnDrafts(desk);
  await submitReady(desk);
  await workOnRefusedSets(desk);
  await submitReady(desk);
  await workOnRejections(desk);
  for (const { number, id, story } of desk.bills) {
    if (story !== 'twin' && story !== 'dismissed') desk.payable.set(payableAs(number, '1'), id);
  }
  await receiveDecisions(desk);
  await receivePayerStatuses(desk);
  await receiveFurtherDecisions(desk);
  await receiveForeignChecks(desk);
  await postUnbalancedRemittances(desk);
  await workOnUnmatched(desk);
  await receiveReversals(desk, 12, 'reversed', 'reversed_corrected');
  await correctAndBillNext(desk);
  await receiveReversals(desk, 18, 'voided', 'paid_corrected');
  await receiveCorrections(desk);
  await receiveSecondPayments(desk);
  await reconcileBank(desk);
  noteFinalLanes(desk);
  return desk;
}

const lanes: Readonly<Record<string, string>> = {
  ...{
    denied: 'denied',
    underpaid: 'underpaid',
    reversed: 'pending',
    paid_twice: 'review',
    equal_payments: 'review',
    silent: 'submitted',
    voided: 'closed',
    zero_payment: 'denied',
    rejected_after_payment: 'payer_rejected',
  },
};

function noteFinalLanes({ bills, twins, finalLanes, sentFiles }: Desk): void {
  for (const { id, story } of bills) if (!finalLanes.has(id)) finalLanes.set(id, lanes[story] ?? 'paid');
  // A 277CA names the file, which distinguishes twins unless both are in one file.
  const areTogether = (number: string) => sentFiles.some((text) => text.split(`CLM*${number}*`).length > 2);
  for (const { id, number } of twins) finalLanes.set(id, areTogether(number) ? 'submitted' : 'accepted');
}
