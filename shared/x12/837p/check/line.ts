import { daysBetween } from '../../../calendar/days.ts';
import { isModifier, isProcedure, tableFault } from '../../checks/medical-code.ts';
import { isDrug, isUnclassified } from '../../codes/service-codes.ts';
import type { Segment } from '../../reader/segment.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { ServiceLine } from '../model/line.ts';
import { placeOfServiceFault } from './claim.ts';
import type { ClaimSetCheck } from './claim-set-check.ts';

/** Edits of loop 2400: V055 (line), V076, V077, V080, V082 to V090. */

/** Checks SV1 for gaps between modifiers, which the typed line does not show. */
export function checkModifierGaps(check: ClaimSetCheck, segment: Segment): void {
  const count = segment.componentCount(1);
  for (let part = 4; part <= 6 && part <= count; part++) {
    const isFilled = segment.packedComponent(1, part) !== 0;
    if (isFilled && segment.packedComponent(1, part - 1) === 0) {
      const message = 'Modifiers leave a gap; fill SV101-3 to SV101-6 from the left';
      check.reportHere('V083', segment, { element: 1, component: part - 1, message });
      return;
    }
  }
}

export function checkLines(check: ClaimSetCheck, claim: ProfessionalClaim): void {
  const { lines } = claim;
  const controlNumbers = lines.length > maxLines ? new Set<string>() : undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    if (line.number !== undefined && line.number !== i + 1) {
      check.reportInLoop('V080', '2400/LX', line.position, { element: 1, value: String(line.number) });
    }
    checkProcedure(check, line);
    checkCharge(check, line);
    checkQuantity(check, line);
    checkPointers(check, claim, line);
    checkLinePlace(check, claim, line);
    checkServiceDate(check, claim, line);
    checkControlNumber(check, lines, i, controlNumbers);
  }
}

/** Maximum lines of a claim (TR3). Up to this number, comparing each line with each is fastest. */
const maxLines = 50;

const sv1 = '2400/SV1';

function checkProcedure(check: ClaimSetCheck, line: ServiceLine): void {
  const { qualifier, code, modifiers, description } = line.procedure;
  const { procedures, modifiers: modifierTable } = check.run.tables;
  const on = line.serviceDate;
  if (qualifier === 'HC' && code !== '') {
    const facts = procedures?.(code, on);
    const message = procedureFault(code) ?? (procedures && tableFault('Procedure code', facts));
    if (message !== undefined) {
      check.reportInLoop('V082', sv1, line.position, { element: 1, component: 2, value: code, message });
    }
    if (description === undefined && (facts?.unlisted ?? isUnclassified(code))) {
      check.reportInLoop('V084', sv1, line.position, { element: 1, component: 7 });
    }
  }
  for (let i = 0; i < modifiers.length; i++) {
    const modifier = modifiers[i] ?? '';
    if (modifier.length !== 2) continue;
    const message = isModifier(modifier)
      ? ((modifierTable && tableFault('Modifier', modifierTable(modifier, on))) ??
        (modifiers.indexOf(modifier) < i ? 'Modifier repeats; send it once' : undefined))
      : 'Modifier must be two capital letters or digits; correct it';
    if (message !== undefined) {
      check.reportInLoop('V083', sv1, line.position, {
        element: 1,
        component: i + 3,
        value: modifier,
        message,
      });
    }
  }
}

function procedureFault(code: string): string | undefined {
  if (isProcedure(code)) return undefined;
  if (code.length !== 5) return 'Procedure code must have five characters; correct it';
  if (!/^[0-9A-V]/.test(code)) return 'Procedure code must begin with a digit or A to V; correct it';
  return 'Procedure code does not have the form of CPT or HCPCS; correct it';
}

function checkCharge(check: ClaimSetCheck, { charge, position }: ServiceLine): void {
  if (charge === undefined || charge >= 0) return;
  check.reportInLoop('V085', sv1, position, {
    element: 2,
    message: 'Line charge is negative; send zero or more',
  });
}

/** At most eight digits and three decimals (TR3, SV104). */
function checkQuantity(check: ClaimSetCheck, line: ServiceLine): void {
  const { quantity, unit, procedure, position } = line;
  if (quantity === undefined) return;
  const message = quantityFault(quantity);
  if (message !== undefined) {
    check.reportInLoop('V086', sv1, position, { element: 4, value: String(quantity), message });
  } else if (unit === 'UN' && !Number.isInteger(quantity) && !mayBeFraction(procedure.code)) {
    const part = 'Units are not a whole number; check SV104';
    check.reportInLoop('V086', sv1, position, {
      element: 4,
      value: String(quantity),
      severity: 'warning',
      message: part,
    });
  }
}

function quantityFault(quantity: number): string | undefined {
  if (quantity <= 0) return 'Quantity is not above zero; correct SV104';
  if (quantity >= 1e8) return 'Quantity has more than eight digits before the point; correct SV104';
  const thousandths = quantity * 1000;
  const isFine = Math.abs(thousandths - Math.round(thousandths)) < 1e-6;
  return isFine ? undefined : 'Quantity has more than three decimals; correct SV104';
}

/** Drugs and mileage are billed in parts of a unit. */
function mayBeFraction(code: string): boolean {
  return isDrug(code) || code === 'A0425' || code === 'A0435' || code === 'A0436' || code.startsWith('B4');
}

function checkPointers(check: ClaimSetCheck, { diagnoses }: ProfessionalClaim, line: ServiceLine): void {
  const { diagnosisPointers, position } = line;
  for (let i = 0; i < diagnosisPointers.length; i++) {
    const pointer = diagnosisPointers[i] ?? 0;
    const isThere = pointer >= 1 && pointer <= diagnoses.length;
    if (diagnoses.length === 0) return;
    if (isThere && diagnosisPointers.indexOf(pointer) >= i) continue;
    const message = isThere
      ? 'Diagnosis pointer repeats; send it once'
      : 'Diagnosis pointer is not the number of a diagnosis of the claim; correct SV107';
    check.reportInLoop('V087', sv1, position, {
      element: 7,
      component: i + 1,
      value: String(pointer),
      message,
    });
  }
}

function checkLinePlace(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { placeOfService, serviceDate, position } = line;
  if (placeOfService === undefined || placeOfService.length > 2) return;
  const message = placeOfServiceFault(check, placeOfService, serviceDate);
  if (message !== undefined) {
    check.reportInLoop('V055', sv1, position, { element: 5, value: placeOfService, message });
  } else if (placeOfService === claim.placeOfService) {
    check.reportInLoop('V089', sv1, position, { element: 5, value: placeOfService });
  }
}

const dtp472 = '2400/DTP-472';

function checkServiceDate(check: ClaimSetCheck, claim: ProfessionalClaim, line: ServiceLine): void {
  const { serviceDate, serviceDateEnd, position } = line;
  if (serviceDate === undefined) return;
  const end = serviceDateEnd ?? serviceDate;
  if (end !== serviceDate && end > serviceDate) {
    const message = periodFault(serviceDate, end);
    const place = { element: 3, value: end };
    if (message)
      check.reportInLoop('V088', dtp472, position, { ...place, severity: 'warning', message, code: '8' });
  }
  if (check.run.today.isBefore(end)) check.reportInLoop('V076', dtp472, position, { element: 3, value: end });
  const { birthDate, deathDate } = claim.patient ?? claim.subscriber;
  const isBefore = birthDate !== undefined && serviceDate < birthDate;
  const isAfter = deathDate !== undefined && end > deathDate;
  if (!isBefore && !isAfter) return;
  const value = isAfter ? end : serviceDate;
  const message = isAfter
    ? 'Service date is after the patient died; correct one of the dates'
    : 'Service date is before the patient was born; correct one of the dates';
  check.reportInLoop('V077', dtp472, position, { element: 3, value, message });
}

function periodFault(from: string, to: string): string | undefined {
  if (daysBetween(from, to) > 31) return 'Service period is longer than 31 days; send a line for each month';
  return from.substring(0, 7) === to.substring(0, 7)
    ? undefined
    : 'Service period spans two months; send a line for each month';
}

/** @param seen the earlier control numbers, for a claim with too many lines */
function checkControlNumber(
  check: ClaimSetCheck,
  lines: readonly ServiceLine[],
  index: number,
  seen: Set<string> | undefined,
): void {
  const { controlNumber, position } = lines[index] ?? {};
  if (controlNumber === undefined) return;
  const isRepeated = seen?.has(controlNumber) ?? isAmongFirst(lines, index, controlNumber);
  seen?.add(controlNumber);
  if (!isRepeated) return;
  const message = 'Line control number repeats in the claim; number each line once';
  check.reportInLoop('V090', '2400/REF-6R', position, { element: 2, value: controlNumber, message });
}

function isAmongFirst(lines: readonly ServiceLine[], count: number, controlNumber: string): boolean {
  for (let i = 0; i < count; i++) if (lines[i]?.controlNumber === controlNumber) return true;
  return false;
}
