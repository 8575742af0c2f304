import type { TransactAction } from '#store/dynamodb/table.ts';
import type { AnswerBook } from '../engine/answer-run.ts';
import type { BatchBook, ClaimBook } from '../engine/ports.ts';
import type { EnvelopeAnswer, SetAnswer, VerdictResult } from './record.ts';

/** Where 999 and TA1 are kept. */
export interface EnvelopeAnswerBook extends AnswerBook<EnvelopeAnswer> {
  /** What the answer did to claims; `first` counts over all of them. */
  putVerdicts(id: string, first: number, verdicts: readonly VerdictResult[]): TransactAction;
  /** Some of the sets of a 999; `n` counts the items. */
  putSets(id: string, n: number, sets: readonly SetAnswer[]): TransactAction;
  /** Says that the file brought the answer. */
  linkToFile(fileId: string, answer: EnvelopeAnswer): TransactAction;
  /** Which of the batches expect no acknowledgment of the kind any more. */
  findAnswered(batchIds: readonly string[], kind: EnvelopeAnswer['kind']): Promise<ReadonlySet<string>>;
  markAnswered(batchId: string, kind: EnvelopeAnswer['kind'], answerId: string): TransactAction;
}

export interface EnvelopeAnswerPorts {
  readonly answers: EnvelopeAnswerBook;
  readonly claims: ClaimBook;
  readonly batches: BatchBook;
}
