import type { TransactAction } from '#store/dynamodb/table.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { Change } from '../../change.ts';
import type { ResponseStore } from '../engine/answer-run.ts';
import type { ClaimLookup } from '../engine/claim-lookup.ts';
import type { Posting, StoredPayment, StoredRemittance } from './stored-remittance.ts';

/** Where remittances are kept. */
export interface RemittanceBook extends ResponseStore<StoredRemittance> {
  /** Puts the record while it is read, in place of one with `before` claims stored; undefined: of none. */
  putReading(record: StoredRemittance, before: number | undefined): TransactAction;
  putPayments(payments: readonly StoredPayment[]): readonly TransactAction[];
  /** Claims of a remittance, from a number on. */
  readPayments(id: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  findPayment(id: string, number: number): Promise<StoredPayment | undefined>;
  /** What became of a claim; with `ifUnmatched` on condition that it still waits for its claim. */
  putPosting(payment: StoredPayment, posting: Posting, ifUnmatched?: boolean): TransactAction;
  linkToFile(fileId: string, remittance: StoredRemittance): TransactAction;
  /** The payment waits for a claim with its number. */
  awaitClaim(awaited: UnmatchedPayment, receivedAt: string): readonly TransactAction[];
  /** It waits no more. */
  stopWaiting(awaited: UnmatchedPayment): Promise<readonly TransactAction[]>;
  /** Everything that waits, oldest first, page by page; may lag behind. */
  readAwaited(): AsyncIterable<readonly UnmatchedPayment[]>;
  /** What waits for claims with a patient control number, or with no more of it than payers keep. */
  findAwaited(patientControlNumber: string): Promise<readonly UnmatchedPayment[]>;
  /** Moves counts of a remittance that is applied, as far as they are named. */
  moveCounts(id: string, by: Readonly<Partial<StoredRemittance['counts']>>): TransactAction;
}

/** A claim of a remittance that waits for its claim. */
export interface UnmatchedPayment {
  readonly patient_control_number: string;
  readonly remittance_id: string;
  readonly number: number;
  /** Billing provider that was paid, see {@link billingProviderId}. */
  readonly provider?: string;
}

export interface RemittancePorts {
  readonly remittances: RemittanceBook;
  readonly claims: ClaimLookup;
  /** Service lines of claims as they were billed, by claim id. */
  findLines(claimIds: readonly string[]): Promise<ReadonlyMap<string, readonly ServiceLine[]>>;
}

export interface UnmatchedPaymentPorts extends RemittancePorts {
  write(change: Change): Promise<void>;
  now(): Date;
}
