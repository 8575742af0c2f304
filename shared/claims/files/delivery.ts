import type { Change } from '../change.ts';
import type { FindingRecord } from '../claim/finding.ts';
import type { ClaimIntakePorts } from '../intake/claim-intake.ts';
import type { FileCounts, FileKind, FileRecord } from './file.ts';
import type { ResponseProcessor } from './file-run.ts';

/** A file that has come: what is known of it before it is read, and its bytes. */
export interface Delivery {
  readonly id: string;
  /** Without folders. */
  readonly name: string;
  readonly origin: FileRecord['origin'];
  readonly object_key?: string;
  readonly object_version?: string;
  readonly size: number;
  readonly received_at: string;
  /** Whom the audit log names. */
  readonly actor: string;
  readonly content: DeliveredContent;
}

export interface DeliveredContent {
  /** From the first byte; called once for each reading. */
  open(): Promise<AsyncIterable<Uint8Array>>;
  /** Stores a copy, byte for byte, under another key of the bucket. Repeating it changes nothing. */
  copyTo(key: string): Promise<void>;
  /** Takes it out of the inbox. */
  remove(): Promise<void>;
}

/** A name or number that its sender uses once. */
export type SingleUseName =
  | { readonly kind: 'file-name'; readonly name: string; readonly sender: string }
  | {
      readonly kind: 'interchange';
      readonly number: string;
      readonly sender: string;
      readonly receiver: string;
    };

/** Records of files. */
export interface FileStore {
  /** Stores the record unless there is one; answers the one that is stored. */
  receive(record: FileRecord): Promise<FileRecord>;
  find(id: string): Promise<FileRecord | undefined>;
  /** Says that this file brought the content; answers the file that brought it first. */
  reserveContent(sha256: string, fileId: string): Promise<string>;
  /** Makes the run the owner of a file that is not finished; undefined for one that is. */
  takeOver(file: FileRecord, run: string, found: SurveyedFile, now: Date): Promise<FileRecord | undefined>;
  /** Keeps the number of the file's acknowledgments, on condition that the run still owns it. */
  keepAcknowledgmentNumber(id: string, run: string, number: number): Promise<void>;
  /** Whether another file used the name or number; if none did, it is used by this file from now on. */
  isNameTaken(fileId: string, once: SingleUseName): Promise<boolean>;
  putFindings(id: string, findings: readonly FindingRecord[]): Promise<number>;
}

/** What a first reading found out about a file. */
export interface SurveyedFile {
  readonly sha256: string;
  readonly size: number;
  readonly kinds: readonly FileKind[];
  readonly counts: Pick<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;
}

/** Everything that the intake of files needs from outside. */
export interface IntakePorts {
  readonly files: FileStore;
  readonly claims: ClaimIntakePorts;
  /** What applies the kinds other than 837P. */
  readonly processors: readonly ResponseProcessor[];
  /** Writes an object of the bucket. Repeating it changes nothing. */
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Takes the object of a file that is finished out of the inbox, if it is still there. */
  removeDelivered(file: FileRecord): Promise<void>;
  /** The first of `count` control numbers that are used for nothing else. */
  takeNumbers(count: number): Promise<number>;
  /** Writes beside an append to the audit log, or without one when there are no entries. */
  write(change: Change): Promise<void>;
  now(): Date;
  /** Whether the function has to come to an end. */
  isTimeUp(): boolean;
  newRun(): string;
}
