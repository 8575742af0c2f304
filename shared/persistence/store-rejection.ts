/** Errors that leave the outcome open: no response, or a transaction that is still in progress. */
const openOutcomes: ReadonlySet<string> = new Set([
  'TimeoutError',
  'AbortError',
  'TransactionInProgressException',
]);

/** The data layer refused a request or could not be reached. The message names no key, value or resource. */
export class StoreRejection extends Error {
  /** No response arrived in time: the request may have been carried out. */
  readonly stalled: boolean;

  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'StoreRejection';
    this.stalled = cause instanceof Error && openOutcomes.has(cause.name);
  }
}
