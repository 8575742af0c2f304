import { codeStanding } from '../code-list.ts';
import { placesOfService } from '../codes/place-of-service.ts';
import { isDrug, isUnclassified } from '../codes/service-lists.ts';
import { isModifier, isProcedure } from '../medical-code.ts';
import type { Segment } from '../segment.ts';
import { daysBetween } from './calendar.ts';
import type { ProfessionalClaim } from './claim.ts';
import type { ClaimCheck } from './claim-check.ts';
import type { Line } from './line.ts';

/** Edits of loop 2400: V055 (line), V076, V077, V080, V082 to V090. */

/** SV1 alone: gaps between modifiers, which the typed line no longer shows. */
export function checkModifierGaps(check: ClaimCheck, segment: Segment): void {
  const count = segment.componentCount(1);
  for (let part = 4; part <= 6 && part <= count; part++) {
    const isFilled = segment.packedComponent(1, part) !== 0;
    if (isFilled && segment.packedComponent(1, part - 1) === 0) {
      check.here('V083', segment, { element: 1, component: part - 1 });
      return;
    }
  }
}

export function checkLines(check: ClaimCheck, claim: ProfessionalClaim): void {
  const { lines } = claim;
  const controlNumbers = lines.length > mostLines ? new Set<string>() : undefined;
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) continue;
    if (line.number !== undefined && line.number !== i + 1) {
      check.at('V080', '2400/LX', line.position, { element: 1, value: String(line.number) });
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

/** A claim has so many lines at most. To compare each with each is fastest then, and takes forever beyond. */
const mostLines = 50;

const sv1 = '2400/SV1';

function checkProcedure(check: ClaimCheck, line: Line): void {
  const { qualifier, code, modifiers, description } = line.procedure;
  const { procedures, modifiers: modifierTable } = check.run.tables;
  const on = line.serviceDate;
  if (qualifier === 'HC' && code !== '') {
    const facts = procedures?.(code, on);
    if (!isProcedure(code) || (procedures !== undefined && !facts?.inForce)) {
      check.at('V082', sv1, line.position, { element: 1, component: 2, value: code });
    }
    if (description === undefined && (facts?.unlisted ?? isUnclassified(code))) {
      check.at('V084', sv1, line.position, { element: 1, component: 7 });
    }
  }
  for (let i = 0; i < modifiers.length; i++) {
    const modifier = modifiers[i] ?? '';
    const isInTable = modifierTable === undefined || (modifierTable(modifier, on)?.inForce ?? false);
    if (modifier.length !== 2) continue;
    if (!isModifier(modifier) || !isInTable || modifiers.indexOf(modifier) < i) {
      check.at('V083', sv1, line.position, { element: 1, component: i + 3, value: modifier });
    }
  }
}

function checkCharge(check: ClaimCheck, { charge, position }: Line): void {
  if (charge !== undefined && charge < 0) check.at('V085', sv1, position, { element: 2 });
}

/** At most eight digits and three decimals (TR3, SV104). */
function checkQuantity(check: ClaimCheck, line: Line): void {
  const { quantity, unit, procedure, position } = line;
  if (quantity === undefined) return;
  const thousandths = quantity * 1000;
  const isFine = Math.abs(thousandths - Math.round(thousandths)) < 1e-6;
  if (quantity <= 0 || quantity >= 1e8 || !isFine) {
    check.at('V086', sv1, position, { element: 4, value: String(quantity) });
  } else if (unit === 'UN' && !Number.isInteger(quantity) && !mayBeFraction(procedure.code)) {
    check.at('V086', sv1, position, { element: 4, value: String(quantity), severity: 'warning' });
  }
}

/** Drugs and mileage are billed in parts of a unit. */
function mayBeFraction(code: string): boolean {
  return isDrug(code) || code === 'A0425' || code === 'A0435' || code === 'A0436' || code.startsWith('B4');
}

function checkPointers(check: ClaimCheck, { diagnoses }: ProfessionalClaim, line: Line): void {
  const { diagnosisPointers, position } = line;
  for (let i = 0; i < diagnosisPointers.length; i++) {
    const pointer = diagnosisPointers[i] ?? 0;
    const isThere = pointer >= 1 && pointer <= diagnoses.length;
    if (diagnoses.length === 0) return;
    if (!isThere || diagnosisPointers.indexOf(pointer) < i) {
      check.at('V087', sv1, position, { element: 7, component: i + 1, value: String(pointer) });
    }
  }
}

function checkLinePlace(check: ClaimCheck, claim: ProfessionalClaim, line: Line): void {
  const { placeOfService, serviceDate, position } = line;
  if (placeOfService === undefined || placeOfService.length > 2) return;
  if (codeStanding(placesOfService, placeOfService, serviceDate) !== 'valid') {
    check.at('V055', sv1, position, { element: 5, value: placeOfService });
  } else if (placeOfService === claim.placeOfService) {
    check.at('V089', sv1, position, { element: 5, value: placeOfService });
  }
}

const dtp472 = '2400/DTP-472';

function checkServiceDate(check: ClaimCheck, claim: ProfessionalClaim, line: Line): void {
  const { serviceDate, serviceDateEnd, position } = line;
  if (serviceDate === undefined) return;
  const end = serviceDateEnd ?? serviceDate;
  if (end !== serviceDate && end > serviceDate) {
    const isLong = daysBetween(serviceDate, end) > 31 || serviceDate.substring(0, 7) !== end.substring(0, 7);
    if (isLong)
      check.at('V088', dtp472, position, { element: 3, value: end, severity: 'warning', code: '8' });
  }
  if (end > check.run.today) check.at('V076', dtp472, position, { element: 3, value: end });
  const { birthDate, deathDate } = claim.patient ?? claim.subscriber;
  const isBefore = birthDate !== undefined && serviceDate < birthDate;
  const isAfter = deathDate !== undefined && end > deathDate;
  if (isBefore || isAfter)
    check.at('V077', dtp472, position, { element: 3, value: isAfter ? end : serviceDate });
}

/** `seen` has the numbers before `index`, for a claim of too many lines. */
function checkControlNumber(
  check: ClaimCheck,
  lines: readonly Line[],
  index: number,
  seen: Set<string> | undefined,
): void {
  const { controlNumber, position } = lines[index] ?? {};
  if (controlNumber === undefined) return;
  const isRepeated = seen?.has(controlNumber) ?? isAmongFirst(lines, index, controlNumber);
  seen?.add(controlNumber);
  if (isRepeated) check.at('V090', '2400/REF-6R', position, { element: 2, value: controlNumber });
}

function isAmongFirst(lines: readonly Line[], count: number, controlNumber: string): boolean {
  for (let i = 0; i < count; i++) if (lines[i]?.controlNumber === controlNumber) return true;
  return false;
}
