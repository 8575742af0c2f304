/** What a response is attached to. */
export interface Target {
  readonly name: string;
  readonly claimId?: string;
  readonly batchId?: string;
}
