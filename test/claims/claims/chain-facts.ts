import {
  type Adjudication,
  type Answer,
  claimId,
  type Decision,
  type Fact,
  factKey,
  type Submission,
} from '#claims/claims/facts.ts';
import { totalOf } from '#claims/claims/patient-share.ts';
import { type ClaimState, stateOf } from '#claims/claims/state.ts';
import { judge } from '#claims/remittances/judge.ts';
import type { ClaimPayment, PaymentAdjustment, ServicePayment } from '#x12/835/model.ts';

/** Facts of a chain in a few words. Amounts are whole dollars, days are those of December 2026. */

/** A situation of posting practice with the outcome that a biller expects, written down from the sources. */
export interface Situation {
  readonly name: string;
  readonly facts: () => readonly Fact[];
  readonly right: readonly string[];
}

const position = { index: 1, offset: 0 };

const dollars = (amount: number): number => Math.round(amount * 100);
const december = (day: number): string => `2026-12-${String(day).padStart(2, '0')}`;

/** `CO 45 25`, in dollars. */
const cas = (...texts: readonly string[]): readonly PaymentAdjustment[] =>
  texts.map((text) => {
    const [group = '', reason = '', amount = ''] = text.split(' ');
    return { group, reason, amount: dollars(Number(amount)), quantity: undefined };
  });

export interface LineInput {
  readonly charge: number;
  readonly paid?: number;
  readonly cas?: readonly string[];
  readonly code?: string;
  readonly remark?: string;
}

export interface PaymentInput {
  readonly number?: string;
  readonly status?: string;
  readonly charge?: number;
  readonly paid?: number;
  /** Lines by the number of the billed one; without lines, one line with the amounts of the claim. */
  readonly lines?: Readonly<Record<number, LineInput>>;
  /** CAS of the claim. */
  readonly ofClaim?: readonly string[];
  /** CAS of the only line. */
  readonly cas?: readonly string[];
  readonly withoutLines?: boolean;
  readonly remark?: string;
  readonly icn?: string;
  readonly f8?: string;
  readonly frequency?: string;
  readonly payer?: string;
  readonly originator?: string;
  readonly day?: number;
  readonly written?: number;
  readonly held?: 'unbalanced';
  readonly assigned?: string;
}

function service(number: number, line: LineInput): ServicePayment {
  return {
    number,
    procedure: { qualifier: 'HC', code: line.code ?? `9921${number}`, modifiers: [] },
    charge: dollars(line.charge),
    paid: dollars(line.paid ?? 0),
    revenueCode: undefined,
    units: 1,
    billedProcedure: undefined,
    billedUnits: undefined,
    serviceDate: undefined,
    serviceDateEnd: undefined,
    adjustments: cas(...(line.cas ?? [])),
    lineControlNumber: undefined,
    references: [],
    amounts: [],
    quantities: [],
    remarks: line.remark === undefined ? [] : [{ qualifier: 'HE', value: line.remark }],
    position,
  };
}

export function claimPayment(input: PaymentInput): ClaimPayment {
  const { charge = 125, paid = 0, remark } = input;
  const only: LineInput = { charge, paid, ...(input.cas && { cas: input.cas }), ...(remark && { remark }) };
  const lines = input.withoutLines ? {} : (input.lines ?? { 1: only });
  return {
    number: 1,
    header: undefined,
    patientControlNumber: input.number ?? 'P',
    statusCode: input.status ?? '1',
    charge: dollars(charge),
    paid: dollars(paid),
    patientResponsibility: undefined,
    filingIndicator: '12',
    payerControlNumber: input.icn ?? '',
    facilityType: '11',
    frequency: input.frequency,
    drg: undefined,
    drgWeight: undefined,
    dischargeFraction: undefined,
    adjustments: cas(...(input.withoutLines ? (input.cas ?? []) : (input.ofClaim ?? []))),
    patient: undefined,
    insured: undefined,
    correctedInsured: undefined,
    renderingProvider: undefined,
    crossoverCarrier: undefined,
    correctedPriorityPayer: undefined,
    otherSubscriber: undefined,
    inpatient: undefined,
    outpatient: undefined,
    remarks: [],
    references: input.f8 === undefined ? [] : [{ qualifier: 'F8', value: input.f8 }],
    statementFrom: undefined,
    statementTo: undefined,
    coverageExpiration: undefined,
    received: undefined,
    contacts: [],
    amounts: [],
    quantities: [],
    lines: Object.entries(lines).map(([number, line]) => service(Number(number), line)),
    position,
  };
}

let made = 0;

/** Returns a judged payment of payer A on December 1 by default. Each call returns a different payment. */
export function payment(input: PaymentInput): Adjudication {
  made += 1;
  const { day = 1, payer = 'A', originator = payer } = input;
  const claim = claimPayment({ icn: `I${made}`, ...input });
  const matches = claim.lines.map(({ number }) => ({
    line: number,
    ...(number < 10 && { billed_line: number }),
    by: 'LX01' as const,
  }));
  return judge(claim, matches, {
    key: factKey(`835-${String(made).padStart(5, '0')}`),
    claim: claimId(input.assigned ?? 'O'),
    remittance: `R${made}`,
    payment_number: 1,
    received_at: `${december(input.written ?? day)}T12:00:00.000Z`,
    payment: { date: december(day), originator, trace: 'T' },
    payer,
    written_on: december(input.written ?? day),
    ...(input.held && { held: input.held }),
    ...(input.assigned && { assigned: claimId(input.assigned) }),
  });
}

/** Paid 100 of 125, as agreed. */
export const paid100 = (input: PaymentInput = {}): Adjudication =>
  payment({ paid: 100, cas: ['CO 45 25'], ...input });

/** Paid 80 of 125; the patient owes a coinsurance of 20. */
export const paid80 = (input: PaymentInput = {}): Adjudication =>
  payment({ paid: 80, cas: ['CO 45 25', 'PR 2 20'], ...input });

/** Nothing paid; the whole charge of 125 under one code. */
export const denied = (code: string, input: PaymentInput = {}): Adjudication =>
  payment({ cas: [`${code} 125`], ...input });

/** The primary pays 80 of the first line and leaves 20; the second line of 50 as given. */
export const twoLines = (second: readonly string[]) =>
  payment({
    charge: 175,
    paid: 80,
    lines: { 1: { charge: 125, paid: 80, cas: ['CO 45 25', 'PR 2 20'] }, 2: { charge: 50, cas: second } },
  });

/** The second payer pays `paid` of the first line, of which the primary left 20. */
export const secondary = (paid: number, rest: readonly string[], input: Parameters<typeof payment>[0] = {}) =>
  payment({ status: '2', payer: 'B', day: 5, paid, cas: ['OA 23 105', ...rest], ...input });

/** Takes back a payment as a payer does, with every amount negated. */
export function reversalOf(of: Adjudication, input: PaymentInput = {}): Adjudication {
  const lines = of.lines.map(({ line, charge, paid, adjustments }): [string, LineInput] => [
    line,
    {
      charge: -charge / 100,
      paid: -paid / 100,
      cas: adjustments.map(({ group, code, amount }) => `${group} ${code} ${-amount / 100}`),
    },
  ]);
  return payment({
    number: of.number,
    status: '22',
    charge: -of.charge / 100,
    paid: -of.paid / 100,
    lines: Object.fromEntries(lines),
    icn: of.payer_number,
    payer: of.payer.id,
    originator: of.payer.originator,
    ...input,
  });
}

export interface SubmissionInput {
  readonly number?: string;
  readonly frequency?: string;
  readonly level?: number;
  readonly charge?: number;
  readonly codes?: readonly string[];
  readonly corrects?: string;
  readonly n?: number;
  /** Day on which it was sent; 0 if it was not. */
  readonly sent?: number;
  readonly batch?: string;
}

export function submission(id: string, input: SubmissionInput = {}): Submission {
  const { n = 1, sent = 1 } = input;
  return {
    fact: 'submission',
    key: factKey(`submission-${id}-${n}`),
    claim: claimId(id),
    n,
    number: input.number ?? 'P',
    frequency: input.frequency ?? '1',
    level: input.level ?? 1,
    charge: dollars(input.charge ?? 125),
    codes: input.codes ?? ['99211'],
    ...(sent > 0 && { sent_at: `${december(sent)}T08:00:00.000Z`, sent_on: december(sent) }),
    ...(input.batch && { batch: input.batch }),
    ...(input.corrects && { corrects: claimId(input.corrects) }),
  };
}

/** The original claim of a visit. */
export const original = (input: SubmissionInput = {}): Submission => submission('O', input);
/** Its correction, under the same number. */
export const correction = (input: SubmissionInput = {}): Submission =>
  submission('C', { frequency: '7', corrects: 'O', ...input });

export interface AnswerInput {
  readonly from?: Answer['from'];
  readonly sender?: string;
  /** Day on which its file was written. */
  readonly day?: number;
  readonly time?: string;
  /** Day of processing. */
  readonly processed?: number;
  readonly claim?: string;
  readonly number?: string;
  readonly batch?: string;
  readonly icn?: string;
}

export function answered(verdict: Answer['verdict'], input: AnswerInput = {}): Answer {
  made += 1;
  const { from = '277CA', sender = 'PR:A', day = 1, time, processed } = input;
  return {
    fact: 'answer',
    key: factKey(`answer-${String(made).padStart(5, '0')}`),
    claim: claimId(input.claim ?? 'O'),
    response: `response-${String(made).padStart(5, '0')}`,
    from,
    ...(from === '277CA' && { number: input.number ?? 'P' }),
    ...(input.batch && { batch: input.batch }),
    sender,
    ...(processed && { day: december(processed) }),
    written_on: december(day),
    ...(time && { written_at: `${december(day)}T${time}:00.000Z` }),
    received_at: `${december(day)}T${time ?? '12:00'}:00.000Z`,
    verdict,
    contract_class: verdict === 'pended' ? 'pended' : verdict === 'rejected' ? 'rejected' : 'accepted',
    reasons: [{ category: 'A7', code: '33', entity: 'IL' }],
    ...(input.icn && { payer_number: input.icn }),
  };
}

export function decision(over: Partial<Decision> = {}): Decision {
  made += 1;
  return {
    fact: 'decision',
    key: factKey(`decision-${made}`),
    claim: claimId('O'),
    by: 'biller',
    at: `2026-12-20T10:00:0${made % 10}.000Z`,
    resolves: [],
    ...over,
  };
}

/** The state of a chain as lines of text, `O paid 100 | owes 0`, with everything that a biller acts on. */
export function shown(facts: readonly Fact[]): readonly string[] {
  return [...stateOf(new Set(facts)).values()].map(shownState);
}

function shownState(state: ClaimState): string {
  const { claim, base_lane: lane, paid, reasons, patient, credit, conflicts } = state;
  const open = conflicts.filter((conflict) => conflict.open).map(({ kind }) => kind);
  return [
    `${claim} ${lane} paid ${paid / 100}`,
    ...reasons.map(({ group, code, amount }) => `${group} ${code} ${amount / 100}`),
    ...(totalOf(patient) > 0 ? [`owes ${totalOf(patient) / 100}`] : []),
    ...(credit > 0 ? [`credit ${credit / 100}`] : []),
    ...open.map((kind) => `review ${kind}`),
  ].join(', ');
}

/** The same facts in some other orders. */
export const orders = (facts: readonly Fact[]): readonly (readonly Fact[])[] =>
  facts.length > 5
    ? [facts, facts.toReversed(), [...facts.slice(3), ...facts.slice(0, 3)]]
    : permutations(facts);

function permutations(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  if (facts.length < 2) return [facts];
  return facts.flatMap((fact, index) =>
    permutations(facts.filter((_, at) => at !== index)).map((rest) => [fact, ...rest]),
  );
}
