import type { FileListener, GroupHeader, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { header835, header837p } from '#x12/guides/headers.ts';
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

/**
 * Faults of envelopes that leave the content of an acknowledgment readable and complete: ISA of another width or version, control
 * numbers that differ or repeat, wrong counts. Without SE a set may be cut off; without GS, GE or IEA its SE still ends it.
 */
const formalities: Readonly<Record<string, readonly string[]>> = {
  V001: ['ISA'],
  V003: ['ISA'],
  V004: ['ISA', 'IEA'],
  V005: ['GS', 'GE'],
  V006: ['ST', 'SE'],
  V007: ['SE'],
  V008: ['GE', 'IEA'],
  V137: ['GE', 'IEA'],
  V145: ['GS'],
};

/** Transaction sets whose envelopes must be right: the sender of an 837P gets a TA1 or 999, and an 835 moves money. */
const strict = [header837p, header835];

/** Whether a file with sets of these kinds has envelopes that must be right. */
export const holdsStrictSets = (kinds: readonly FileKind[]): boolean =>
  strict.some(({ name }) => kinds.some((kind) => kind === name));

const isStrictGroup = ({ functionalId }: GroupHeader): boolean =>
  functionalId === '' || strict.some((header) => header.functionalId === functionalId);

/** Makes faults of form warnings in the envelopes of 999, TA1 and 277CA, so that no rejection is lost to them. */
export class AcknowledgmentEnvelopes implements FileListener {
  private readonly isStrict: boolean;
  private inSet = false;
  private inGroup = false;
  private inInterchange = false;

  /** @param isStrict whether the file has sets of other kinds anywhere */
  constructor(isStrict: boolean) {
    this.isStrict = isStrict;
  }

  interchange(): void {
    this.inInterchange = false;
    this.inGroup = false;
  }

  group(header: GroupHeader): void {
    this.inGroup = isStrictGroup(header);
    this.inInterchange ||= this.inGroup;
    this.inSet = this.inGroup;
  }

  set({ guide }: SetContext): undefined {
    this.inSet = strict.some(({ name }) => name === guide.name);
  }

  /** The finding as it counts here. */
  judge(finding: Finding): Finding {
    // V001 names no segment.
    const { id, severity, segment = 'ISA' } = finding;
    if (severity !== 'fatal' || !formalities[id]?.includes(segment)) return finding;
    return this.isStrict && this.isAround(segment) ? finding : { ...finding, severity: 'warning' };
  }

  private isAround(segment: string): boolean {
    if (segment === 'ISA') return true;
    if (segment === 'IEA') return this.inInterchange;
    return segment === 'SE' ? this.inSet : this.inGroup;
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
