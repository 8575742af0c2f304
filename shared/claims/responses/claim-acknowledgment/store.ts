import type { TransactAction } from '#store/dynamodb/table.ts';
import type { AnswerBook } from '../engine/answer-run.ts';
import type { BatchBook, ClaimBook } from '../engine/ports.ts';
import type { StatusPolicy } from './policy.ts';
import type { StatusAnswer, StatusResult } from './record.ts';

/** Where 277CA are kept. */
export interface StatusAnswerBook extends AnswerBook<StatusAnswer> {
  /** Statuses as they were applied; `first` counts over all of them. */
  putStatuses(id: string, first: number, results: readonly StatusResult[]): TransactAction;
  linkToFile(fileId: string, answer: StatusAnswer): TransactAction;
}

export interface StatusPorts {
  readonly answers: StatusAnswerBook;
  readonly claims: ClaimBook;
  readonly batches: BatchBook;
  /** How the statuses of a payer are read, by its id or by the id with which it is addressed and sends (ISA08). */
  policyOf(payerId: string): StatusPolicy;
}
