import type { FileListener, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';
import type { LateFindings } from '../intake/claim-findings.ts';
import type { FileKind } from './file.ts';

export type SetPosition = Pick<SetContext, 'interchange' | 'group' | 'set'>;

/** Identifies a set by its position, because control numbers may repeat. */
export const positionKey = ({ interchange, group, set }: SetPosition): string =>
  `${interchange.number}.${group.number}.${set.number}`;

export class SoundSets {
  private readonly positions = new Set<string>();
  private readonly rejectedInterchanges = new Set<number>();

  constructor(verdicts: readonly InterchangeVerdict[]) {
    for (const { interchange, code, groups } of verdicts) {
      if (code === 'R') this.rejectedInterchanges.add(interchange.number);
      else
        for (const { header, response } of groups) {
          response.sets.forEach(({ accepted }, i) => {
            if (accepted) this.positions.add(`${interchange.number}.${header.number}.${i + 1}`);
          });
        }
    }
  }

  has(position: string): boolean {
    return this.positions.has(position);
  }

  hasInterchange(number: number): boolean {
    return !this.rejectedInterchanges.has(number);
  }
}

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
