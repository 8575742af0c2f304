import type { Batch, SetClaims } from '../../claim/batch.ts';
import type { Claim } from '../../claim/claim.ts';
import type { FileKind } from '../../files/file.ts';

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

/** Kinds of responses: all kinds of files but claims. */
export type ResponseKind = Exclude<FileKind, '837P'>;

/**
 * A stored response. `applied` counts its items whose effect on claims is stored; the count moves in the transaction of
 * the items, on condition that no other run has moved it. So each item is applied once, even if several files and runs hold
 * the response.
 */
export interface StoredResponse {
  readonly id: string;
  readonly kind: ResponseKind;
  readonly file_id: string;
  readonly received_at: string;
  /** A remittance is `reading` until all its claims are stored and its sums are known. */
  readonly state: 'reading' | 'applying' | 'applied';
  readonly applied: number;
  /** Digest of its content; absent if its id derives from the content. */
  readonly digest?: string;
}

/** Reads stored responses of one kind, strongly consistent. */
export interface ResponseStore<Response extends StoredResponse> {
  find(id: string): Promise<Response | undefined>;
}
