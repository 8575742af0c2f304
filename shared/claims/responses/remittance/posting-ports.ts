import type { ServiceLine } from '#x12/837p/model/line.ts';
import type { Change } from '../../change.ts';
import type { ClaimLookup } from '../engine/claim-lookup.ts';
import type { ResponseStore } from '../engine/stored-response.ts';
import type { StoredPayment, StoredRemittance, UnmatchedPayment } from './stored-remittance.ts';

export interface RemittanceStore extends ResponseStore<StoredRemittance> {
  /** Payments of a remittance, from a number on. */
  readPayments(id: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  findPayment(id: string, number: number): Promise<StoredPayment | undefined>;
  /** All unmatched payments, oldest first, page by page; eventually consistent. */
  readUnmatched(): AsyncIterable<readonly UnmatchedPayment[]>;
  /** Payments that may be for a claim with this number; payers may cut it off after 20 characters. */
  findUnmatched(patientControlNumber: string): Promise<readonly UnmatchedPayment[]>;
  /** Whether no other payment waits under the same number. */
  isLastUnmatched(payment: UnmatchedPayment): Promise<boolean>;
}

export interface RemittancePorts {
  readonly remittances: RemittanceStore;
  readonly claims: ClaimLookup;
  /** Service lines of claims as they were billed, by claim id. */
  findLines(claimIds: readonly string[]): Promise<ReadonlyMap<string, readonly ServiceLine[]>>;
}

export interface UnmatchedPaymentPorts extends RemittancePorts {
  write(change: Change): Promise<void>;
  now(): Date;
}
