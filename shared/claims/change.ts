import type { EntryDraft } from '#audit/entries/chain.ts';
import { Conflict } from '#persistence/conflict.ts';
import type { BulkProgressWrite } from './bulk/rules.ts';
import type { ClaimChange, ClaimWrite } from './claims/claim-change.ts';
import type { FileWrite } from './files/file.ts';
import type { ResponseWrite } from './files/response-write.ts';
import type { ClaimNoteWrite } from './follow-up/rules.ts';
import type { MoneyWrite } from './money/bank-line.ts';

/** Audit entries and the writes that they record: one transaction. A change without entries is not audited. */
export interface Change {
  readonly entries: readonly EntryDraft[];
  readonly writes: readonly Write[];
  /** Changes that the caller makes right after this one, as far as it knows. Other writers of the audit log wait for some. */
  readonly following?: number | undefined;
}

/** A record that the claims service stores, or a condition on one. `shared/store/claims/write-change.ts` stores it. */
export type Write = ClaimWrite | ClaimNoteWrite | FileWrite | ResponseWrite | MoneyWrite | BulkProgressWrite;

/** The change that stores claims with their audit entries, and further writes. */
export const changeOf = (changes: readonly ClaimChange[], ...others: readonly Write[]): Change => ({
  entries: changes.map(({ entry }) => entry),
  writes: [{ kind: 'claims', changes }, ...others],
});

/** Another process changed a record that some writes depend on. Nothing was stored. */
export class ChangeConflict extends Conflict {
  /** The writes whose conditions failed, as the change has them. */
  readonly writes: readonly Write[];

  constructor(writes: readonly Write[]) {
    super();
    this.name = 'ChangeConflict';
    this.writes = writes;
  }
}
