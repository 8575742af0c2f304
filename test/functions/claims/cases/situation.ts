import type { Acknowledgment, Member, Remittance, Response } from './responses.ts';

/** What a person does between two files. */
export type Deed =
  | {
      readonly kind: 'correct';
      readonly of: Member;
      readonly as: Member;
      /** Its number, if it is not that of the original; `own` for one of the visit. */
      readonly number: string | undefined;
      /** Procedure and charge of its first line, if they differ. */
      readonly procedure: string | undefined;
      readonly charge: number | undefined;
    }
  | { readonly kind: 'void' }
  /** The claim that a 999 or TA1 refused with its file is sent again as it is. */
  | { readonly kind: 'resend' }
  | { readonly kind: 'bill next payer' }
  /** Sends a claim that a billing system wrote, released if it waits for a person. */
  | { readonly kind: 'send'; readonly number: string; readonly as: Member };

interface Corrected {
  readonly of?: Member;
  readonly as?: Member;
  readonly number?: string;
  readonly procedure?: string;
  readonly charge?: number;
}

/** The claim is corrected (frequency 7), with a modifier on its first line, and the correction is sent. */
export const corrects = (facts: Corrected = {}): Deed => ({
  ...{ kind: 'correct', of: facts.of ?? 'claim', as: facts.as ?? 'correction' },
  ...{ number: facts.number, procedure: facts.procedure, charge: facts.charge },
});

/** The claim is voided (frequency 8), and the void is sent. */
export const voids: Deed = { kind: 'void' };

/** The claim for the supplement is made from the remittance and sent. */
export const billsNextPayer: Deed = { kind: 'bill next payer' };

/** The claim is sent again as it is. */
export const resends: Deed = { kind: 'resend' };

/** A response whose claim a person finds, as its number is misspelled. */
export interface Settled {
  readonly kind: 'settled';
  readonly response: Remittance | Acknowledgment;
  readonly end: 'attached' | 'taken back' | 'dismissed';
}

function settled(response: Settled['response'], end: Settled['end']): Settled {
  if (response.kind === '277CA')
    return { kind: 'settled', end, response: { ...response, isMisspelled: true } };
  const payments = response.payments.map((one) => ({ ...one, isMisspelled: true }));
  return { kind: 'settled', end, response: { ...response, payments } };
}

/** A person attaches the response to the claim. */
export const byHand = (response: Settled['response']): Settled => settled(response, 'attached');

/** A person attaches the response to the claim, and takes that back. */
export const takenBack = (response: Settled['response']): Settled => settled(response, 'taken back');

/** A person decides that the response concerns no claim. */
export const dismissed = (response: Settled['response']): Settled => settled(response, 'dismissed');

/** A file as it is. */
export interface GivenFile {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/** What may arrive in any order. */
export type Arrival = Response | GivenFile | Settled;

export type Step = Arrival | Deed;

const arrivals: readonly string[] = ['835', '277CA', '999', 'TA1', 'file', 'settled'];

export const isArrival = (step: Step): step is Arrival => arrivals.includes(step.kind);

/** How one claim must come out. What is absent is not compared, except where a default is named. */
export interface RightClaim {
  /** Of a claim in review: the lane that its responses give. */
  readonly lane?: string;
  readonly paid?: number;
  /** Denials as `CO 50 50`, sorted; none by default. */
  readonly reasons?: readonly string[];
  /** Code of the rejection, with all facts of the rejection. */
  readonly rejected?: string | undefined;
  /** Codes and texts that the rejection must name. */
  readonly says?: readonly string[];
  /** The payer's number. */
  readonly icn?: string;
  /** The payer's number that it names as that of its original (REF*F8). */
  readonly original?: string;
}

/** How the claim must come out, and the others of its chain. */
export interface Right extends RightClaim {
  readonly correction?: RightClaim;
  readonly second?: RightClaim;
  readonly void?: RightClaim;
  readonly next?: RightClaim;
  /** What the patient owes for the visit; 0 by default. */
  readonly owes?: number;
  /** Credit balance of the chain; 0 by default. */
  readonly credit?: number;
  /** A person must look at a claim of the chain; false by default. */
  readonly review?: boolean;
  /** Payments and statuses that wait for a person; 0 by default. */
  readonly unmatched?: number;
  /** Entries `claim.payer_rejected` of the chain; 0 by default. */
  readonly rejections?: number;
}

export interface Situation {
  readonly name: string;
  /** Charges by line, in dollars. One line of 125 by default. */
  readonly lines?: Readonly<Record<string, number>>;
  readonly steps: readonly Step[];
  readonly right: Right;
  /** Comes out wrong today. */
  readonly isWrong?: true;
  /** Ends differently today if the responses after the last deed arrive in another order. */
  readonly isOrdered?: true;
}
