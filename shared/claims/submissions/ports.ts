import type { Batch, SetClaims } from '../claim/batch.ts';
import type { Claim } from '../claim/claim.ts';
import type { ClaimChange } from '../claim/claim-change.ts';
import type { ClaimContent } from '../claim/claim-content.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Submission, SubmittedClaim, Transport } from './submission.ts';

/** What submissions need from outside. */
export interface SubmissionPorts {
  readonly store: SubmissionStore;
  readonly claims: SubmittableClaims;
  readonly configuration: Configuration;
  /** A payer's submissions that are not at their end. May lag behind a moment. */
  unfinished(payerId: string): Promise<readonly Submission[]>;
  putFile(key: string, bytes: Uint8Array): Promise<void>;
  readFile(key: string): Promise<Uint8Array>;
  /** @throws TransportFailed */
  openTransport(submission: Submission): Promise<Transport>;
  now(): Date;
  newId(): string;
  /** How long a run has a submission for itself, milliseconds: longer than any function may run. */
  readonly lease: number;
  /** Claims of one submission and of one call; by default as many as a transaction set may hold. */
  readonly claimsAtOnce?: number;
  /** Reports what a resumed submission failed at that no transport failed at. */
  readonly onFailure?: (error: unknown) => void;
  /** When the run has to come to an end, epoch milliseconds: what is left then is for the next one. */
  readonly until?: number;
}

export interface SubmittableClaims {
  /** Those that exist, in the order of the ids; strongly consistent. */
  find(ids: readonly string[]): Promise<readonly Claim[]>;
  contents(ids: readonly string[]): Promise<ReadonlyMap<string, ClaimContent>>;
  /** Those of a payer, oldest first, as far as they are asked for. May lag behind a moment. */
  ready(payerId: string): AsyncIterable<readonly Claim[]>;
}

/** Records of submissions. What changes one is refused when another run has taken it over. */
export interface SubmissionStore {
  /** A number that is never given out again. */
  takeControlNumber(): Promise<number>;
  /** Takes a file name for good; false when it was used before. */
  takeFileName(name: string, tradingPartnerId: string, submissionId: string): Promise<boolean>;
  create(submission: Submission, claims: readonly SubmittedClaim[]): Promise<void>;
  find(id: string): Promise<Submission | undefined>;
  /** In the order of the file. */
  claimsOf(id: string): Promise<readonly SubmittedClaim[]>;
  /** Takes an unfinished submission over whose lease is over; undefined when somebody else has it. */
  takeOver(id: string, run: string, now: Date, leaseUntil: number): Promise<Submission | undefined>;
  /**
   * Reserves ready claims, each for one submission at a time.
   *
   * @param replaced what corrections and voids among them take the place of, by their ids: of two of the same claim
   * only the one that holds it is reserved
   * @returns claims that cannot be had, because they are not ready any more or another submission has them
   */
  reserve(
    submissionId: string,
    claimIds: readonly string[],
    replaced?: ReadonlyMap<string, string>,
  ): Promise<readonly string[]>;
  reservedBy(claimIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Corrections and voids that another one of the same claim keeps from going out; see {@link reserve}. */
  blockedByOpenCorrection(replaced: ReadonlyMap<string, string>): Promise<readonly string[]>;
  releaseReservations(submissionId: string, claimIds: readonly string[]): Promise<void>;
  putBatch(batch: Batch, sets: readonly SetClaims[]): Promise<void>;
  /** @throws SubmissionTaken */
  update(before: Submission, after: Submission): Promise<void>;
  /**
   * Records claims as sent, with their audit entries, and moves `recorded_count`, in one transaction.
   *
   * @returns false when a claim has changed since it was read; nothing is stored then
   * @throws SubmissionTaken
   */
  record(submission: Submission, changes: readonly ClaimChange[], after: Submission): Promise<boolean>;
}

/** Another run has taken the submission over; this one ends and changes nothing. */
export class SubmissionTakenOver extends Error {
  constructor() {
    super('Another run has taken the submission over');
    this.name = 'SubmissionTaken';
  }
}
