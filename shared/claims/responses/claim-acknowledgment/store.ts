import type { TransactAction } from '#store/dynamodb/table.ts';
import type { ResponseStore } from '../engine/answer-run.ts';
import type { BatchLookup, ClaimLookup } from '../engine/claim-lookup.ts';
import type { StatusPolicy } from './status-policy.ts';
import type { StatusResult, StoredClaimAcknowledgment } from './stored-acknowledgment.ts';

/** Where 277CA are kept. */
export interface StatusAnswerBook extends ResponseStore<StoredClaimAcknowledgment> {
  /** Statuses as they were applied; `first` counts over all of them. */
  putStatuses(id: string, first: number, results: readonly StatusResult[]): TransactAction;
  linkToFile(fileId: string, answer: StoredClaimAcknowledgment): TransactAction;
}

export interface StatusPorts {
  readonly answers: StatusAnswerBook;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  /** How the statuses of a payer are read, by its id or by the id with which it is addressed and sends (ISA08). */
  policyOf(payerId: string): StatusPolicy;
}
