import type { CodeTables } from '../checks/medical-code.ts';
import {
  adjustmentReasonCodes,
  feeScheduleReason,
  groupsOfReason,
  reasonsThatNeedRemark,
} from '../codes/adjustment-reason.ts';
import {
  claimFilingIndicators835,
  claimPaymentStatus,
  commonFilingIndicator,
} from '../codes/claim-payment.ts';
import {
  type CodeDates,
  type CodeFault,
  codeFault,
  codeFaultDetails,
  codeFaultMessage,
} from '../codes/dated-codes.ts';
import { alertRemarks, remarkCodes } from '../codes/remark.ts';
import type { FindingInput } from '../engine/consumer.ts';
import type { CodeList } from '../guide/code-list.ts';
import { formatCents } from '../values/money.ts';
import {
  chargeEquation,
  claimBalances,
  claimEquation,
  type Equation,
  isLineBalanced,
  lineEquation,
  patientShare,
} from './balance.ts';
import type { ClaimPayment, PaymentAdjustment, ReferenceNumber, Remittance } from './model.ts';
import type { ClaimPlaces, CodePlaces, ElementPlace } from './remittance-consumer.ts';
import { isReversal } from './reversal.ts';

type Report = (finding: FindingInput) => void;

/** The remittance of a claim payment, and code tables in place of the built-in lists. */
export interface PaymentContext {
  readonly remittance: Remittance;
  readonly tables?: CodeTables | undefined;
}

/** Checks one claim payment: V120, V121, V123, V150 to V153. */
export function checkClaimPayment(
  claim: ClaimPayment,
  places: ClaimPlaces,
  context: PaymentContext,
  report: Report,
): void {
  const reportFault: Report = (finding) =>
    report({ ...finding, patientControlNumber: claim.patientControlNumber });
  checkBalance(claim, reportFault);
  checkClaimCodes(claim, reportFault);
  checkLevel(claim, undefined, places, context, reportFault);
  for (const [index, linePlaces] of places.lines.entries()) {
    checkLevel(claim, index, linePlaces, context, reportFault);
  }
}

function checkBalance(claim: ClaimPayment, reportFault: Report): void {
  const holds = claimBalances(claim);
  if (!holds.lines) {
    for (const line of claim.lines) {
      if (!isLineBalanced(line)) reportFault(unbalanced('V120', lineEquation(line, claim), '2110', 'SVC', 3));
    }
  }
  if (!holds.payment) reportFault(unbalanced('V121', claimEquation(claim), '2100', 'CLP', 4));
  else if (!holds.charge) reportFault(unbalanced('V121', chargeEquation(claim), '2100', 'CLP', 3));
  const { patientResponsibility } = claim;
  if (patientResponsibility === undefined || isReversal(claim)) return;
  const share = patientShare(claim);
  if (share === patientResponsibility) return;
  reportFault({
    id: 'V153',
    at: claim.position,
    loop: '2100',
    segment: 'CLP',
    element: 5,
    elementRef: 782,
    details: { stated: formatCents(patientResponsibility), adjustments: formatCents(share) },
  });
}

/** Returns the finding for an equation that does not hold, at the element of the stated result. */
export function unbalanced(
  id: string,
  equation: Equation,
  loop: string | undefined,
  segment: string,
  element: number,
): FindingInput {
  const { position, level, rule, computed, stated, difference } = equation;
  return {
    id,
    at: position,
    loop,
    segment,
    element,
    elementRef: 782,
    details: {
      ...{ level, equation: rule, computed: formatCents(computed) },
      ...{ stated: formatCents(stated), difference: formatCents(difference) },
    },
  };
}

function checkClaimCodes({ position, statusCode, filingIndicator }: ClaimPayment, reportFault: Report): void {
  const codes = { segment: '8', element: '7' };
  const place = { id: 'V123', at: position, loop: '2100', segment: 'CLP', severity: 'error', codes } as const;
  if (statusCode !== '' && !claimPaymentStatus.entries.has(statusCode)) {
    const message = 'Claim status code is not in the 835 guide; correct CLP02';
    reportFault({ ...place, element: 2, elementRef: 1029, value: statusCode, message });
  }
  if (filingIndicator === '' || claimFilingIndicators835.entries.has(filingIndicator)) return;
  const at = { ...place, element: 6, elementRef: 1032, value: filingIndicator };
  if (commonFilingIndicator.entries.has(filingIndicator)) {
    const message = 'Filing indicator belongs to the 837; send an 835 indicator in CLP06';
    reportFault({ ...at, severity: 'warning', codes: undefined, message });
  } else {
    reportFault({ ...at, message: 'Filing indicator is not in the 835 guide; correct CLP06' });
  }
}

/** Checks the codes of a line, or of the claim itself for an undefined `index`. */
function checkLevel(
  claim: ClaimPayment,
  index: number | undefined,
  places: CodePlaces,
  { remittance: { payment }, tables = {} }: PaymentContext,
  reportFault: Report,
): void {
  const line = index === undefined ? undefined : claim.lines[index];
  const { adjustments, charge } = line ?? claim;
  const dates = { service: line?.serviceDate ?? serviceDate(claim), decided: payment.date };
  const loop = line === undefined ? '2100' : '2110';
  const isNew = !isReversal(claim);
  adjustments.forEach((adjustment, n) => {
    const place = places.adjustments[n];
    if (place === undefined) return;
    const at = { at: place.at, loop, segment: 'CAS', element: place.element, elementRef: 1034 };
    const fault = faultAt(tables.adjustmentReasons ?? adjustmentReasonCodes, adjustment.reason, dates, isNew);
    if (fault !== undefined) {
      const { reason } = adjustment;
      const message = codeFaultMessage('Adjustment reason', fault);
      reportFault({ ...at, id: 'V123', value: reason, message, details: codeFaultDetails(reason, fault) });
    }
    if (isNew) checkUse(adjustment, charge, hasExplanation(claim, line?.remarks), at, reportFault);
  });
  const remarks = line === undefined ? claim.remarks : line.remarks;
  for (const [n, value] of remarks.entries()) {
    checkRemark(
      value,
      places.remarks[n],
      loop,
      { dates, isNew, list: tables.remarks ?? remarkCodes },
      reportFault,
    );
  }
}

type At = Omit<FindingInput, 'id'>;

/** Checks the use of a reason: V150, V151, V152. */
function checkUse(
  { group, reason, amount }: PaymentAdjustment,
  charge: number,
  isExplained: boolean,
  at: At,
  reportFault: Report,
): void {
  if (reasonsThatNeedRemark.has(reason) && !isExplained) {
    reportFault({ ...at, id: 'V150', details: { code: reason } });
  }
  const groups = groupsOfReason.get(reason);
  // CR is the 4010 group of corrections and counts as OA.
  if (groups !== undefined && !groups.includes(group === 'CR' ? 'OA' : group)) {
    reportFault({ ...at, id: 'V151', details: { code: reason, group } });
  }
  if (reason === feeScheduleReason && amount === charge && amount > 0) {
    reportFault({ ...at, id: 'V152', details: { code: reason, amount: formatCents(amount) } });
  }
}

/** True when line or claim has a pharmacy reject code, or a remark code that is not an alert. */
function hasExplanation(claim: ClaimPayment, line: readonly ReferenceNumber[] = []): boolean {
  return (
    line.some(({ qualifier, value }) => qualifier === 'RX' || !alertRemarks.has(value)) ||
    claim.remarks.some((value) => !alertRemarks.has(value))
  );
}

interface RemarkCheck {
  readonly dates: CodeDates;
  /** False for a reversal. */
  readonly isNew: boolean;
  readonly list: CodeList;
}

function checkRemark(
  remarkCode: string | ReferenceNumber,
  place: ElementPlace | undefined,
  loop: string,
  { dates, isNew, list }: RemarkCheck,
  reportFault: Report,
): void {
  const isReference = typeof remarkCode !== 'string';
  if (place === undefined || (isReference && remarkCode.qualifier !== 'HE')) return;
  const value = isReference ? remarkCode.value : remarkCode;
  const fault = faultAt(list, value, dates, isNew);
  if (fault === undefined) return;
  const at = { ...place, loop, elementRef: isReference ? 1271 : 127 };
  const message = codeFaultMessage('Remark', fault);
  reportFault({ ...at, id: 'V123', value, message, details: codeFaultDetails(value, fault) });
}

/** A reversal repeats codes of its original, so only unknown codes are faults there. */
function faultAt(list: CodeList, code: string, dates: CodeDates, isNew: boolean): CodeFault | undefined {
  const fault = codeFault(list, code, dates);
  return isNew || fault === 'unknown' ? fault : undefined;
}

function serviceDate(claim: ClaimPayment): string | undefined {
  if (claim.statementFrom !== undefined) return claim.statementFrom;
  let earliest: string | undefined;
  for (const { serviceDate: day } of claim.lines) {
    if (day !== undefined && (earliest === undefined || day < earliest)) earliest = day;
  }
  return earliest;
}
