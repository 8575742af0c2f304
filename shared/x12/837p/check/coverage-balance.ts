import type { Position } from '../../reader/segment.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import type { ServiceLine } from '../model/line.ts';
import type { Adjustment, LineAdjudication } from '../model/other-coverage.ts';

/**
 * Coordination of benefits in exact cents, for one other payer that reported its payment (TR3 section 1.4.4):
 * line `charge = paid + adjustments`, claim `AMT*D = sum of the lines paid - claim adjustments`, and where no line
 * was adjudicated `AMT*D = CLM02 - claim adjustments`. `difference` is left side less right side.
 */
export interface CoverageBalance {
  readonly position: Position | undefined;
  readonly payerId: string | undefined;
  /** AMT*D; without it only the lines are balanced. */
  readonly paid: number | undefined;
  readonly basis: 'lines' | 'claim';
  readonly linesPaid: number;
  readonly charge: number;
  /** Of loop 2320. */
  readonly adjustments: number;
  readonly difference: number;
  readonly lines: readonly LineBalance[];
}

interface LineBalance {
  /** Of the SVD segment. */
  readonly position: Position | undefined;
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: number;
  readonly difference: number;
}

/** Returns a balance for each other payer whose amounts are all readable. */
export function coverageBalances(claim: ProfessionalClaim): readonly CoverageBalance[] {
  return claim.otherCoverages.flatMap((coverage) => {
    const { payerPaid, payer, position } = coverage;
    const adjustments = sumOf(coverage.adjustments);
    const charge = claim.totalCharge;
    if (adjustments === undefined || charge === undefined) return [];
    const payerId = payer?.id;
    const lines = lineBalances(claim.lines, payerId);
    if (lines === undefined) return [];
    const linesPaid = lines.reduce((sum, { paid }) => sum + paid, 0);
    const basis = lines.length > 0 ? 'lines' : 'claim';
    const expected = (basis === 'lines' ? linesPaid : charge) - adjustments;
    const difference = payerPaid === undefined ? 0 : payerPaid - expected;
    return [{ position, payerId, paid: payerPaid, basis, linesPaid, charge, adjustments, difference, lines }];
  });
}

/** Balances of the lines that the payer adjudicated; bundled lines form one balance. */
function lineBalances(lines: readonly ServiceLine[], payerId: string | undefined): LineBalance[] | undefined {
  const own = (line: ServiceLine) =>
    line.adjudications.filter((adjudication) => adjudication.payerId === payerId);
  const adjudicated = lines.map((line) => ({ line, own: own(line) })).filter((entry) => entry.own.length > 0);
  const groups = new Map<number | undefined, LineBalance>();
  for (const { line, own: adjudications } of adjudicated) {
    const balance = lineBalance(line, adjudications);
    if (balance === undefined) return undefined;
    const target = adjudications.find(({ bundledLine }) => bundledLine !== undefined)?.bundledLine;
    const key = balance.difference === 0 ? line.number : (target ?? line.number);
    const known = groups.get(key);
    groups.set(key, known ? combined(known, balance) : balance);
  }
  return [...groups.values()];
}

function lineBalance(line: ServiceLine, adjudications: readonly LineAdjudication[]): LineBalance | undefined {
  const paid = total(adjudications.map((adjudication) => adjudication.paid));
  const adjustments = total(adjudications.map((adjudication) => sumOf(adjudication.adjustments)));
  if (line.charge === undefined || paid === undefined || adjustments === undefined) return undefined;
  const difference = line.charge - paid - adjustments;
  return { position: adjudications[0]?.position, charge: line.charge, paid, adjustments, difference };
}

function combined(one: LineBalance, other: LineBalance): LineBalance {
  return {
    position: one.position,
    charge: one.charge + other.charge,
    paid: one.paid + other.paid,
    adjustments: one.adjustments + other.adjustments,
    difference: one.difference + other.difference,
  };
}

/** CARC of a service that is paid as a part of another one. */
const includedElsewhere: ReadonlySet<string> = new Set(['97', '234']);

const isIncluded = ({ paid, adjustments }: LineAdjudication): boolean =>
  paid === 0 && adjustments.some(({ reason }) => includedElsewhere.has(reason));

/**
 * Returns the line into which a payer bundled a line (TR3, SVD06): it paid nothing for the line, because it recoded the line
 * to the procedure of the other one. The charge moves there by a negative adjustment (X12 RFI 2278).
 */
export function lineBundledInto(
  line: ServiceLine,
  own: LineAdjudication,
  lines: readonly ServiceLine[],
): ServiceLine | undefined {
  if (!isIncluded(own) || isSameProcedure(own.procedure, line.procedure)) return undefined;
  const others = lines.flatMap((other) =>
    other.adjudications
      .filter((one) => one.payerId === own.payerId && isSameProcedure(one.procedure, own.procedure))
      .map((one) => ({ line: other, one })),
  );
  const candidates = others.filter((other) => other.line !== line);
  const target =
    candidates.find(({ one }) => one.adjustments.some(({ amount = 0 }) => amount < 0)) ??
    candidates.find(({ one }) => !isIncluded(one));
  return target?.line;
}

function isSameProcedure(one: LineAdjudication['procedure'], other: LineAdjudication['procedure']): boolean {
  const key = ({ code, modifiers }: NonNullable<typeof one>) => [code, ...modifiers].join(':');
  return one !== undefined && other !== undefined && key(one) === key(other);
}

function sumOf(adjustments: readonly Adjustment[]): number | undefined {
  return total(adjustments.map(({ amount }) => amount));
}

function total(amounts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
  }
  return sum;
}
