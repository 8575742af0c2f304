import type { Batch, SetClaims } from '#claims/claims/batch.ts';
import type { Claim, ClaimOrigin } from '#claims/claims/claim.ts';
import type { ClaimsWrite } from '#claims/claims/claim-change.ts';
import type { ClaimContent } from '#claims/claims/claim-content.ts';
import type { Configuration } from '#claims/configuration/configuration.ts';
import { claimsWithin, isWithin, type ProviderLimit } from '#claims/provider-limit.ts';
import type { HeldLease } from '#persistence/lease.ts';
import type { Submission, SubmittedClaim } from './submission.ts';
import type { Transport } from './transport.ts';

/** Stores, clock and limits of the function that works on submissions. */
export interface SubmissionPorts {
  readonly store: SubmissionStore;
  readonly claims: SubmittableClaims;
  readonly configuration: Configuration;
  /** Returns a payer's unfinished submissions; eventually consistent. */
  unfinished(payerId: string): Promise<readonly Submission[]>;
  putFile(key: string, bytes: Uint8Array): Promise<void>;
  readFile(key: string): Promise<Uint8Array>;
  /** @throws TransportFailed */
  openTransport(submission: Submission): Promise<Transport>;
  now(): Date;
  newId(): string;
  /** Maximum claims of one submission and of one call; 5,000 by default. */
  readonly maxClaims?: number;
  /** Reports a failure of a resumed submission that its transport did not cause. */
  readonly onFailure?: (error: unknown) => void;
  /** Epoch milliseconds at which the run stops and leaves the rest to the next one. */
  readonly until?: number;
  /** The lease of the submission in progress. A run without it stops, too. */
  readonly lease?: HeldLease;
}

export interface SubmittableClaims {
  /** Returns existing claims in the order of the ids; strongly consistent. */
  find(ids: readonly string[]): Promise<readonly Claim[]>;
  /** Returns contents by claim id; strongly consistent. */
  contents(claims: readonly Claim[]): Promise<ReadonlyMap<string, ClaimContent>>;
  /** Yields a payer's ready claims, oldest first, page by page; eventually consistent. */
  ready(payerId: string): AsyncIterable<readonly Claim[]>;
}

/** Records of submissions. Only the run that holds a submission can change it. */
export interface SubmissionStore {
  /** Returns a number that is never returned again. */
  takeControlNumber(): Promise<number>;
  /** Takes a file name permanently; false if it was used before. */
  takeFileName(name: string, tradingPartnerId: string, submissionId: string): Promise<boolean>;
  create(submission: Submission, claims: readonly SubmittedClaim[]): Promise<void>;
  find(id: string): Promise<Submission | undefined>;
  /** Returns the claims in the order of the file. */
  claimsOf(id: string): Promise<readonly SubmittedClaim[]>;
  /** Takes over an unfinished submission whose lease has ended; undefined if another run holds it. */
  takeOver(id: string, run: string, now: Date): Promise<Submission | undefined>;
  /** Renews the lease of a run; false if it has ended the lease, or another run holds the submission. */
  renew(submission: Submission, until: Date): Promise<boolean>;
  /**
   * Reserves ready claims, each for one submission at a time. Neighbours in a file share writes.
   *
   * @param replaced the claims that corrections and voids replace, by the id of the correction or void; of two for the
   * same claim, only the one that holds it is reserved
   * @param contents `content_version` of claims whose content was edited, by id; undefined does not compare versions
   * @returns claims that are not ready any more, whose content has changed, or that another submission holds
   */
  reserve(
    submissionId: string,
    claims: readonly ClaimOrigin[],
    replaced?: ReadonlyMap<string, string>,
    contents?: ReadonlyMap<string, number | undefined>,
  ): Promise<readonly string[]>;
  /** Returns the unfinished submissions that hold claims, by claim id. A submission that ends releases its claims. */
  reservedBy(claims: readonly ClaimOrigin[]): Promise<ReadonlyMap<string, string>>;
  /** Returns corrections and voids that wait because another one of the same claim is open; see {@link reserve}. */
  blockedByOpenCorrection(replaced: ReadonlyMap<string, string>): Promise<readonly string[]>;
  putBatch(batch: Batch, sets: readonly SetClaims[]): Promise<void>;
  /** @throws SubmissionTakenOver */
  update(before: Submission, after: Submission): Promise<void>;
  /**
   * Records claims as sent, with their audit entries, and stores the submission, in one transaction.
   *
   * @throws Conflict when a claim has changed since it was read
   * @throws SubmissionTakenOver
   */
  record(submission: Submission, claims: Omit<ClaimsWrite, 'kind'>, after: Submission): Promise<void>;
}

/** Another run has taken over the submission. This run stops and changes nothing. */
export class SubmissionTakenOver extends Error {
  constructor() {
    super('Another run has taken over the submission');
    this.name = 'SubmissionTakenOver';
  }
}

/**
 * The ports of a caller who is limited to billing providers: claims of other providers do not exist, and submissions that hold
 * such claims are neither shown nor resumed.
 */
export function submissionPortsWithin(ports: SubmissionPorts, limit: ProviderLimit): SubmissionPorts {
  if (limit === undefined) return ports;
  const { claims, store } = ports;
  return {
    ...ports,
    claims: {
      ...claims,
      find: async (ids) => claimsWithin(await claims.find(ids), limit),
      async *ready(payerId) {
        for await (const listed of claims.ready(payerId)) yield claimsWithin(listed, limit);
      },
    },
    store: {
      ...store,
      find: async (id) => {
        const submission = await store.find(id);
        return submission && isWithin(submission.billing_npis, limit) ? submission : undefined;
      },
    },
    unfinished: async (payerId) =>
      (await ports.unfinished(payerId)).filter(({ billing_npis }) => isWithin(billing_npis, limit)),
  };
}
