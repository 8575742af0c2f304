import { adjustmentReasonCodes } from '#x12/codes/adjustment-reason.ts';
import { expandCodes } from '#x12/codes/dated-codes.ts';

/**
 * What a claim adjustment reason code (CARC, code source 139) means for a claim. {@link judge} explains the outcomes.
 *
 * - `share`: the ordinary share of the patient under group PR, which the payer decided.
 * - `agreed`: brings the charge to the agreed amount. `interest`: the same for interest, which no contract reduces.
 * - `elsewhere`: another payer paid or gets it, or nobody owes it.
 * - `pended`: the payer has not decided. `duplicate`: decided under another number.
 * - `denial`: everything else. Under PR it is a denial if nothing is paid.
 */
export type CarcKind = 'share' | 'agreed' | 'interest' | 'elsewhere' | 'pended' | 'duplicate' | 'denial';

export interface CarcRow {
  readonly code: string;
  readonly kind: CarcKind;
  /** Groups under which the kind holds; under another one the code is a denial. */
  readonly groups: readonly string[];
  readonly source: string;
  /** Nothing paid with this code is not denied. */
  readonly settles?: true;
  /** The same if another line of the claim is paid or settled: the line is part of it. */
  readonly bundled?: true;
  /** Reported, never paid; the line has no effect on the claim. */
  readonly reporting?: true;
  /** Sent on to another payer, as by CLP02 23, if the claim has no other code. */
  readonly forwards?: true;
  /** This payer does not cover the patient, so another payer of the same rank may. */
  readonly notCovered?: true;
}

type RowFlag = 'settles' | 'bundled' | 'reporting' | 'forwards' | 'notCovered';
const flags: readonly RowFlag[] = ['settles', 'bundled', 'reporting', 'forwards', 'notCovered'];

const anyGroup = ['CO', 'OA', 'PI', 'PR'];
const kinds: readonly CarcKind[] = [
  'share',
  'agreed',
  'interest',
  'elsewhere',
  'pended',
  'duplicate',
  'denial',
];

/**
 * Kind, groups (`*` for all), flags (`-` for none), codes, and the source of the row: `list` is the wording of the code in the
 * published list. A table of docs/claims.md is made from these rows.
 */
const table = `
  share     | PR | settles | 1-3 | list: deductible, coinsurance, copay
  share     | PR | settles | 66 247-248 | list: deductible and coinsurance under other names
  share     | PR | settles | 142 178 | list: Medicaid liability and spend-down, which the patient pays
  share     | PR | settles | 187 | list: paid from a spending account of the patient
  share     | PR | settles | 241 | list: copay of the low income subsidy
  agreed    | CO PR | - | 45 | list: above the fee schedule or contract, only under CO or PR
  agreed    | CO OA PI | settles | 24 | list: covered by a capitation agreement, paid for the head
  agreed    | CO OA PI | - | 44 103 | list: discounts for prompt payment and by promotion
  agreed    | CO OA PI | - | 59 | list: rules of multiple procedures
  agreed    | CO OA PI | - | 94 | list: processed in excess of charges; RFI 2320
  agreed    | CO OA PI | bundled | 97 P14 | list: included in the payment of another service; RFI 2278
  agreed    | CO OA PI | - | 104-105 | list: withholding by the plan, of tax
  agreed    | CO OA PI | - | 131 144 172 | list: negotiated discount, incentive, adjustment by specialty
  agreed    | CO OA PI | - | 132 137 161 | list: demonstration project, surcharges and health taxes, bonus
  agreed    | CO OA PI | - | 223 235 237 253 | list: required by law, sales tax, legislated penalty, sequestration
  agreed    | CO OA PI | - | 143 245 271 | list: withholding and deferred amounts of a contract
  agreed    | CO OA PI | reporting | 246 | list: for required reporting only, not payable
  agreed    | CO OA PI | settles | 303 | list: share of a qualified Medicare beneficiary, which nobody owes
  agreed    | CO OA PI | - | P12 P23 P29 | list: fee schedules of the jurisdiction
  agreed    | CO OA PI | - | P24-P26 | list: discounts of provider networks
  interest  | *  | - | 85 225 | list: interest
  elsewhere | CO OA | settles | 23 | list: what prior payers paid or adjusted; 835 section 1.10.2.13
  elsewhere | CO OA | settles | 209 | list: may not be collected from the patient, a later payer gets it
  elsewhere | CO OA | settles forwards | B11 | list: transferred to the proper payer
  elsewhere | CO OA | settles forwards | 290-292 298 300 305 | list: forwarded to another plan of the patient
  elsewhere | *  | settles | 100 | list: paid to the patient
  pended    | *  | - | 133 | list: awaits further review, finalised by reversal and correction
  pended    | OA | - | 257 277 | list: undetermined in a premium grace period, reversed and corrected at its end
  pended    | OA | - | P11 | list: pending because of litigation
  duplicate | *  | - | 18 | list: exact duplicate
  duplicate | *  | - | B13 | list: paid before
  denial    | *  | notCovered | 26-27 31 | list: outside of the coverage of the patient
  denial    | *  | notCovered | 109 | list: another payer covers it
  denial    | *  | - | 4-17 19-22 25 28-30 32-43 46-58 60-65 67-84 86-93 95-96 98-99 | list
  denial    | *  | - | 101-102 106-108 110-130 134-136 138-141 145-160 162-171 173-177 179-186 188-208 | list
  denial    | *  | - | 210-222 224 226-234 236 238-240 242-244 249-252 254-256 258-270 272-276 | list
  denial    | *  | - | 278-289 293-297 299 301-302 304 306 | list
  denial    | *  | - | A0-A8 B1-B10 B12 B14-B23 | list
  denial    | *  | - | P1-P10 P13 P15-P22 P27-P28 P30-P32 | list
`;

/** Every CARC that has a row, by code. */
export const carcRows: ReadonlyMap<string, CarcRow> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap(rowsOf)
    .map((row) => [row.code, row]),
);

function rowsOf(line: string): CarcRow[] {
  const [kindName = '', groupNames = '', flagNames = '', codes = '', source = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const kind = kinds.find((name) => name === kindName);
  if (kind === undefined) throw new RangeError(`Row of CARC without a kind: ${line}`);
  const groups = groupNames === '*' ? anyGroup : groupNames.split(' ');
  const set = flags.filter((flag) => flagNames.split(' ').includes(flag));
  const flagsOfRow = Object.fromEntries(set.map((flag): [RowFlag, true] => [flag, true]));
  return expandCodes(codes).map((code) => ({ code, kind, groups, source, ...flagsOfRow }));
}

/** The row of a code if its kind holds under this group. */
function rowUnder(group: string, code: string): CarcRow | undefined {
  const row = carcRows.get(code);
  return row?.groups.includes(group) ? row : undefined;
}

export const carcKind = (group: string, code: string): CarcKind => rowUnder(group, code)?.kind ?? 'denial';

/** Whether a line with nothing paid is not denied because of this code. */
export const settles = (group: string, code: string): boolean => rowUnder(group, code)?.settles === true;

export const isBundled = (group: string, code: string): boolean => rowUnder(group, code)?.bundled === true;

/** Its negative amount is a rate above the charge, which covers lines that the payer only reduces. */
export const isRate = (code: string, amount: number): boolean => amount < 0 && rateCodes.has(code);
const rateCodes: ReadonlySet<string> = new Set(['45', '94']);

export const isReportingOnly = (group: string, code: string): boolean =>
  rowUnder(group, code)?.reporting === true;

export const forwards = (group: string, code: string): boolean => rowUnder(group, code)?.forwards === true;

export const saysNotCovered = (code: string): boolean => carcRows.get(code)?.notCovered === true;

/** In the published list, but without a row: it follows the table of denials, and is marked. */
export const isUnclassified = (code: string): boolean =>
  !carcRows.has(code) && adjustmentReasonCodes.entries.has(code);

/** Outside of the published list: a person must look at the claim. */
export const isUnknown = (code: string): boolean =>
  !carcRows.has(code) && !adjustmentReasonCodes.entries.has(code);
