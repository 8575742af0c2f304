import type { Change } from '../change.ts';
import type { FindingRecord } from '../claims/finding.ts';
import type { ClaimIntakePorts } from './claim-intake.ts';
import type { FileReason, FileRecord } from './file.ts';
import type { ResponseProcessor } from './file-run.ts';
import type { Survey } from './survey.ts';

/** A file that is not read yet, with access to its bytes. */
export interface Delivery {
  readonly id: string;
  /** Without folders. */
  readonly name: string;
  readonly origin: FileRecord['origin'];
  readonly object_key?: string;
  readonly object_version?: string;
  readonly size: number;
  readonly received_at: string;
  /** Actor in the audit log. */
  readonly actor: string;
  readonly content: DeliveredContent;
}

export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

export interface DeliveredContent {
  /** Reads from the first byte; called once for each reading. */
  open(): Promise<Chunks>;
  /** Copies the bytes to another key of the bucket. Idempotent. */
  copyTo(key: string): Promise<void>;
  remove(): Promise<void>;
}

/** A file name or interchange control number that a sender should use once. */
export type SingleUseName =
  | { readonly kind: 'file-name'; readonly name: string; readonly sender: string }
  | {
      readonly kind: 'interchange';
      readonly number: string;
      readonly sender: string;
      readonly receiver: string;
    };

export interface FileStore {
  /** Stores the record if there is none, and returns the stored one. */
  receive(record: FileRecord): Promise<FileRecord>;
  find(id: string): Promise<FileRecord | undefined>;
  /** Reserves the content for this file, and returns the id of the file that had it first. */
  reserveContent(sha256: string, fileId: string): Promise<string>;
  /** Makes the run the owner of a file; undefined if the file is finished. */
  takeOver(file: FileRecord, run: string, found: SurveyFacts, now: Date): Promise<FileRecord | undefined>;
  /** Stores the first control number of the acknowledgments. Conditional on the owner. */
  keepAcknowledgmentNumber(id: string, run: string, number: number): Promise<void>;
  /** Whether another file used the name or number; otherwise records it for this file. */
  isNameTaken(fileId: string, once: SingleUseName): Promise<boolean>;
  /** @returns the number of items */
  putFindings(id: string, findings: readonly FindingRecord[]): Promise<number>;
}

export type SurveyFacts = Pick<Survey, 'sha256' | 'size' | 'kinds' | 'counts'>;

/** Everything that the processing of files needs from outside. */
export interface IntakePorts {
  readonly files: FileStore;
  readonly claims: ClaimIntakePorts;
  readonly processors: readonly ResponseProcessor[];
  putObject(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Stores pieces of any number as one object. Without bytes there is none. @returns whether there is one */
  putPieces(key: string, pieces: Iterable<Uint8Array>, contentType: string): Promise<boolean>;
  /** Removes the object of a finished file from the inbox, if it is still there. */
  removeDelivered(file: FileRecord): Promise<void>;
  /** Takes `count` consecutive control numbers and returns the first. */
  takeNumbers(count: number): Promise<number>;
  /** @throws ChangeConflict */
  write(change: Change): Promise<void>;
  now(): Date;
  /** Whether the time of the function is nearly over. */
  isTimeUp(): boolean;
  newRun(): string;
}

/** First bytes of archives. Only gzip and zip are unpacked. */
const signatures = {
  gzip: [0x1f, 0x8b],
  zip: [0x50, 0x4b, 0x03, 0x04],
  '7-Zip': [0x37, 0x7a, 0xbc, 0xaf],
  RAR: [0x52, 0x61, 0x72, 0x21],
  bzip2: [0x42, 0x5a, 0x68],
  XZ: [0xfd, 0x37, 0x7a, 0x58],
  Zstandard: [0x28, 0xb5, 0x2f, 0xfd],
} as const;

export type ArchiveKind = keyof typeof signatures;

const archiveKinds = Object.keys(signatures) as readonly ArchiveKind[];

/** The archive that begins with these bytes; undefined for other content. */
export const archiveKindOf = (start: Uint8Array): ArchiveKind | undefined =>
  archiveKinds.find((kind) => signatures[kind].every((byte, n) => start[n] === byte));

/** Packed content that cannot be read, or not within limits. Nothing of it is applied. */
export class UnreadableArchive extends Error {
  readonly reason: FileReason;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'UnreadableArchive';
    this.reason = { code, message, byte_offset: 0 };
  }
}
