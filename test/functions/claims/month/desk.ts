import type { Bill, Story } from './bills.ts';
import type { Practice } from './practice.ts';

/** A payment of an 835 that a person decided about: the claim and the amounts; without a claim it is not posted. */
export interface HandPosting {
  readonly claimId?: string;
  readonly paid?: number;
  readonly responsibility?: number;
}

/** The desk of the billing office: the claims in work, and the facts that no file holds. */
export interface Desk {
  readonly practice: Practice;
  readonly bills: readonly Bill[];
  /** Second claims of twins, with the same numbers as the first. */
  readonly twins: Bill[];
  /** Files that the clearinghouse has taken. */
  readonly staged: Set<string>;
  /** Texts of the 837Ps that were sent. */
  readonly sentFiles: string[];
  /** The expected lane of every claim that is not worked on any more, by id. */
  readonly finalLanes: Map<string, string>;
  /** Claims that a payer pays, by patient control number and frequency. */
  readonly payable: Map<string, string>;
  /** Decisions by trace and number of the payment. */
  readonly byHand: Map<string, HandPosting>;
  /** Traces of remittances that do not add up, and of checks of other practices. */
  readonly unbalanced: string[];
  readonly checks: string[];
  /** Cents that payers carried forward, by payer and provider. */
  readonly owed: Map<string, number>;
}

export const ofStory = ({ bills }: Desk, ...stories: readonly Story[]): readonly Bill[] =>
  bills.filter(({ story }) => stories.includes(story));

export const idsOf = (bills: readonly { readonly id: string }[]): readonly string[] =>
  bills.map(({ id }) => id);

export const payableAs = (number: string, frequency: string): string => `${number}/${frequency}`;
export const paymentAs = (trace: string, number: number): string => `${trace}/${number}`;

/** Finds the newest claims of bills by their numbers, and stores their ids. */
export async function findBills({ practice }: Desk, bills: readonly Bill[]): Promise<void> {
  for (const bill of bills) {
    const found = await practice.all('list-claims', { patient_control_number: bill.number });
    const open = found.filter(({ lane }) => lane !== 'closed' && lane !== 'dismissed');
    const [own] = open.filter(({ member_id }) => member_id === bill.person.member);
    if (own === undefined) throw new Error(`Claim ${bill.number} is not stored`);
    bill.id = own.id;
  }
}
