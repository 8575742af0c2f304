import type { Batch, SetClaims } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';

/** Numbers of one response item that may be a patient control number. */
export interface NumberQuery {
  readonly numbers: readonly string[];
  /** See {@link billingProviderId}; absent where the response names no provider. */
  readonly provider?: string;
}

/** Claims by the queried numbers. Numbers without a claim are left out. */
export type ClaimsByNumber = ReadonlyMap<string, readonly Claim[]>;

/** Reads claims, strongly consistent. */
export interface ClaimLookup {
  /** The claims that exist, in the order of the ids. */
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  /**
   * Claims by patient control number, without regard to letter case, blanks and leading zeros, or by its first 20
   * characters. Returns claims of the provider; if it has none for any of the numbers, claims of all providers.
   */
  findByNumbers(queries: readonly NumberQuery[]): Promise<readonly ClaimsByNumber[]>;
  /** Whether {@link findByNumbers} would find a claim by the number. */
  existByNumbers(
    numbers: readonly { readonly number: string; readonly provider: string }[],
  ): Promise<readonly boolean[]>;
  findByPayerControl(number: string): Promise<readonly Claim[]>;
}

/** Reads functional groups of 837P, oldest first. */
export interface BatchLookup {
  /** By GS06. */
  findByGroup(controlNumber: string): Promise<readonly Batch[]>;
  /** By ISA13. */
  findByInterchange(controlNumber: string): Promise<readonly Batch[]>;
  /** By BHT03. */
  findByReference(reference: string): Promise<readonly Batch[]>;
  /** In the order of the batch. */
  claimsOf(batchId: string): AsyncIterable<SetClaims>;
}
