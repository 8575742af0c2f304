import type { FileListener } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import type { LateFindings } from '../intake/claim-findings.ts';
import type { FileKind } from './file.ts';
import type { SetPosition } from './sound-sets.ts';

/** The transaction sets of one kind, as the first reading of a file reads them. */
export interface SurveyedKind {
  readonly kind: FileKind;
  readonly guide: GuideSpec;
  /** Begins the first reading of a file. */
  open(now: Date): KindSurvey;
}

export interface KindSurvey {
  readonly listener?: FileListener;
  /** Takes each finding of the file, without its value. */
  finding?(finding: Finding): void;
  /** Digest of the claim results in a set; equal for equal results in any file. */
  digestOf?(position: SetPosition): string | undefined;
  readonly claims?: SurveyedClaims;
}

/** What the second reading needs to know about the claims of a file before it begins. */
export interface SurveyedClaims {
  readonly late: LateFindings;
  /** NM109 of all payers (2010BB). */
  readonly payers: readonly string[];
  /** GS03 of all groups with claims. */
  readonly receivers: readonly string[];
  payersOf(position: SetPosition): readonly string[];
}

export const noClaims: SurveyedClaims = { late: new Map(), payers: [], receivers: [], payersOf: () => [] };
