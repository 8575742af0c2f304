import type { AppliedCounts, FileKind, FileOutcome, FileRecord } from './file.ts';

/** What a change stores about a file. Condition of both: the run in `file` still owns the file. */
export type FileWrite = FileProgressWrite | FileOutcomeWrite;

/** Progress of a file. Condition: the units of its kind are still `from`. */
export interface FileProgressWrite {
  readonly kind: 'file-progress';
  readonly file: FileRecord;
  readonly units: { readonly kind: FileKind; readonly from: number; readonly to: number };
  readonly counts: Partial<AppliedCounts>;
  /** Bytes whose content is applied; undefined leaves the stored number. */
  readonly bytes: number | undefined;
  readonly now: Date;
}

export interface FileOutcomeWrite {
  readonly kind: 'file-outcome';
  readonly file: FileRecord;
  readonly outcome: FileOutcome;
}
