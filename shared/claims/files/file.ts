import { fileKindNames, fileStateNames } from '#contract/claims/state-names.ts';
import { type FindingCounts, noFindings } from '../claim/claim.ts';

/**
 * States of a file.
 *
 * - `expected`: an upload link was given out. `received`: the object is there. `processing`: its content is being
 *   applied.
 * - `applied`: all of it. `partly_applied`: what was sound of it; the rest is told in `reasons`. `quarantined`:
 *   nothing of it. `duplicate`: its content came before, byte for byte, in another file.
 */
export const fileStates = fileStateNames;

export type FileState = (typeof fileStates)[number];

/** What a file may hold, by content. */
export const fileKinds = fileKindNames;

export type FileKind = (typeof fileKinds)[number];

/** A file as the service knows it: one record for each object or request body that came. */
export interface FileRecord {
  readonly id: string;
  /** As it was called by its sender, without folders. */
  readonly name: string;
  /** Object in the bucket while it waits; absent for a request body. */
  readonly object_key?: string;
  readonly origin: 'inbox' | 'api';
  /** Version of the object that is read, or its tag where the bucket keeps no versions. */
  readonly object_version?: string;
  readonly size: number;
  /** Of the content, lower-case hex; known when it has been read once. */
  readonly sha256?: string;
  readonly state: FileState;
  readonly received_at: string;
  readonly updated_at: string;
  readonly finished_at?: string;
  /** The run that owns it: a newer one takes it over, and what the older still writes is refused. */
  readonly run?: string;
  /** What is in it. */
  readonly kinds: readonly FileKind[];
  readonly counts: FileCounts;
  readonly progress: FileProgress;
  readonly finding_counts: FindingCounts;
  /** How many items of findings are stored beside the record. */
  readonly finding_parts: number;
  /** Why it was quarantined, as a whole or in part. */
  readonly reasons: readonly FileReason[];
  /** ISA13 of the acknowledgments that it is answered with. */
  readonly acknowledgment_number?: number;
  /** Objects that were written to answer it. */
  readonly outbound_keys: readonly string[];
  readonly archive_key?: string;
  readonly quarantine_key?: string;
  /** File that brought this content first. */
  readonly duplicate_of?: string;
}

/** How a file ended. */
export type FileOutcome = Pick<
  FileRecord,
  'state' | 'reasons' | 'finding_counts' | 'finding_parts' | 'outbound_keys'
> &
  Required<Pick<FileRecord, 'finished_at'>> &
  Partial<Pick<FileRecord, 'archive_key' | 'quarantine_key' | 'duplicate_of'>>;

/** What is in a file. */
export interface FileCounts extends AppliedCounts {
  readonly interchanges: number;
  readonly groups: number;
  readonly sets: number;
  /** Sets whose envelope is not sound, and sets of kinds that nothing here reads. */
  readonly refused_sets: number;
}

/** What was applied of it; moves with the units, in their transactions. */
export interface AppliedCounts {
  /** New claims (837P), and among them those with errors and those that may repeat another. */
  readonly claims: number;
  readonly drafts: number;
  readonly duplicates: number;
  /** Sum of CLM02, cents. */
  readonly charge: number;
  /** Claims that an answer was about, and answers for which no claim was found. */
  readonly matched: number;
  readonly unmatched: number;
}

const noCounts: FileCounts = {
  interchanges: 0,
  groups: 0,
  sets: 0,
  refused_sets: 0,
  claims: 0,
  drafts: 0,
  duplicates: 0,
  charge: 0,
  matched: 0,
  unmatched: 0,
};

/** The record of a file that is about to be uploaded. */
export function expectedFile(file: {
  readonly id: string;
  readonly name: string;
  readonly object_key: string;
  readonly now: Date;
}): FileRecord {
  const { now, ...facts } = file;
  const at = now.toISOString();
  return {
    ...facts,
    ...unreadFile,
    origin: 'inbox',
    size: 0,
    state: 'expected',
    received_at: at,
    updated_at: at,
  };
}

/** What is known of every file that nobody has read yet. */
export const unreadFile = {
  kinds: [],
  counts: noCounts,
  progress: { bytes: 0, units: {} },
  finding_counts: noFindings,
  finding_parts: 0,
  reasons: [],
  outbound_keys: [],
} as const satisfies Partial<FileRecord>;

/** Nothing more is done with a file in one of these states. */
const finalStates: ReadonlySet<FileState> = new Set([
  'applied',
  'partly_applied',
  'quarantined',
  'duplicate',
]);

export const isFinished = ({ state }: Pick<FileRecord, 'state'>): boolean => finalStates.has(state);

export interface FileProgress {
  /** Bytes whose content is applied, of `size`. */
  readonly bytes: number;
  /** Units of each kind that are applied: claims of an 837P, and for the others what their applier counts. */
  readonly units: Readonly<Partial<Record<FileKind, number>>>;
}

/** Reasons that are kept in a file's record; the object beside it in quarantine has more. */
export const maxReasons = 200;

/** Why something of a file could not be processed. Holds no value of the file. */
export interface FileReason {
  /** Id of an edit (V007), or a code of the intake (`not_x12`). */
  readonly code: string;
  readonly message: string;
  /** ISA13, GS06, ST02 as sent. */
  readonly interchange?: string;
  readonly group?: string;
  readonly transaction?: string;
  readonly segment?: string;
  readonly segment_index?: number;
  readonly byte_offset?: number;
}
