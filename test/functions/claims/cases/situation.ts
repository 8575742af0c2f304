import type { Member, Response } from './responses.ts';

/** What a person does between two files. */
export type Deed =
  | {
      readonly kind: 'correct';
      readonly of: Member;
      readonly as: Member;
      /** Its number is its own, not that of the original. */
      readonly renumbered: boolean;
      /** Charge of its first line, if it differs. */
      readonly charge: number | undefined;
    }
  | { readonly kind: 'void' }
  | { readonly kind: 'bill next payer' };

/** The claim is corrected (frequency 7), with a modifier on its first line, and the correction is sent. */
export const corrects = (
  facts: { of?: Member; as?: Member; renumbered?: boolean; charge?: number } = {},
): Deed => ({
  kind: 'correct',
  ...{ of: facts.of ?? 'claim', as: facts.as ?? 'correction' },
  ...{ renumbered: facts.renumbered ?? false, charge: facts.charge },
});

/** The claim is voided (frequency 8), and the void is sent. */
export const voids: Deed = { kind: 'void' };

/** The claim for the supplement is made from the remittance and sent. */
export const billsNextPayer: Deed = { kind: 'bill next payer' };

export type Step = Response | Deed;

export const isResponse = (step: Step): step is Response => step.kind === '835' || step.kind === '277CA';

/** How one claim must come out. What is absent is not compared, except where a default is named. */
export interface RightClaim {
  /** Of a claim in review: the lane that its responses give. */
  readonly lane?: string;
  readonly paid?: number;
  /** Denials as `CO 50 50`, sorted; none by default. */
  readonly reasons?: readonly string[];
  readonly rejected?: string;
  readonly icn?: string;
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
