import type { TransactAction } from '#store/dynamodb/table.ts';
import type { Line } from '#x12/837p/model/line.ts';
import type { Change } from '../../files/applier.ts';
import type { AnswerBook } from '../engine/answer-run.ts';
import type { ClaimBook } from '../engine/ports.ts';
import type { Posting, RemittanceRecord, StoredPayment } from './record.ts';

/** Where remittances are kept. */
export interface RemittanceBook extends AnswerBook<RemittanceRecord> {
  /** Puts the record while it is read, in place of one with `before` claims stored; undefined: of none. */
  putReading(record: RemittanceRecord, before: number | undefined): TransactAction;
  putPayments(payments: readonly StoredPayment[]): readonly TransactAction[];
  /** Claims of a remittance, from a number on. */
  readPayments(id: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  findPayment(id: string, number: number): Promise<StoredPayment | undefined>;
  /** What became of a claim; with `ifUnmatched` on condition that it still waits for its claim. */
  putPosting(payment: StoredPayment, posting: Posting, ifUnmatched?: boolean): TransactAction;
  linkToFile(fileId: string, remittance: RemittanceRecord): TransactAction;
  /** The payment waits for a claim with its number. */
  awaitClaim(awaited: AwaitedPayment, receivedAt: string): readonly TransactAction[];
  /** It waits no more. */
  stopWaiting(awaited: AwaitedPayment): Promise<readonly TransactAction[]>;
  /** Everything that waits, oldest first, page by page; may lag behind. */
  readAwaited(): AsyncIterable<readonly AwaitedPayment[]>;
  /** What waits for claims with a patient control number, or with no more of it than payers keep. */
  findAwaited(patientControlNumber: string): Promise<readonly AwaitedPayment[]>;
  /** Moves counts of a remittance that is applied, as far as they are named. */
  moveCounts(id: string, by: Readonly<Partial<RemittanceRecord['counts']>>): TransactAction;
}

/** A claim of a remittance that waits for its claim. */
export interface AwaitedPayment {
  readonly patient_control_number: string;
  readonly remittance_id: string;
  readonly number: number;
  /** Billing provider that was paid, see {@link providerOf}. */
  readonly provider?: string;
}

export interface RemittancePorts {
  readonly remittances: RemittanceBook;
  readonly claims: ClaimBook;
  /** Service lines of claims as they were billed, by claim id. */
  findLines(claimIds: readonly string[]): Promise<ReadonlyMap<string, readonly Line[]>>;
}

export interface AwaitedPorts extends RemittancePorts {
  write(change: Change): Promise<void>;
  now(): Date;
}
