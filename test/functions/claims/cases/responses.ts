import type { PaymentAdjustment, PaymentParty } from '#x12/835/model.ts';
import type { WriterInput } from '#x12/writer/writer.ts';

/** Responses about a claim in the short form of a biller, from which the files of each claim are made. */

export interface Payer {
  readonly name: string;
  readonly id: string;
  /** TRN03. */
  readonly originator: string;
}

export const payers = {
  plan: { name: 'PLAINS HEALTH', id: '60054', originator: '1512345678' },
  /** The spending account of the plan's member: the id of the plan, another company (TRN03). */
  account: { name: 'PLAINS HEALTH', id: '60054', originator: '1577777777' },
  supplement: { name: 'SUPPLEMENT CO', id: '70707', originator: '1333333333' },
  third: { name: 'THIRD MUTUAL', id: '80808', originator: '1444444444' },
  clearinghouse: { name: 'CLEARHSE', id: 'CLH01', originator: '' },
} as const;

/** The claims of a chain. The first is `claim`. */
export type Member = 'claim' | 'correction' | 'second' | 'void' | 'next';

export interface PaidLine {
  readonly name: string;
  readonly charge: number;
  readonly paid: number;
  readonly adjustments: readonly WriterInput<PaymentAdjustment>[];
}

/** One CLP. */
export interface Payment {
  /** Whose number the payer returns. */
  readonly of: Member;
  readonly status: string;
  readonly icn: string;
  readonly frequency: string | undefined;
  readonly remarks: readonly string[];
  readonly lines: readonly PaidLine[];
  readonly adjustments: readonly WriterInput<PaymentAdjustment>[];
  /** The payer returns a number that no claim has. */
  readonly isMisspelled: boolean;
  /** The lines have no REF*6R. */
  readonly isUnnumbered: boolean;
  /** Procedure by which the payer replaced that of a line (SVC01, with the billed one in SVC06). */
  readonly recoded: Readonly<Record<string, string>>;
  /** Another patient than that of the visit. */
  readonly patient: WriterInput<PaymentParty> | undefined;
  /** Another day of service. */
  readonly served: string | undefined;
}

export interface Remittance {
  readonly kind: '835';
  /** Days from today to the payment, on which the file is written. */
  readonly day: number;
  readonly payer: Payer;
  readonly payments: readonly Payment[];
  readonly payee: Payee;
  /** TRN02 of the visit; unique by default. */
  readonly trace: string | undefined;
}

/** N1*PE with its qualifier, and REF*TJ. */
export interface Payee {
  readonly idQualifier: string;
  readonly id: string;
  readonly taxId?: string;
}

export const clinic: Payee = { idQualifier: 'XX', id: '1234567893', taxId: '841234567' };

export interface Acknowledgment {
  readonly kind: '277CA';
  readonly day: number;
  /** Hour and minute of its writing, `14:00`. */
  readonly at: string;
  readonly payer: Payer;
  readonly of: Member;
  /** Category, code and entity: `A7:33:IL`. */
  readonly code: string;
  readonly icn: string | undefined;
  /** Names the file with which the claims were first sent (BHT03), and not one that nobody knows. */
  readonly namesFirstFile: boolean;
  /** The payer returns a number that no claim has. */
  readonly isMisspelled: boolean;
}

/** A response of the receiver about a file with a claim of the visit. */
export interface FileAnswer {
  readonly kind: '999' | 'TA1';
  readonly day: number;
  readonly at: string;
  /** `cause`: a claim of the visit has an error; `whole`: the file is refused as a whole. */
  readonly verdict: 'accepted' | 'cause' | 'whole';
  /** Which of the files of the visit, from 0. */
  readonly sending: number;
}

export type Response = Remittance | Acknowledgment | FileAnswer;

export interface PaymentFacts {
  readonly day?: number;
  readonly by?: Payer;
  readonly of?: Member;
  /** CLP02; 1 by default. */
  readonly status?: string;
  /** CLP07; unique by default. */
  readonly icn?: string;
  /** CLP09; `none` if the payer returns none. */
  readonly frequency?: string;
  readonly remarks?: readonly string[];
  /** Adjustments of the claim as a whole, `CO 45 25`. */
  readonly adjusted?: string;
  readonly payee?: Payee;
  readonly isMisspelled?: boolean;
  readonly isUnnumbered?: boolean;
  readonly recoded?: Readonly<Record<string, string>>;
  readonly patient?: WriterInput<PaymentParty>;
  readonly served?: string;
  readonly trace?: string;
}

let payments = 0;

/**
 * A remittance with one payment. A text such as `80, CO 45 25, PR 2 20` is what the payer does with a line: it pays 80 and reduces
 * the charge by 25 and 20. `L1#2` is one more service (SVC) about the line L1; `all` is a payment without services.
 */
export function pays(lines: string | Readonly<Record<string, string>>, facts: PaymentFacts = {}): Remittance {
  const { day = 2, by = payers.plan, of = 'claim', status = '1', icn = `N${++payments}` } = facts;
  const { frequency = '1', remarks = [], adjusted = '', payee = clinic } = facts;
  const { isMisspelled = false, isUnnumbered = false, recoded = {}, patient, served, trace } = facts;
  const byName = typeof lines === 'string' ? { L1: lines } : lines;
  const payment: Payment = {
    ...{ of, status, icn, remarks, isMisspelled, isUnnumbered, recoded, patient, served },
    frequency: frequency === 'none' ? undefined : frequency,
    lines: Object.entries(byName).map(([name, text]) => paidLine(name, text)),
    adjustments: adjusted === '' ? [] : adjusted.split(', ').map(adjustment),
  };
  return { kind: '835', day, payer: by, payee, trace, payments: [payment] };
}

function paidLine(name: string, text: string): PaidLine {
  const [amount = '', ...reductions] = text.split(', ');
  const adjustments = reductions.map(adjustment);
  const paid = cents(amount);
  return { name, paid, adjustments, charge: sum([paid, ...adjustments.map((one) => one.amount)]) };
}

function adjustment(text: string): WriterInput<PaymentAdjustment> {
  const [group = '', reason = '', amount = ''] = text.split(' ');
  return { group, reason, amount: cents(amount) };
}

const cents = (text: string): number => Math.round(Number(text) * 100);

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);

/** CLP03. */
export const chargeOf = ({ lines }: Payment): number => sum(lines.map(({ charge }) => charge));

/** CLP04. */
export const paidOf = ({ lines, adjustments }: Payment): number =>
  sum(lines.map(({ paid }) => paid)) - sum(adjustments.map(({ amount }) => amount));

/** The payer takes a remittance back: claim status 22 and all amounts negative. */
export function reverses(
  of: Remittance,
  facts: Pick<PaymentFacts, 'day' | 'icn' | 'status'> = {},
): Remittance {
  const { day = of.day, status = '22' } = facts;
  const negative = (list: readonly WriterInput<PaymentAdjustment>[]) =>
    list.map((one) => ({ ...one, amount: -one.amount }));
  const taken = of.payments.map((payment) => ({
    ...payment,
    ...{ status, icn: facts.icn ?? payment.icn, adjustments: negative(payment.adjustments) },
    lines: payment.lines.map((line) => ({
      ...{ name: line.name, charge: -line.charge, paid: -line.paid },
      adjustments: negative(line.adjustments),
    })),
  }));
  return { ...of, day, payments: taken };
}

/** Several payments in one remittance. */
export const together = (first: Remittance, ...others: readonly Remittance[]): Remittance => ({
  ...first,
  payments: [first, ...others].flatMap((one) => one.payments),
});

interface AnswerFacts {
  readonly day?: number;
  readonly at?: string;
  readonly by?: Payer;
  readonly of?: Member;
  readonly icn?: string;
  readonly namesFirstFile?: boolean;
  readonly isMisspelled?: boolean;
}

/** A 277CA with the status of one claim, such as `A2:20` or `A7:33:IL`. */
export const answers = (code: string, facts: AnswerFacts = {}): Acknowledgment => ({
  ...{ kind: '277CA', code, day: facts.day ?? 1, at: facts.at ?? '12:00', payer: facts.by ?? payers.plan },
  ...{ of: facts.of ?? 'claim', icn: facts.icn, namesFirstFile: facts.namesFirstFile ?? false },
  isMisspelled: facts.isMisspelled ?? false,
});

type FileFacts = Partial<Pick<FileAnswer, 'day' | 'at' | 'sending'>> & { readonly by?: FileAnswer['kind'] };

const aboutFile = (verdict: FileAnswer['verdict'], facts: FileFacts): FileAnswer => ({
  ...{ kind: facts.by ?? '999', verdict, sending: facts.sending ?? 0 },
  ...{ day: facts.day ?? 1, at: facts.at ?? '08:00' },
});

/** A 999 or TA1 that accepts a file. */
export const acceptsFile = (facts: FileFacts = {}): FileAnswer => aboutFile('accepted', facts);

/** A 999 or TA1 that refuses a file as a whole: its claims may be sent again as they are. */
export const refusesFile = (facts: FileFacts = {}): FileAnswer => aboutFile('whole', facts);

/** A 999 that refuses a file because of the claim. */
export const refusesClaim = (facts: FileFacts = {}): FileAnswer => aboutFile('cause', facts);
