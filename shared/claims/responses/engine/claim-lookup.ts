import type { TransactAction } from '#store/dynamodb/table.ts';
import type { Batch, SetClaims } from '../../claim/batch.ts';
import type { Claim, ClaimEvent } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';

/** Numbers of one answer that may be a patient control number, and whose claims they would be. */
export interface NumberQuery {
  readonly numbers: readonly string[];
  /** See {@link billingProviderId}; absent where the answer names none. */
  readonly provider?: string;
}

/** Claims by the numbers they were looked up with; a number that no claim has is left out. */
export type ClaimsByNumber = ReadonlyMap<string, readonly Claim[]>;

/** The claims as those see them who apply answers. All reads are strongly consistent. */
export interface ClaimLookup {
  /** Those that exist, in the order of the ids. */
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  /**
   * Claims by patient control number, apart from letter case, blanks and leading zeros, or by its first 20
   * characters: first those of the provider, and where it has none for any of the numbers, those of all.
   */
  findByNumbers(lookUps: readonly NumberQuery[]): Promise<readonly ClaimsByNumber[]>;
  /** Whether {@link findByNumbers} would find a claim by the number. */
  existByNumbers(
    numbers: readonly { readonly number: string; readonly provider: string }[],
  ): Promise<readonly boolean[]>;
  findByPayerControl(number: string): Promise<readonly Claim[]>;
  changeActions(changes: readonly ClaimChange[]): readonly TransactAction[];
  /** Stores an event of a claim; `n` tells the events of one answer about one claim apart. */
  eventAction(claimId: string, n: number, event: ClaimEvent): TransactAction;
}

/** Functional groups of 837P, and what they hold. */
export interface BatchLookup {
  /** With this GS06, ISA13 or BHT03; oldest first. */
  findByGroup(controlNumber: string): Promise<readonly Batch[]>;
  findByInterchange(controlNumber: string): Promise<readonly Batch[]>;
  findByReference(reference: string): Promise<readonly Batch[]>;
  /** In the order of the batch. */
  claimsOf(batchId: string): AsyncIterable<SetClaims>;
}
