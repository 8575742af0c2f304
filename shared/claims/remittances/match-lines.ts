import type { ServicePayment } from '#x12/835/model.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';

/** The billed line of a paid line, and the key that decided. */
export interface LineMatch {
  /** Number of the line in the remittance, and in the claim; from 1. */
  readonly line: number;
  readonly billed_line?: number;
  readonly by: 'REF*6R' | 'LX01' | 'procedure_date_charge' | 'only_line' | 'none';
  /** Billed lines that fit as well. */
  readonly ambiguous?: readonly number[];
}

/**
 * Matches the lines of a remittance to those of its claim: by the line control number (LX01 if the claim had no number);
 * then by procedure, date and charge, because payers drop modifiers and recode; then the only line that is left.
 */
export function matchLines(
  paid: readonly ServicePayment[],
  billed: readonly ServiceLine[],
): readonly LineMatch[] {
  const numbered = billed.map((line, n): Billed => ({ line, number: n + 1 }));
  const taken = new Set<number>();
  const matches = new Map<number, LineMatch>();
  const take = (line: number, match: Omit<LineMatch, 'line' | 'billed_line'>, found: Billed) => {
    taken.add(found.number);
    matches.set(line, { line, billed_line: found.number, ...match });
  };

  // Numbers first, over all lines, so that weaker keys do not take their lines.
  for (const line of paid) {
    const byNumber = findByNumber(line, numbered);
    if (byNumber !== undefined) take(line.number, { by: byNumber.by }, byNumber.billed);
  }
  for (const line of paid) {
    if (matches.has(line.number)) continue;
    const free = numbered.filter(({ number }) => !taken.has(number));
    const alike = likeliest(
      free.filter((candidate) => isAlike(line, candidate.line)),
      line,
    );
    const [first, ...others] = alike;
    if (first === undefined) continue;
    const ambiguous = others.map(({ number }) => number);
    take(line.number, { by: 'procedure_date_charge', ...(ambiguous.length > 0 && { ambiguous }) }, first);
  }
  const [lastPaid, ...morePaid] = paid.filter(({ number }) => !matches.has(number));
  const [lastBilled, ...moreBilled] = numbered.filter(({ number }) => !taken.has(number));
  if (lastPaid && lastBilled && morePaid.length === 0 && moreBilled.length === 0) {
    take(lastPaid.number, { by: 'only_line' }, lastBilled);
  }
  return paid.map(({ number }) => matches.get(number) ?? { line: number, by: 'none' });
}

interface Billed {
  readonly line: ServiceLine;
  readonly number: number;
}

function findByNumber(
  { lineControlNumber }: ServicePayment,
  billed: readonly Billed[],
): { billed: Billed; by: 'REF*6R' | 'LX01' } | undefined {
  const number = lineControlNumber?.trim() ?? '';
  if (number === '') return undefined;
  const own = billed.find(({ line }) => line.controlNumber?.trim() === number);
  if (own !== undefined) return { billed: own, by: 'REF*6R' };
  const byLx = billed.find(({ line }) => line.controlNumber === undefined && String(line.number) === number);
  return byLx && { billed: byLx, by: 'LX01' };
}

/** SVC06 has the billed procedure if the payer recoded it. A reversal has a negative charge. */
function isAlike(paid: ServicePayment, { procedure, charge, serviceDate }: ServiceLine): boolean {
  const code = (paid.billedProcedure ?? paid.procedure).code;
  const isSameDay = paid.serviceDate === undefined || paid.serviceDate === serviceDate;
  return code === procedure.code && isSameDay && Math.abs(paid.charge) === charge;
}

/** The candidates with the same modifiers, if there are any. */
function likeliest(candidates: readonly Billed[], paid: ServicePayment): readonly Billed[] {
  const modifiers = (paid.billedProcedure ?? paid.procedure).modifiers.join(':');
  const same = candidates.filter(({ line }) => line.procedure.modifiers.join(':') === modifiers);
  return same.length > 0 ? same : candidates;
}
