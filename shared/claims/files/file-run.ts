import type { FileListener, InterchangeHeader, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { Change } from '../change.ts';
import type { AppliedCounts, FileKind, FileReason } from './file.ts';

export interface UnitsChange extends Change {
  readonly units: number;
  readonly counts?: Partial<AppliedCounts>;
  /** Byte up to which the file is applied with the change. */
  readonly bytes?: number;
}

export interface FileFacts {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly received_at: string;
}

/**
 * One run over one file. A file may need several runs, because a run can be cut off, and S3 may notify twice. Each kind
 * counts its applied units (claims, sets, remittances), the same units for the same bytes. The count moves in the
 * transaction of the units, so that each unit is applied once.
 */
export interface FileRun {
  readonly file: FileFacts;
  /** Actor of the audit entries: `file:<id>` for the inbox, the caller for a request. */
  readonly actor: string;
  now(): Date;
  /** Whether the envelopes around a set are valid. Other sets are already reported and must be skipped. */
  isSound(context: SetContext): boolean;
  /** The same for a TA1, which is in an interchange outside of groups. */
  isSoundInterchange(header: InterchangeHeader): boolean;
  /** Digest of the claims in an 835 or 277CA set, which is the same in every file. */
  contentDigest(context: SetContext): string;
  /** Number of units of the kind that earlier runs applied and this run must skip. */
  unitsApplied(kind: FileKind): number;
  /**
   * Writes the change and the progress of the kind as one transaction of at most {@link maxChangeSize} items with entries and
   * actions. A change without entries is not audited.
   *
   * @throws RunSuperseded when another run owns the file; TimeUp when this run has to end and has written something;
   * ChangeConflict with writes of the change
   */
  commit(kind: FileKind, change: UnitsChange): Promise<void>;
  /** Sets the byte up to which the file is applied with the next change, for changes without `bytes`. */
  setPosition(byte: number): void;
  /** Adds a reason why a part of the file cannot be processed; the file then also goes to quarantine. */
  refuse(reason: FileReason): void;
}

export interface ResponseProcessor {
  readonly kind: FileKind;
  /** Begins one run over one file that holds the kind. */
  open(run: FileRun): FileConsumer | Promise<FileConsumer>;
}

/** Applies the transaction sets of one kind while a file is read. */
export interface FileConsumer {
  /** Collects what is read. */
  readonly listener: FileListener;
  /** Takes each finding of the file, before the listener gets the part that the finding concerns. */
  finding?(finding: Finding): void;
  /**
   * Applies what the listener has collected. Called after each step of some kB, so that memory stays flat.
   *
   * @param read bytes of the file that are read
   */
  drain(read: number): Promise<void>;
  /** Applies the rest, after the last byte. */
  finish(): Promise<void>;
}

/** DynamoDB's 100 actions per transaction, without the head of the audit chain and the record of the file. */
export const maxChangeSize = 98;

/** The time of this run is up; the next run continues with the rest of the file. */
export class TimeUp extends Error {
  constructor() {
    super('Time is up; the next run continues with the file');
    this.name = 'TimeUp';
  }
}

/** Another run owns the file; this one ends and changes nothing. */
export class RunSuperseded extends Error {
  constructor() {
    super('Another run owns the file');
    this.name = 'RunSuperseded';
  }
}

/** The result of a run; undefined if another run owns the file. */
export async function unlessSuperseded<Result>(run: Promise<Result>): Promise<Result | undefined> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof RunSuperseded) return undefined;
    throw error;
  }
}
