import { createHash } from 'node:crypto';
import type { InterchangeHeader } from '#x12/engine/consumer.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { guide999 } from '#x12/guides/999.ts';
import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';
import type { FileFindings } from '../claim/finding.ts';
import type { LateFindings } from '../intake/claim-findings.ts';
import type { FileCounts, FileKind, FileReason } from './file.ts';
import type { SetPosition } from './sound-sets.ts';
import { SurveyReading } from './survey-reading.ts';

/** Guides of the transaction sets that files are read for. */
export const fileGuides: readonly GuideSpec[] = [guide837p, guide835, guide277ca, guide999];

/** The result of the first reading of a file. */
export interface Survey {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  /** Sound interchanges; only the first of many. */
  readonly interchanges: readonly SoundInterchange[];
  /** Kinds of the sound sets and interchanges. */
  readonly kinds: readonly FileKind[];
  readonly counts: Pick<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;
  /** Why the file, or a part of it, cannot be processed. */
  readonly reasons: readonly FileReason[];
  /** For the 999 and TA1 of each interchange that holds 837P. */
  readonly verdicts: readonly InterchangeVerdict[];
  /** Findings of this reading, masked. */
  readonly findings: FileFindings;
  readonly late: LateFindings;
  /** NM109 of all payers (2010BB). */
  readonly payers: readonly string[];
  /** GS03 of all groups with claims. */
  readonly receivers: readonly string[];
  isSound(position: SetPosition): boolean;
  isSoundInterchange(header: Pick<InterchangeHeader, 'number'>): boolean;
  payersOf(position: SetPosition): readonly string[];
  /** Digest of the claim results in an 835 or 277CA set; equal for equal results in any file. */
  digestOf(position: SetPosition): string;
}

export type SoundInterchange = Pick<
  InterchangeHeader,
  'number' | 'sender' | 'receiver' | 'controlNumber' | 'offset'
>;

/**
 * Reads a file for the first time: detects its kinds, checks its envelopes, and collects what the second reading needs.
 * Memory grows with the number of sets and findings, not with the size of the file.
 */
export async function survey(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  now: Date,
): Promise<Survey> {
  const hash = createHash('sha256');
  const reading = new SurveyReading(fileGuides, now);
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    reading.write(chunk);
  }
  reading.finish();
  return { sha256: hash.digest('hex'), size, ...reading.result(size) };
}
