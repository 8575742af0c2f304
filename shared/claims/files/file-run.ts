import type { FileListener, InterchangeHeader, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { Change } from '../change.ts';
import type { AppliedCounts, FileKind, FileReason } from './file.ts';

/** A change that applies units of a file. */
export interface UnitsChange extends Change {
  readonly units: number;
  /** Adds to the counts of the file. */
  readonly counts?: Partial<AppliedCounts>;
  /** Byte of the file up to which it is applied now. */
  readonly bytes?: number;
}

/** The file in work, as the appliers see it. */
export interface FileFacts {
  readonly id: string;
  readonly name: string;
  readonly sha256: string;
  readonly received_at: string;
}

/**
 * One run over one file. A file may be run several times: after a crash, or when S3 tells of it twice. Each kind
 * counts what it applies in units of its own choice (claims, sets, remittances), always the same for the same bytes;
 * the count moves in the very transaction of the unit, so nothing is applied twice and nothing is left out.
 */
export interface FileRun {
  readonly file: FileFacts;
  /** Whom the audit log names: `file:<id>` for the inbox, the caller for a request. */
  readonly actor: string;
  now(): Date;
  /** Whether the envelopes around a set are sound. The others are reported already and are to be passed over. */
  isSound(context: SetContext): boolean;
  /** The same for what stands in an interchange outside of groups (TA1). */
  isSoundInterchange(header: InterchangeHeader): boolean;
  /** Digest of what an 835 or 277CA set says of claims: the same in whatever file it comes. */
  contentDigest(context: SetContext): string;
  /** Units of the kind that earlier runs have applied: the first so many are to be passed over. */
  unitsApplied(kind: FileKind): number;
  /**
   * Writes the change and moves the count of the kind by its units, as one transaction of at most
   * {@link maxChangeSize} entries and actions. A change without entries is written beside the audit log.
   *
   * @throws RunSuperseded when another run has taken the file over; TimeUp when this one has to end and has written
   * something; ChangeConflict with writes of the change
   */
  commit(kind: FileKind, change: UnitsChange): Promise<void>;
  /** Says up to which byte of the file the next change will have applied it, where the change does not say it itself. */
  setPosition(byte: number): void;
  /** Something of the file that could not be processed: the file ends in quarantine too. */
  refuse(reason: FileReason): void;
}

/** Reads one kind of transaction set out of files and applies what it says. */
export interface ResponseProcessor {
  readonly kind: FileKind;
  /** Opens for one run over one file that holds the kind. */
  open(run: FileRun): FileConsumer | Promise<FileConsumer>;
}

export interface FileConsumer {
  /** Plugged into the engine that reads the file: gathers what is to be applied. */
  readonly listener: FileListener;
  /** Each finding of the file, of all kinds, before what it speaks of is handed out. */
  finding?(finding: Finding): void;
  /**
   * Called after each step of reading (64 kB): applies what has been gathered, so that memory stays flat.
   *
   * @param read bytes of the file that are read
   */
  drain(read: number): Promise<void>;
  /** All is read: applies the rest and waits for what is under way. */
  finish(): Promise<void>;
}

/** DynamoDB takes 100 actions in a transaction; the head of the audit chain and the file's record are two. */
export const maxChangeSize = 98;

/** The time of this run is over; what is left of the file is for the next one. */
export class TimeUp extends Error {
  constructor() {
    super('The rest of the file is for the next run');
    this.name = 'TimeUp';
  }
}

/** Another run has taken the file over; this one ends and changes nothing. */
export class RunSuperseded extends Error {
  constructor() {
    super('Another run has taken the file over');
    this.name = 'RunSuperseded';
  }
}
