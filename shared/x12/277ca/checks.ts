import { claimStatusCategory, claimStatusCode } from '../codes/claim-status.ts';
import { codeFault, codeFaultDetails, codeFaultMessage } from '../codes/dated-codes.ts';
import type { FindingInput } from '../engine/consumer.ts';
import type { Position } from '../reader/segment.ts';
import { formatCents } from '../values/money.ts';
import { contradicts } from './classification.ts';
import type { ClaimStatus, StatusInformation, Totals } from './model.ts';

type Report = (finding: FindingInput) => void;

/** Checks the STC codes of a claim and its lines: V128, V156. */
export function checkStatuses(status: ClaimStatus, report: Report): void {
  const { patientControlNumber, serviceDate } = status;
  const reportClaim: Report = (finding) => report({ ...finding, patientControlNumber });
  for (const one of status.statuses) checkStatus(one, '2200D', serviceDate, reportClaim);
  for (const line of status.serviceLines) {
    for (const one of line.statuses) checkStatus(one, '2220D', line.serviceDate ?? serviceDate, reportClaim);
  }
}

const reasonElements = [1, 10, 11];

/** Checks category and action (V128) and status code (V156) of one STC at the service date. */
export function checkStatus(
  status: StatusInformation,
  loop: string,
  serviceDate: string | undefined,
  report: Report,
): void {
  const { reasons, date, position: at, action = '' } = status;
  const base = { at, loop, segment: 'STC' };
  const dates = { service: serviceDate, decided: date };
  for (const [n, { category, code }] of reasons.entries()) {
    const place = { ...base, element: reasonElements[n] ?? 1, elementRef: 1271 };
    const ofCategory = category === '' ? undefined : codeFault(claimStatusCategory, category, dates);
    if (ofCategory !== undefined) {
      const details = codeFaultDetails(category, ofCategory);
      const message = codeFaultMessage('Status category', ofCategory);
      report({ ...place, id: 'V128', component: 1, value: category, message, details });
    }
    const ofCode = code === '' ? undefined : codeFault(claimStatusCode, code, dates);
    if (ofCode !== undefined) {
      const message = codeFaultMessage('Claim status', ofCode);
      const details = codeFaultDetails(code, ofCode);
      report({ ...place, id: 'V156', component: 2, value: code, message, details });
    }
  }
  if (!contradicts(status)) return;
  const details = { code: reasons[0]?.category ?? '', action, standing: 'contradicted' };
  const message = 'Action code contradicts the status category; correct STC03 or STC01-1';
  report({ ...base, id: 'V128', element: 3, elementRef: 306, message, details });
}

/** Number and amount of listed or submitted claims. */
export interface ClaimCount {
  readonly claims: number;
  readonly amount: number;
}

/** V127: compares totals with the submitted claims. */
export function checkTotalsAgainstSubmitted(totals: Totals, submitted: ClaimCount, report: Report): void {
  const claims = sum(totals.accepted, totals.rejected);
  if (claims !== undefined && claims !== submitted.claims) {
    const details = { stated: claims, submitted: submitted.claims };
    differ(totals.quantityPosition, '2200B', 'QTY', details, report);
  }
  const amount = sum(totals.acceptedAmount, totals.rejectedAmount);
  if (amount !== undefined && amount !== submitted.amount) {
    const details = { stated: formatCents(amount), submitted: formatCents(submitted.amount) };
    differ(totals.amountPosition, '2200B', 'AMT', details, report);
  }
}

/**
 * V127: compares totals with the listed claims. Fewer claims than stated are allowed, because a sender may list only
 * rejected claims. Amounts are compared when the numbers agree.
 */
export function checkTotalsAgainstListed(
  totals: Totals,
  listed: ClaimCount,
  loop: string,
  report: Report,
): void {
  if (listed.claims === 0) return;
  const claims = sum(totals.accepted, totals.rejected);
  if (claims !== undefined && listed.claims > claims) {
    const details = { stated: claims, listed: listed.claims };
    differ(totals.quantityPosition, loop, 'QTY', details, report);
  }
  const amount = sum(totals.acceptedAmount, totals.rejectedAmount);
  const areAllListed = claims === undefined || listed.claims === claims;
  if (amount === undefined || !areAllListed || amount === listed.amount) return;
  const details = { stated: formatCents(amount), listed: formatCents(listed.amount) };
  differ(totals.amountPosition, loop, 'AMT', details, report);
}

function differ(
  at: Position | undefined,
  loop: string,
  segment: string,
  details: Readonly<Record<string, string | number>>,
  report: Report,
): void {
  if (at !== undefined) report({ id: 'V127', at, loop, segment, element: 2, details });
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
}
