import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Member } from './responses.ts';
import { billsNextPayer, corrects, type Deed, type GivenFile, type Right, voids } from './situation.ts';

/** Files of payers next to the repository. CASES.md there has the source of each outcome. */
const folder = resolve(import.meta.dirname, '../../../../../shared/cases/claims');

export const havePublished = existsSync(folder);

/** All claims of the cases. */
export const publishedClaims = (): Buffer => readFileSync(resolve(folder, 'claims.x12'));

export interface PublishedCase {
  /** Number of the case, which names its folder. */
  readonly number: number;
  readonly name: string;
  /** Its claim, `A` by default: SI01A. */
  readonly claim?: string;
  /** Numbers of its files, and deeds; every file by default. */
  readonly steps?: readonly (number | Deed)[];
  readonly right: Right;
  readonly isWrong?: true;
}

export const numberOf = ({ number, claim = 'A' }: PublishedCase): string =>
  `SI${String(number).padStart(2, '0')}${claim}`;

/** Texts of the files of a case in their order. */
export function filesOf(number: number): readonly GivenFile[] {
  const own = readdirSync(folder).find((name) => Number.parseInt(name, 10) === number) ?? '';
  const read = (name: string) => readFileSync(resolve(folder, own, name), 'latin1');
  return readdirSync(resolve(folder, own))
    .toSorted()
    .map((name) => ({ kind: 'file', name, text: read(name) }));
}

export function stepsOf({ number, steps }: PublishedCase): readonly (GivenFile | Deed)[] {
  const files = filesOf(number);
  if (steps === undefined) return files;
  return steps.flatMap((step): readonly (GivenFile | Deed)[] =>
    typeof step === 'object' ? [step] : files.slice(step - 1, step),
  );
}

const denied = (reason: string, owes = 125): Right => ({
  ...{ lane: 'denied', paid: 0, reasons: [`${reason} 125`], owes },
});
const pending: Right = { lane: 'pending', paid: 0 };
const split: Right = { lane: 'underpaid', paid: 100, reasons: ['CO 50 50'] };
const afterCorrection = [1, corrects(), 2] as const;
const closed = (...reasons: readonly string[]) => ({ lane: 'closed', paid: 0, reasons });
const sendsReplacement = (number: string, as: Member): Deed => ({ kind: 'send', number, as });

export const published: readonly PublishedCase[] = [
  {
    ...{ number: 1, name: 'a rejection after another sender’s acceptance' },
    right: { lane: 'payer_rejected', rejected: 'A7:164', rejections: 1 },
  },
  {
    ...{ number: 2, name: 'a rejection that the payer processed on an earlier day' },
    right: { lane: 'payer_rejected', rejected: 'A7:88', rejections: 1 },
  },
  {
    ...{ number: 3, name: 'the patient owes the rest after the secondary claim' },
    steps: [1, billsNextPayer, 2],
    right: { lane: 'paid', paid: 80, owes: 5, next: { lane: 'paid', paid: 15 } },
  },
  {
    ...{ number: 4, name: 'crossover, and the secondary paid all' },
    right: { lane: 'paid', paid: 100 },
  },
  {
    ...{ number: 5, name: 'crossover, and the secondary leaves a copay' },
    right: { lane: 'paid', paid: 95, owes: 5 },
  },
  {
    ...{ number: 6, name: 'a spending account pays part of the deductible' },
    right: { lane: 'paid', paid: 60, owes: 40 },
  },
  { number: 7, name: 'not covered by the plan', right: denied('PR 204') },
  { number: 8, name: 'after the end of coverage', right: denied('PR 27') },
  { number: 9, name: 'not known as insured', right: denied('PR 31') },
  { number: 10, name: 'a non-covered charge with a remark', right: denied('PR 96') },
  { number: 11, name: 'before the start of coverage', right: denied('PR 26') },
  {
    number: 12,
    name: 'a duplicate denied after the payment',
    right: { lane: 'paid', paid: 100 },
  },
  {
    ...{ number: 13, name: 'the correction after a denied duplicate names the paid claim' },
    steps: [1, 2, corrects()],
    right: { paid: 100, correction: { original: 'ICN13A' } },
  },
  { number: 14, name: 'split: a line paid, then a line denied', right: split },
  { number: 15, name: 'split: a line denied, then a line paid', right: split },
  { number: 16, name: 'split over two remittances', right: split },
  {
    ...{ number: 17, name: 'a denied line beside bundled lines' },
    right: { lane: 'underpaid', paid: 100, reasons: ['CO 50 100'] },
  },
  {
    ...{ number: 18, name: 'a payment of another practice with the same number' },
    right: { lane: 'submitted', paid: 0, unmatched: 1 },
  },
  {
    ...{ number: 19, name: 'a denial of another practice with the same number' },
    right: { lane: 'submitted', paid: 0, unmatched: 1 },
  },
  {
    ...{ number: 20, name: 'a replacement paid under the original’s number after a reversal' },
    steps: [1, corrects({ number: 'SI20B', procedure: '99214', charge: 150 }), 2],
    right: { ...closed(), correction: { lane: 'paid', paid: 100, icn: 'ICN20B' } },
  },
  {
    ...{ number: 21, name: 'a replacement of a file paid under the original’s number' },
    steps: [1, 2, sendsReplacement('SI21B', 'correction'), 3],
    right: { ...closed('CO 16 125'), correction: { lane: 'paid', paid: 100, icn: 'ICN21B' } },
  },
  {
    ...{ number: 22, name: 'a correction paid with the reversal of the denial', steps: afterCorrection },
    right: { ...closed(), correction: { lane: 'paid', paid: 100 } },
  },
  {
    ...{ number: 23, name: 'a correction returned with frequency 1', steps: afterCorrection },
    right: { ...closed('CO 4 125'), correction: { lane: 'paid', paid: 100 } },
  },
  {
    ...{ number: 24, name: 'a correction returned without a frequency', steps: afterCorrection },
    right: { ...closed('CO 4 125'), correction: { lane: 'paid', paid: 100 } },
  },
  {
    ...{ number: 25, name: 'a void answered by a reversal', steps: [1, voids, 2] },
    right: { ...closed(), void: { lane: 'closed', paid: 0 } },
  },
  {
    ...{ number: 33, name: 'a pended line beside a paid line' },
    right: { lane: 'pending', paid: 100 },
  },
  { number: 34, name: 'a pended claim', right: pending },
  { number: 35, name: 'a pended claim with the older status 5', right: pending },
  { number: 36, name: 'a pended claim with the older status 10', steps: [1], right: pending },
  {
    number: 36,
    claim: 'B',
    name: 'a pended claim with the older status 16',
    steps: [2],
    right: pending,
  },
  {
    number: 36,
    claim: 'C',
    name: 'a pended claim with the older status 17',
    steps: [3],
    right: pending,
  },
  {
    ...{ number: 37, name: 'an encounter rate by a negative contractual adjustment' },
    right: { lane: 'paid', paid: 185 },
  },
  {
    number: 38,
    name: 'an encounter rate in excess of charges',
    right: { lane: 'paid', paid: 185 },
  },
  { number: 39, name: 'the first zero payment of a day', steps: [1], right: denied('CO 29', 0) },
  {
    ...{ number: 39, claim: 'B', name: 'the second zero payment of a day with the same number', steps: [2] },
    right: denied('CO 29', 0),
  },
  {
    ...{ number: 47, name: 'every reason of several statuses' },
    right: {
      ...{ lane: 'payer_rejected', rejections: 1 },
      says: ['562', '128', '33', 'BILLING ID DOES NOT MATCH TAX ID', 'MEMBER NOT FOUND'],
    },
  },
  {
    ...{ number: 48, name: 'a reason at the line' },
    right: { lane: 'payer_rejected', rejections: 1, says: ['453', 'MODIFIER ZZ NOT VALID'] },
  },
];
