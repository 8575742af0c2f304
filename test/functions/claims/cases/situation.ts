import type { Member, Response } from './responses.ts';

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

/** A file as it is. */
export interface GivenFile {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

export type Step = Response | GivenFile | Deed;

export const isResponse = (step: Step): step is Response | GivenFile =>
  step.kind === '835' || step.kind === '277CA' || step.kind === 'file';

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
  /** Payments that wait for a person; 0 by default. */
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
