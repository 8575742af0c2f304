import { type FindingCounts, noFindings } from '#claims/claims/claim.ts';
import { fileKindNames } from '#contract/claims/state-names.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { FileJson } from './contract.ts';

/**
 * States of a file.
 *
 * - `expected`: has an upload link. `received`: the object arrived. `processing`: its content is being applied.
 * - `applied`: completely. `partly_applied`: the sound sets; `reasons` lists the rest. `quarantined`: nothing was applied.
 *   `duplicate`: another file had the same bytes.
 */
export type FileState = FileJson['state'];

export const fileKinds = fileKindNames;

export type FileKind = (typeof fileKinds)[number];

export interface FileRecord
  extends Readonly<
    Omit<FileJson, 'kinds' | 'counts' | 'progress' | 'finding_counts' | 'reasons' | 'outbound_keys'>
  > {
  /** Version of the object, or its entity tag in a bucket without versions. */
  readonly object_version?: string;
  /** The run that owns the file. A newer run takes it over; writes of the older one then fail. */
  readonly run?: string;
  /** Deliveries since the last progress that found the file unfinished. */
  readonly lost?: number;
  readonly kinds: readonly FileKind[];
  readonly counts: FileCounts;
  readonly progress: FileProgress;
  readonly finding_counts: FindingCounts;
  /** Number of items with findings beside the record. */
  readonly finding_parts: number;
  readonly reasons: readonly FileReason[];
  /** First ISA13 of its acknowledgments. */
  readonly acknowledgment_number?: number;
  readonly outbound_keys: readonly string[];
}

export type FileOutcome = Pick<
  FileRecord,
  'state' | 'reasons' | 'finding_counts' | 'finding_parts' | 'outbound_keys'
> &
  Required<Pick<FileRecord, 'finished_at'>> &
  Partial<Pick<FileRecord, 'archive_key' | 'quarantine_key' | 'duplicate_of'>>;

/** `charge` is the sum of CLM02 in cents. */
export type FileCounts = Readonly<FileJson['counts']>;

/** Counts that are stored in the transactions of what they count. */
export type AppliedCounts = Omit<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;

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

export const newFile = (
  facts: Pick<
    FileRecord,
    'id' | 'name' | 'origin' | 'object_key' | 'object_version' | 'size' | 'state' | 'received_at'
  >,
): FileRecord => ({
  ...facts,
  updated_at: facts.received_at,
  kinds: [],
  counts: noCounts,
  progress: { bytes: 0, units: {} },
  finding_counts: noFindings,
  finding_parts: 0,
  reasons: [],
  outbound_keys: [],
});

export const expectedFile = ({
  now,
  ...facts
}: Pick<FileRecord, 'id' | 'name' | 'object_key'> & { readonly now: Date }): FileRecord =>
  newFile({ ...facts, origin: 'inbox', size: 0, state: 'expected', received_at: now.toISOString() });

const finalStates: ReadonlySet<FileState> = new Set([
  'applied',
  'partly_applied',
  'quarantined',
  'duplicate',
]);

export const isFinished = ({ state }: Pick<FileRecord, 'state'>): boolean => finalStates.has(state);

export interface FileProgress {
  /** Bytes of `size` that are applied. */
  readonly bytes: number;
  /** Applied units of each kind: claims of an 837P, and for other kinds what their processor counts. */
  readonly units: Readonly<Partial<Record<FileKind, number>>>;
}

/** Maximum of reasons in the record; the object in quarantine lists more. */
export const maxReasons = 200;

/** Why a part of a file could not be processed. Holds no value of the file. */
export type FileReason = Readonly<FileJson['reasons'][number]>;

/** A write of a file's record. Condition of both: the run in `file` still owns the file. */
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

/** The id of the file keeps objects of one name apart. */
type KeptFile = Pick<FileRecord, 'id' | 'name' | 'received_at'>;

export const archiveKey = (file: KeptFile): string => `archive/${dayOf(file)}/${keptName(file)}`;

export const quarantineKey = (file: KeptFile): string => `quarantine/${dayOf(file)}/${keptName(file)}`;

/** Key of the reasons beside an object in quarantine. */
export const reasonKey = (quarantined: string): string => `${quarantined}.reason.json`;

/** Key of an acknowledgment, named after the file that it acknowledges. */
export function outboundKey(file: KeptFile, controlNumber: number, kind: '999' | '277CA'): string {
  const base = safeName(file.name).replace(/\.[A-Za-z0-9]{1,8}$/, '');
  return `outbound/${dayOf(file)}/${base}_${String(controlNumber).padStart(9, '0')}_${kind}.x12`;
}

const dayOf = ({ received_at }: KeptFile) => received_at.slice(0, 10).replaceAll('-', '/');

const keptName = ({ id, name }: KeptFile) => `${id}-${safeName(name)}`;

/** Replaces characters that need escapes; object keys are limited to 1,024 bytes. */
const safeName = (name: string): string => name.replace(/[^\w.\- ]/g, '_').slice(-200) || 'file';

export const filesCsv: CsvColumns<FileJson> = {
  name: 'files',
  columns: [
    ...membersOf<FileJson>('id', 'name', 'origin', 'state', 'size', 'sha256', 'received_at', 'finished_at'),
    ['kinds', ({ kinds }) => kinds.join(' ')],
    ['claims', ({ counts }) => counts.claims],
    ['drafts', ({ counts }) => counts.drafts],
    ['duplicates', ({ counts }) => counts.duplicates],
    ['charge', ({ counts }) => counts.charge],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['reasons', ({ reasons }) => [...new Set(reasons.map(({ code }) => code))].join(' ')],
  ],
};
