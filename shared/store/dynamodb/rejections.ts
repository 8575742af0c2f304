/** An action whose condition did not hold, by its index; `item` is what was found where ALL_OLD was asked for. */
export interface FailedCondition {
  readonly index: number;
  readonly item?: Record<string, unknown>;
}

/** A condition of a write did not hold: logic, for the caller to name. */
export class ConditionFailed extends Error {
  readonly failures: readonly FailedCondition[];

  constructor(failures: readonly FailedCondition[]) {
    super('A condition of the write did not hold');
    this.name = 'ConditionFailed';
    this.failures = failures;
  }
}

/** No answer came, or only that the transaction is still at work. */
const unanswered: ReadonlySet<string> = new Set([
  'TimeoutError',
  'AbortError',
  'TransactionInProgressException',
]);

/** The data layer refused or could not be reached. The message names no key, value or resource. */
export class StoreRejection extends Error {
  /** It did not answer in time: it may have done what was asked. */
  readonly stalled: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreRejection';
    this.stalled = cause instanceof Error && unanswered.has(cause.name);
  }
}
