import { adjustmentReasonCodes } from '../../codes/adjustment-reason.ts';
import { codeValidity, validityMessage } from '../../guide/code-list.ts';
import type { Segment } from '../../reader/segment.ts';
import { formatCents } from '../../values/money.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { OtherCoverage } from '../model/other-coverage.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';
import { type CoverageBalance, coverageBalances, lineBundledInto } from './coverage-balance.ts';
import type { ServicePeriod } from './service-period.ts';

/** Edits of other coverage, loops 2320 to 2330 and 2430: V100 to V106, V108 to V111. */

/** Checks one CAS: gaps between the triplets and zero amounts. Keeps the position of each reason. */
export function checkAdjustment(check: ClaimSetCheck, segment: Segment): void {
  const { builder, node, adjustmentPlaces } = check;
  const record = builder.openRecord(node.loopId) ?? {};
  const places = adjustmentPlaces.get(record) ?? [];
  adjustmentPlaces.set(record, places);
  let isGap = false;
  for (let element = 2; element <= 17 && element <= segment.elementCount; element += 3) {
    const isFilled = segment.has(element) || segment.has(element + 1);
    if (isFilled && isGap)
      check.reportHere('V106', segment, {
        element,
        message: 'Adjustments leave a gap; fill the CAS from the left',
      });
    isGap = !isFilled;
    if (isFilled) places.push({ at: segment.position(), element });
    if (isFilled && segment.cents(element + 1) === 0) {
      const message = 'Adjustment amount is zero; send the amount or remove the adjustment';
      check.reportHere('V106', segment, { element: element + 1, message });
    }
  }
}

export function checkCoverages(check: ClaimSetCheck, claim: ProfessionalClaim, period: ServicePeriod): void {
  const { otherCoverages, subscriber } = claim;
  // Most claims have one payer.
  if (otherCoverages.length === 0) {
    checkFirstPayer(check, claim);
    return;
  }
  checkSequences(check, claim);
  for (const coverage of otherCoverages) {
    const { payer, remainingLiability, position } = coverage;
    if (payer?.id !== undefined && payer.id === subscriber.payer?.id) {
      const mayBeTwo = !isSamePolicy(coverage, subscriber);
      check.reportInLoop('V108', '2330B/NM1', payer.position, {
        element: 9,
        value: payer.id,
        message: mayBeTwo
          ? 'Other payer is the destination payer; check that there are two policies'
          : 'Other payer repeats the policy that the claim goes to; correct loop 2320',
        ...(mayBeTwo && { severity: 'warning' }),
      });
    }
    if (remainingLiability !== undefined && remainingLiability > (claim.totalCharge ?? Number.MAX_VALUE)) {
      check.reportInLoop('V109', '2320/AMT-EAF', position, { element: 2 });
    }
    checkReasons(check, coverage, '2320/CAS', payer?.adjudicationDate);
    checkAdjudicationDate(check, claim, coverage, period);
  }
  // Too many coverages are an error already, and balancing each with each line would take too long.
  if (otherCoverages.length <= maxCoverages) {
    checkBalance(check, claim);
    for (const coverage of otherCoverages) checkLevels(check, claim, coverage);
    checkBundles(check, claim);
  }
  checkLineAdjudications(check, claim);
  check.adjustmentPlaces.clear();
}

/** Checks a claim without other payers. */
function checkFirstPayer(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  const { payerSequence } = claim.subscriber;
  if (payerSequence !== undefined && laterPayers.test(payerSequence))
    check.reportInLoop('V101', '2320/SBR', claim.position, { element: 1 });
  checkLineAdjudications(check, claim);
  if (check.adjustmentPlaces.size > 0) check.adjustmentPlaces.clear();
}

/** Same member and group. A couple may have two policies of one insurer. */
function isSamePolicy(
  { subscriber, groupNumber }: OtherCoverage,
  destination: ProfessionalClaim['subscriber'],
): boolean {
  const isSameGroup = (groupNumber ?? '') === (destination.groupNumber ?? '');
  return subscriber?.id !== undefined && subscriber.id === destination.id && isSameGroup;
}

/** Maximum repeats of loop 2320 (TR3). */
const maxCoverages = 10;

/** SBR01 of payers after the first. */
const laterPayers = /^[STA-H]$/;

function checkSequences(
  check: ClaimSetCheck,
  { subscriber, otherCoverages, position }: ProfessionalClaim,
): void {
  const { payerSequence } = subscriber;
  const seen = new Set([payerSequence]);
  for (const { payerSequence: other, position: at } of otherCoverages) {
    // U means that the order is unknown; any number of payers may have it.
    if (other !== undefined && other !== 'U' && seen.has(other)) {
      check.reportInLoop('V100', '2320/SBR', at, { element: 1, value: other });
    }
    seen.add(other);
  }
  if (payerSequence !== undefined && laterPayers.test(payerSequence) && !seen.has('P')) {
    check.reportInLoop('V101', '2320/SBR', position, { element: 1 });
  }
}

function checkReasons(
  check: ClaimSetCheck,
  record: Pick<OtherCoverage, 'adjustments'>,
  path: '2320/CAS' | '2430/CAS',
  adjudicated: string | undefined,
): void {
  const places = check.adjustmentPlaces.get(record);
  if (places === undefined) return;
  const reasons = check.run.tables.adjustmentReasons ?? adjustmentReasonCodes;
  const groups = new Set<string>();
  let last = '';
  for (const [i, { group, reason }] of record.adjustments.entries()) {
    const place = places[i];
    if (place === undefined) return;
    const { at, element } = place;
    const standing = reason === '' ? 'valid' : codeValidity(reasons, reason, adjudicated);
    const message = validityMessage('Adjustment reason', standing, 'on the adjudication date');
    if (message !== undefined) check.reportAt('V106', path, at, { element, value: reason, message });
    // A group that occurs again after another group had an earlier CAS.
    if (group !== last && groups.has(group)) {
      const repeated = 'Adjustment group repeats; send one CAS for each group';
      check.reportAt('V106', path, at, { element: 1, value: group, message: repeated });
    }
    groups.add(group);
    last = group;
  }
}

function checkAdjudicationDate(
  check: ClaimSetCheck,
  claim: ProfessionalClaim,
  coverage: OtherCoverage,
  { first }: ServicePeriod,
): void {
  const { payer, payerPaid } = coverage;
  const date = payer?.adjudicationDate;
  if (date !== undefined) {
    const message = adjudicationFault(check, date, first);
    if (message)
      check.reportInLoop('V105', '2330B/DTP-573', payer?.position, { element: 3, value: date, message });
    return;
  }
  if (payerPaid === undefined || check.hasSegment('2330B/DTP-573', payer?.position ?? coverage.position))
    return;
  const isOnLine = claim.lines.some(({ adjudications }) =>
    adjudications.some(({ payerId }) => payerId === payer?.id),
  );
  if (!isOnLine) check.reportInLoop('V105', '2330B/DTP-573', payer?.position ?? coverage.position);
}

/**
 * Date and remaining liability of a payer are sent for the claim only if they are not on its lines (TR3, 2320 AMT*EAF and 2330B
 * DTP*573; X12 RFI 1391).
 */
function checkLevels(
  check: ClaimSetCheck,
  { lines, otherCoverages }: ProfessionalClaim,
  { payer, remainingLiability, position }: OtherCoverage,
): void {
  const isSentForClaim = remainingLiability !== undefined || payer?.adjudicationDate !== undefined;
  if (payer?.id === undefined || !isSentForClaim) return;
  // Of two policies of one insurer, the lines do not tell which one decided.
  if (otherCoverages.filter((other) => other.payer?.id === payer.id).length > 1) return;
  const own = lines
    .flatMap(({ adjudications }) => adjudications)
    .filter(({ payerId }) => payerId === payer.id);
  if (remainingLiability !== undefined && own.some((line) => line.remainingLiability !== undefined)) {
    const message =
      'Remaining patient liability is on the claim and on its lines; send AMT*EAF on the lines only';
    check.reportInLoop('V110', '2320/AMT-EAF', position, { element: 2, message });
  }
  if (payer.adjudicationDate !== undefined && own.some((line) => line.adjudicationDate !== undefined)) {
    const message = 'Adjudication date is on the claim and on its lines; send DTP*573 on the lines only';
    check.reportInLoop('V110', '2330B/DTP-573', payer.position, { element: 3, message });
  }
}

function adjudicationFault(
  check: ClaimSetCheck,
  date: string,
  service: string | undefined,
): string | undefined {
  if (check.run.today.isBefore(date)) return 'Adjudication date is in the future; correct DTP*573';
  if (service !== undefined && date < service)
    return 'Adjudication date is before the service; correct DTP*573';
  return undefined;
}

function checkLineAdjudications(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  let payers: Set<string | undefined> | undefined;
  for (const { adjudications, serviceDate } of claim.lines) {
    for (const adjudication of adjudications) {
      const { payerId, position, adjudicationDate } = adjudication;
      payers ??= new Set(claim.otherCoverages.map(({ payer }) => payer?.id));
      if (!payers.has(payerId)) {
        check.reportInLoop('V104', '2430/SVD', position, { element: 1, value: payerId });
      }
      checkReasons(check, adjudication, '2430/CAS', adjudicationDate);
      if (adjudicationDate === undefined) continue;
      const message = adjudicationFault(check, adjudicationDate, serviceDate);
      if (message) {
        check.reportInLoop('V105', '2430/DTP-573', position, {
          element: 3,
          value: adjudicationDate,
          message,
        });
      }
    }
  }
}

/** SVD06 names the line into which the payer bundled this one. */
function checkBundles(check: ClaimSetCheck, { lines }: ProfessionalClaim): void {
  for (const [n, line] of lines.entries()) {
    const number = line.number ?? n + 1;
    for (const own of line.adjudications) {
      const { bundledLine, position } = own;
      if (bundledLine === undefined) {
        if (lineBundledInto(line, own, lines) === undefined) continue;
        const message = 'The payer bundled this line into another one; send its LX01 in SVD06';
        check.reportInLoop('V111', '2430/SVD', position, { element: 6, severity: 'warning', message });
      } else if (
        bundledLine === number ||
        !lines.some((other, at) => (other.number ?? at + 1) === bundledLine)
      ) {
        check.reportInLoop('V111', '2430/SVD', position, { element: 6, value: String(bundledLine) });
      }
    }
  }
}

function checkBalance(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  for (const balance of coverageBalances(claim)) {
    for (const line of balance.lines) {
      if (line.difference === 0) continue;
      check.reportInLoop('V103', '2430/SVD', line.position, {
        element: 2,
        details: {
          charge: formatCents(line.charge),
          paid: formatCents(line.paid),
          adjustments: formatCents(line.adjustments),
        },
      });
    }
    if (balance.difference !== 0) {
      check.reportInLoop('V102', '2320/AMT-D', balance.position, { element: 2, details: terms(balance) });
    }
  }
}

function terms({ paid, basis, linesPaid, charge, adjustments }: CoverageBalance): Record<string, string> {
  const [name, amount] =
    basis === 'lines' ? (['lines_paid', linesPaid] as const) : (['total_charge', charge] as const);
  return {
    payer_paid: formatCents(paid ?? 0),
    [name]: formatCents(amount),
    claim_adjustments: formatCents(adjustments),
  };
}
