import { codeStanding } from '../code-list.ts';
import { adjustmentReason } from '../codes/adjustment-reason.ts';
import { twoPlaces } from '../money.ts';
import type { Segment } from '../segment.ts';
import type { ProfessionalClaim } from './claim.ts';
import type { ClaimCheck } from './claim-check.ts';
import { balanceOf, type CoverageBalance } from './coverage-balance.ts';
import type { OtherCoverage } from './other-coverage.ts';
import type { ServicePeriod } from './service-period.ts';

/** Edits of other coverage, loops 2320 to 2330 and 2430: V100 to V106, V108, V109. */

/** CAS alone: gaps between the triplets, amounts of nothing. */
export function checkAdjustment(check: ClaimCheck, segment: Segment): void {
  let isGap = false;
  for (let element = 2; element <= 17 && element <= segment.elementCount; element += 3) {
    const isFilled = segment.has(element) || segment.has(element + 1);
    if (isFilled && isGap) check.here('V106', segment, { element });
    isGap = !isFilled;
    if (isFilled && segment.cents(element + 1) === 0) check.here('V106', segment, { element: element + 1 });
  }
}

export function checkCoverages(check: ClaimCheck, claim: ProfessionalClaim, period: ServicePeriod): void {
  checkSequences(check, claim);
  const { otherCoverages, subscriber } = claim;
  for (const coverage of otherCoverages) {
    const { payer, remainingLiability, position } = coverage;
    if (payer?.id !== undefined && payer.id === subscriber.payer?.id) {
      check.at('V108', '2330B/NM1', payer.position, { element: 9, value: payer.id });
    }
    if (remainingLiability !== undefined && remainingLiability > (claim.totalCharge ?? Number.MAX_VALUE)) {
      check.at('V109', '2320/AMT-EAF', position, { element: 2 });
    }
    checkReasons(check, coverage.adjustments, '2320/CAS', position, payer?.adjudicationDate);
    checkAdjudicationDate(check, claim, coverage, period);
  }
  if (otherCoverages.length > 0) checkBalance(check, claim);
  checkLineAdjudications(check, claim);
}

/** SBR01 of a payer that another one comes before. */
const laterPayers = /^[STA-H]$/;

function checkSequences(
  check: ClaimCheck,
  { subscriber, otherCoverages, position }: ProfessionalClaim,
): void {
  const { payerSequence } = subscriber;
  const seen = new Set([payerSequence]);
  for (const { payerSequence: other, position: at } of otherCoverages) {
    // U says that the order is not known; any number of payers may be so.
    if (other !== undefined && other !== 'U' && seen.has(other)) {
      check.at('V100', '2320/SBR', at, { element: 1, value: other });
    }
    seen.add(other);
  }
  if (payerSequence !== undefined && laterPayers.test(payerSequence) && !seen.has('P')) {
    check.at('V101', '2320/SBR', position, { element: 1 });
  }
}

function checkReasons(
  check: ClaimCheck,
  adjustments: OtherCoverage['adjustments'],
  path: '2320/CAS' | '2430/CAS',
  loop: OtherCoverage['position'],
  adjudicated: string | undefined,
): void {
  for (let i = 0; i < adjustments.length; i++) {
    const { group, reason } = adjustments[i] ?? { group: '', reason: '' };
    if (reason !== '' && codeStanding(adjustmentReason, reason, adjudicated) !== 'valid') {
      check.at('V106', path, loop, { element: 2, value: reason });
    }
    // A group that comes back after another one was in a CAS of its own before.
    const before = adjustments.slice(0, i);
    if (before.at(-1)?.group !== group && before.some((other) => other.group === group)) {
      check.at('V106', path, loop, { element: 1, value: group });
    }
  }
}

function checkAdjudicationDate(
  check: ClaimCheck,
  claim: ProfessionalClaim,
  coverage: OtherCoverage,
  { first }: ServicePeriod,
): void {
  const { payer, payerPaid } = coverage;
  const date = payer?.adjudicationDate;
  if (date !== undefined) {
    const isImpossible = date > check.run.today || (first !== undefined && date < first);
    if (isImpossible) check.at('V105', '2330B/DTP-573', payer?.position, { element: 3, value: date });
    return;
  }
  if (payerPaid === undefined || check.has('2330B/DTP-573', payer?.position ?? coverage.position)) return;
  const isOnLine = claim.lines.some(({ adjudications }) =>
    adjudications.some(({ payerId }) => payerId === payer?.id),
  );
  if (!isOnLine) check.at('V105', '2330B/DTP-573', payer?.position ?? coverage.position);
}

function checkLineAdjudications(check: ClaimCheck, claim: ProfessionalClaim): void {
  for (const { adjudications, serviceDate } of claim.lines) {
    for (const { payerId, position, adjustments, adjudicationDate } of adjudications) {
      if (!claim.otherCoverages.some(({ payer }) => payer?.id === payerId)) {
        check.at('V104', '2430/SVD', position, { element: 1, value: payerId });
      }
      checkReasons(check, adjustments, '2430/CAS', position, adjudicationDate);
      if (adjudicationDate === undefined) continue;
      const isEarly = serviceDate !== undefined && adjudicationDate < serviceDate;
      if (isEarly || adjudicationDate > check.run.today) {
        check.at('V105', '2430/DTP-573', position, { element: 3, value: adjudicationDate });
      }
    }
  }
}

function checkBalance(check: ClaimCheck, claim: ProfessionalClaim): void {
  for (const balance of balanceOf(claim)) {
    for (const line of balance.lines) {
      if (line.difference === 0) continue;
      check.at('V103', '2430/SVD', line.position, {
        element: 2,
        details: {
          charge: twoPlaces(line.charge),
          paid: twoPlaces(line.paid),
          adjustments: twoPlaces(line.adjustments),
        },
      });
    }
    if (balance.difference !== 0) {
      check.at('V102', '2320/AMT-D', balance.position, { element: 2, details: terms(balance) });
    }
  }
}

function terms({ paid, basis, linesPaid, charge, adjustments }: CoverageBalance): Record<string, string> {
  const [name, amount] =
    basis === 'lines' ? (['lines_paid', linesPaid] as const) : (['total_charge', charge] as const);
  return {
    payer_paid: twoPlaces(paid ?? 0),
    [name]: twoPlaces(amount),
    claim_adjustments: twoPlaces(adjustments),
  };
}
