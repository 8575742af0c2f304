import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { answer, senderOf } from '#claims/claim-acknowledgments/apply-status.ts';
import { type Adjudication, type Answer, claimId, type Fact, type Submission } from '#claims/claims/facts.ts';
import { stateOf } from '#claims/claims/state.ts';
import { contentKeys, judge } from '#claims/remittances/judge.ts';
import { leaveOut } from '#test/soak.ts';
import { readClaimAcknowledgmentsSync } from '#x12/277ca/read-claim-acknowledgments.ts';
import { readRemittancesSync } from '#x12/835/read-remittances.ts';
import { correction, orders, original, shown, submission } from './chain-facts.ts';

/** Files of payers next to the repository; CASES.md there has the source of each outcome. */
const folder = resolve(import.meta.dirname, '../../../../shared/cases/claims');

const filesOf = (number: number): readonly string[] => {
  const own = readdirSync(folder).find((name) => Number.parseInt(name, 10) === number) ?? '';
  return readdirSync(resolve(folder, own))
    .toSorted()
    .map((name) => readFileSync(resolve(folder, own, name), 'latin1'));
};

/** GS04 as a day. */
function writtenOn(text: string): string {
  const [, year, month, day] = /~?GS\*[^*]*\*[^*]*\*[^*]*\*(\d{4})(\d\d)(\d\d)/.exec(text) ?? [];
  return `${year}-${month}-${day}`;
}

/** Judges every payment of an 835 as it comes out of the engine. */
function adjudications(text: string): Adjudication[] {
  const keys = new Map<string, ReturnType<typeof contentKeys>>();
  return [...readRemittancesSync(Buffer.from(text, 'latin1'))].flatMap((event) => {
    if (event.kind !== 'claim') return [];
    const { remittance, claim } = event;
    const { payment, payer } = remittance;
    const keyOf = keys.get(payment.trace) ?? contentKeys(payment);
    keys.set(payment.trace, keyOf);
    const matches = claim.lines.map(({ number, lineControlNumber }) => {
      const billed = Number(/\d$/.exec(lineControlNumber ?? '')?.[0] ?? number);
      return { line: number, billed_line: billed, by: 'REF*6R' as const };
    });
    const from = { key: keyOf(claim), claim: claimId('O'), remittance: payment.trace, payment };
    const written_on = writtenOn(text);
    const received = { payment_number: claim.number, received_at: `${written_on}T12:00:00.000Z` };
    return [judge(claim, matches, { ...from, ...received, payer: payer.id ?? '', written_on })];
  });
}

/** The statuses of a 277CA as they come out of the engine. */
function answersIn(text: string, index: number): Answer[] {
  const events = [...readClaimAcknowledgmentsSync(Buffer.from(text, 'latin1'))];
  const acknowledgment = events.find((event) => event.kind === 'acknowledgment')?.acknowledgment;
  if (acknowledgment === undefined) throw new Error('No header');
  const { source, batch, processed } = acknowledgment;
  const written_on = writtenOn(text);
  const at = `${written_on}T12:00:00.000Z`;
  return events.flatMap((event, n) => {
    if (event.kind !== 'status') return [];
    return [
      answer(event.status, {
        ...{
          response: `response ${index}`,
          n,
          claim: claimId('O'),
          sender: senderOf({
            source: { ...source, id_qualifier: source.idQualifier, id: source.id },
            application_sender: '',
          }),
        },
        ...{
          batch,
          processed,
          written_on,
          received_at: at,
          answered_at: at,
          policy: { reading: 'contract' },
        },
        number: event.status.standard.patientControlNumber ?? event.status.patientControlNumber,
      }),
    ];
  });
}

const factsIn = (text: string, index: number): readonly Fact[] =>
  text.includes('ST*835') ? adjudications(text) : answersIn(text, index);

const sent = { sent_at: '2026-11-21T08:00:00.000Z', sent_on: '2026-11-21' };
const sentLater = { sent_at: '2026-11-25T08:00:00.000Z', sent_on: '2026-11-25' };

interface Case {
  readonly number: number;
  /** Its claim; the letter of the number. */
  readonly letter?: string;
  readonly charge?: number;
  readonly codes?: readonly string[];
  readonly others?: readonly Submission[];
  readonly right: readonly string[];
}

const numberOf = ({ number, letter = 'A' }: Pick<Case, 'number' | 'letter'>): string =>
  `SI${String(number).padStart(2, '0')}${letter}`;

/** A correction that was sent after the first remittance, under the number of its original or its own. */
const corrected = (number: number, letter = 'A', charge = 125): readonly Submission[] => [
  {
    ...correction({ number: numberOf({ number, letter }), charge }),
    ...sentLater,
    codes: charge === 125 ? ['99213'] : ['99214'],
  },
];

const pending = ['O pending paid 0'];
const wholeDenied = (code: string, owes = ''): readonly string[] => [`O denied paid 0, ${code} 125${owes}`];
const split = { charge: 175, codes: ['99213', '94010'], right: ['O underpaid paid 100, CO 50 50'] };

/** The outcomes are those of CASES.md; a claim without more than its lane and payment owes nothing and has no reason. */
const cases: readonly Case[] = [
  { number: 1, right: ['O payer_rejected paid 0'] },
  { number: 2, right: ['O payer_rejected paid 0'] },
  {
    number: 3,
    others: [{ ...submission('S', { number: 'SI03A-S', level: 2 }), ...sentLater }],
    right: ['O paid paid 80', 'S paid paid 15, owes 5'],
  },
  { number: 4, right: ['O paid paid 100'] },
  { number: 5, right: ['O paid paid 95, owes 5'] },
  { number: 6, right: ['O paid paid 60, owes 40'] },
  { number: 7, right: wholeDenied('PR 204', ', owes 125') },
  { number: 8, right: wholeDenied('PR 27', ', owes 125') },
  { number: 9, right: wholeDenied('PR 31', ', owes 125') },
  { number: 10, right: wholeDenied('PR 96', ', owes 125') },
  { number: 11, right: wholeDenied('PR 26', ', owes 125') },
  { number: 12, right: ['O paid paid 100'] },
  { number: 13, others: corrected(13), right: ['O paid paid 100', 'C submitted paid 0'] },
  { number: 14, ...split },
  { number: 15, ...split },
  { number: 16, ...split },
  {
    number: 17,
    charge: 596.55,
    codes: ['80050', '84453', '99213'],
    right: ['O underpaid paid 100, CO 50 100'],
  },
  { number: 20, others: corrected(20, 'B', 150), right: ['O closed paid 0', 'C paid paid 100'] },
  { number: 21, others: corrected(21, 'B', 150), right: ['O closed paid 0, CO 16 125', 'C paid paid 100'] },
  { number: 22, others: corrected(22), right: ['O closed paid 0', 'C paid paid 100'] },
  { number: 23, others: corrected(23), right: ['O closed paid 0, CO 4 125', 'C paid paid 100'] },
  { number: 24, others: corrected(24), right: ['O closed paid 0, CO 4 125', 'C paid paid 100'] },
  {
    number: 25,
    others: [{ ...submission('V', { number: 'SI25A', frequency: '8', corrects: 'O' }), ...sentLater }],
    right: ['O closed paid 0', 'V closed paid 0'],
  },
  { number: 26, right: ['O paid paid 80, owes 20'] },
  { number: 33, charge: 175, codes: ['99213', '94010'], right: ['O pending paid 100'] },
  { number: 34, right: pending },
  { number: 35, right: pending },
  { number: 36, right: pending },
  { number: 36, letter: 'B', right: pending },
  { number: 36, letter: 'C', right: pending },
  { number: 37, codes: ['T1015'], right: ['O paid paid 185'] },
  { number: 38, codes: ['T1015'], right: ['O paid paid 185'] },
  { number: 39, right: wholeDenied('CO 29') },
  { number: 39, letter: 'B', right: wholeDenied('CO 29') },
  { number: 41, right: ['O payer_rejected paid 0'] },
  { number: 42, right: ['O payer_rejected paid 0'] },
  { number: 47, right: ['O payer_rejected paid 0'] },
  { number: 48, right: ['O payer_rejected paid 0'] },
  { number: 50, right: ['O paid paid 100'] },
  { number: 52, right: ['O paid paid 100'] },
];

const hasNumber = (fact: Fact, numbers: ReadonlySet<string>): boolean =>
  'number' in fact && fact.number !== undefined && numbers.has(fact.number);

function factsOf({
  number,
  letter = 'A',
  charge = 125,
  codes = ['99213'],
  others = [],
}: Case): readonly Fact[] {
  const first = { ...original({ number: numberOf({ number, letter }), charge, codes }), ...sent };
  const numbers = new Set([first, ...others].map((one) => one.number));
  const responses = filesOf(number).filter((text) => !text.includes('ST*837'));
  return [first, ...others, ...responses.flatMap(factsIn).filter((fact) => hasNumber(fact, numbers))];
}

const isThere = existsSync(folder);
if (!isThere) leaveOut('published cases by their facts', 'they are not beside the repository');
const describeCases = isThere ? describe : describe.skip;

describeCases('Published cases, read by the engine', () => {
  test.each(cases.map((one) => ({ ...one, name: `case ${one.number} ${numberOf(one)}` })))('$name', (one) => {
    const facts = factsOf(one);
    expect(facts.length).toBeGreaterThan(1);
    for (const order of orders(facts)) expect(shown(order)).toEqual(one.right);
  });

  test('a rejection names every reason and text (cases 47 and 48)', () => {
    const reasons = (number: number) =>
      stateOf(new Set(factsOf({ number, right: [] })))
        .get(claimId('O'))
        ?.payer_rejection?.reasons.map(({ code, message, line }) => [code, message, line]);
    expect(reasons(47)).toEqual([
      ['562', 'BILLING ID DOES NOT MATCH TAX ID', undefined],
      ['128', 'BILLING ID DOES NOT MATCH TAX ID', undefined],
      ['33', 'MEMBER NOT FOUND', undefined],
    ]);
    expect(reasons(48)).toEqual([
      ['247', undefined, undefined],
      ['453', 'MODIFIER ZZ NOT VALID', 'L1'],
    ]);
  });

  test('the correction names the number of the paid claim (case 13), a paid correction has its own (20 to 24)', () => {
    const number = (one: number, claim: string) =>
      stateOf(new Set(factsOf(cases.find((each) => each.number === one) ?? { number: one, right: [] }))).get(
        claimId(claim),
      )?.payer_number;
    expect(number(13, 'O')).toBe('ICN13A');
    expect([20, 21, 22, 23, 24].map((one) => number(one, 'C'))).toEqual([
      'ICN20B',
      'ICN21B',
      'ICN22B',
      'ICN23A',
      'ICN24B',
    ]);
  });
});
