import type { Finding, Severity } from '#x12/findings/finding.ts';
import type { FileReason } from '../files/file.ts';
import type { FindingCounts } from './claim.ts';

/** A finding as it is stored and shown: masked, in the names of JSON. */
export interface FindingRecord {
  readonly id: string;
  readonly snip: number;
  readonly severity: Severity;
  readonly message: string;
  /** Names the occurrence in every output, also in the 999. */
  readonly reference: string;
  readonly interchange?: string;
  readonly group?: string;
  readonly transaction?: string;
  readonly loop?: string;
  readonly segment?: string;
  readonly segment_index?: number;
  readonly byte_offset: number;
  readonly element?: number;
  readonly component?: number;
  /** Its shape only: letters as A, digits as 9. */
  readonly value?: string;
  /** The value is masked. Findings of earlier versions do not say so. */
  readonly value_masked?: true;
}

/** @param finding of an engine that does not show values */
export function findingRecord(finding: Finding): FindingRecord {
  const { id, snip, severity, message, reference, segmentIndex, byteOffset } = finding;
  const { loop, element, component, value } = finding;
  const { segment, ...envelopes } = envelopeNames(finding);
  return {
    id,
    snip,
    severity,
    message,
    reference,
    ...envelopes,
    ...(loop !== undefined && { loop }),
    ...(segment !== undefined && { segment }),
    ...(segmentIndex !== undefined && { segment_index: segmentIndex }),
    byte_offset: byteOffset,
    ...(element !== undefined && { element }),
    ...(component !== undefined && { component }),
    ...(value !== undefined && { value, value_masked: true }),
  };
}

export function fileReasonOf(finding: Finding): FileReason {
  const { id, message, segmentIndex, byteOffset } = finding;
  return {
    code: id,
    message,
    ...envelopeNames(finding),
    ...(segmentIndex !== undefined && { segment_index: segmentIndex }),
    byte_offset: byteOffset,
  };
}

type PlaceNames = Pick<FileReason, 'interchange' | 'group' | 'transaction' | 'segment'>;

/** Places are named as sent; what is longer than any such name is cut off, for many findings share an item. */
export function envelopeNames({ interchange, group, transaction, segment }: PlaceNames): PlaceNames {
  return {
    ...(interchange !== undefined && { interchange: interchange.slice(0, longestName) }),
    ...(group !== undefined && { group: group.slice(0, longestName) }),
    ...(transaction !== undefined && { transaction: transaction.slice(0, longestName) }),
    ...(segment !== undefined && { segment: segment.slice(0, longestName) }),
  };
}

/** ISA13, GS06 and ST02 have at most nine characters, ids of segments three. */
const longestName = 35;

/** Findings that are stored with a file; the counts are of all. */
export const maxFindingsOfFile = 500;

export interface FileFindings {
  readonly first: readonly FindingRecord[];
  readonly counts: FindingCounts;
}

/** Counts while they are made. */
export class FindingTally {
  private readonly counts: Record<Severity, number> = { fatal: 0, error: 0, warning: 0, information: 0 };

  add(severity: Severity): void {
    this.counts[severity]++;
  }

  get total(): FindingCounts {
    return { ...this.counts };
  }
}

export function countFindings(findings: readonly { readonly severity: Severity }[]): FindingCounts {
  const tally = new FindingTally();
  for (const { severity } of findings) tally.add(severity);
  return tally.total;
}

/**
 * Rules of the state program about envelopes and file names. They are told of a file, but do not keep its claims
 * from being sent: what goes out has envelopes and a name of our own making.
 */
const envelopeRules = new Set(['R200', 'R201', 'R202', 'R209', 'R210']);

export const isEnvelopeRule = (id: string): boolean => envelopeRules.has(id);

/** Said of possible duplicates, which the intake finds by itself and shows as such. */
const duplicateEdits = new Set(['V051', 'V075']);

export const isPossibleDuplicate = ({ id }: Pick<FindingRecord, 'id'>): boolean => duplicateEdits.has(id);

/** Whether a finding about a claim keeps it a draft. */
export function keepsDraft({ id, severity }: Pick<FindingRecord, 'id' | 'severity'>): boolean {
  const isError = severity === 'error' || severity === 'fatal';
  return isError && !envelopeRules.has(id) && !duplicateEdits.has(id);
}
