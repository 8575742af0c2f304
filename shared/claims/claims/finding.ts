import type { Finding, Severity } from '#x12/findings/finding.ts';
import type { FileReason } from '../files/file.ts';
import { type FindingCounts, noFindings } from './claim.ts';
import type { FindingJson } from './claim-fields.ts';

/** A finding as it is stored and shown: its value is masked. */
export type FindingRecord = Readonly<FindingJson>;

/** @param finding its value must be masked */
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

/** Envelope numbers as sent, cut to a length that allows many findings in one item. */
export function envelopeNames({ interchange, group, transaction, segment }: PlaceNames): PlaceNames {
  return {
    ...(interchange !== undefined && { interchange: interchange.slice(0, maxNameLength) }),
    ...(group !== undefined && { group: group.slice(0, maxNameLength) }),
    ...(transaction !== undefined && { transaction: transaction.slice(0, maxNameLength) }),
    ...(segment !== undefined && { segment: segment.slice(0, maxNameLength) }),
  };
}

/** Well above the nine characters of ISA13, GS06 and ST02. */
const maxNameLength = 35;

/** Findings stored with a file; counts include all. */
const maxFindingsOfFile = 500;

export interface FileFindings {
  readonly first: readonly FindingRecord[];
  readonly counts: FindingCounts;
}

export class FindingTally {
  private readonly counts = { ...noFindings };
  private readonly first: FindingRecord[] = [];

  add(finding: Finding): void {
    this.counts[finding.severity]++;
    if (this.first.length < maxFindingsOfFile) this.first.push(findingRecord(finding));
  }

  get findings(): FileFindings {
    return { first: this.first, counts: { ...this.counts } };
  }
}

export function countFindings(findings: readonly { readonly severity: Severity }[]): FindingCounts {
  const counts = { ...noFindings };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Rules of the state program about envelopes and file names. They block no claim, because Granary writes its own. */
const envelopeRules = new Set(['R200', 'R201', 'R202', 'R209', 'R210']);

export const isEnvelopeRule = (id: string): boolean => envelopeRules.has(id);

/** Edits for possible duplicates, which the intake detects itself. */
const duplicateEdits = new Set(['V051', 'V075']);

export const isPossibleDuplicate = ({ id }: Pick<FindingRecord, 'id'>): boolean => duplicateEdits.has(id);

/** Whether a finding keeps its claim in lane `draft`. */
export function keepsDraft({ id, severity }: Pick<FindingRecord, 'id' | 'severity'>): boolean {
  const isError = severity === 'error' || severity === 'fatal';
  return isError && !envelopeRules.has(id) && !duplicateEdits.has(id);
}
