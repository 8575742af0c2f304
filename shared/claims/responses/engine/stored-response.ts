import type { FileKind } from '../../files/file.ts';

/** Kinds of responses: all kinds of files but claims. */
export type ResponseKind = Exclude<FileKind, '837P'>;

/**
 * A stored response. `applied` counts its items whose effect on claims is stored; the count moves in the transaction of
 * the items, on condition that no other run has moved it. So each item is applied once, whatever the number of files
 * and runs.
 */
export interface StoredResponse {
  readonly id: string;
  readonly kind: ResponseKind;
  readonly file_id: string;
  readonly received_at: string;
  /** A remittance is `reading` until all its claims are stored and its sums are known. */
  readonly state: 'reading' | 'applying' | 'applied';
  readonly applied: number;
  /** Digest of its content, if its id is made of its numbers only. */
  readonly digest?: string;
}

/** Reads stored responses of one kind, strongly consistent. */
export interface ResponseStore<Response extends StoredResponse> {
  find(id: string): Promise<Response | undefined>;
}
