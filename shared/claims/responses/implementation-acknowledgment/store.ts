import type { TransactAction } from '#store/dynamodb/table.ts';
import type { ResponseStore } from '../engine/answer-run.ts';
import type { BatchLookup, ClaimLookup } from '../engine/claim-lookup.ts';
import type {
  StoredEnvelopeAcknowledgment,
  StoredSetAcknowledgment,
  VerdictResult,
} from './stored-acknowledgment.ts';

/** Where 999 and TA1 are kept. */
export interface EnvelopeAnswerBook extends ResponseStore<StoredEnvelopeAcknowledgment> {
  /** What the answer did to claims; `first` counts over all of them. */
  putVerdicts(id: string, first: number, verdicts: readonly VerdictResult[]): TransactAction;
  /** Some of the sets of a 999; `n` counts the items. */
  putSets(id: string, n: number, sets: readonly StoredSetAcknowledgment[]): TransactAction;
  /** Says that the file brought the answer. */
  linkToFile(fileId: string, answer: StoredEnvelopeAcknowledgment): TransactAction;
  /** Which of the batches expect no acknowledgment of the kind any more. */
  findAnswered(
    batchIds: readonly string[],
    kind: StoredEnvelopeAcknowledgment['kind'],
  ): Promise<ReadonlySet<string>>;
  markAnswered(batchId: string, kind: StoredEnvelopeAcknowledgment['kind'], answerId: string): TransactAction;
}

export interface EnvelopeAnswerPorts {
  readonly answers: EnvelopeAnswerBook;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
}
