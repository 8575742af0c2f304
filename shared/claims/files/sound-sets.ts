import type { PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import type { FileListener, GroupHeader, SetContext } from '#x12/engine/consumer.ts';
import type { Finding } from '#x12/findings/finding.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { header835, header837p } from '#x12/guides/headers.ts';
import type { KnownPayers } from '../configuration/known-payers.ts';
import type { AcknowledgedInterchanges } from './acknowledged-interchanges.ts';
import type { LateFindings } from './claim-findings.ts';
import type { FileKind } from './file.ts';

export type SetPosition = Pick<SetContext, 'set'>;

/** A byte for each set or interchange of a file, by its number from 1. */
export class GrowingBytes {
  private bytes = new Uint8Array(1024);

  get(index: number): number {
    return this.bytes[index] ?? 0;
  }

  set(index: number, value: number): void {
    if (index >= this.bytes.length) {
      const grown = new Uint8Array(2 * index);
      grown.set(this.bytes);
      this.bytes = grown;
    }
    this.bytes[index] = value;
  }
}

/** Which sets of a file are sound, in a byte for each: a file may have a million of them. */
export class SoundSets {
  private readonly kinds: FileKind[] = [];
  /** The kind of a sound set, from 1; 0 for any other set. */
  private readonly sets = new GrowingBytes();
  private readonly rejectedInterchanges = new GrowingBytes();
  private last = 0;

  accept(inFile: number, kind: FileKind): void {
    const known = this.kinds.indexOf(kind);
    this.sets.set(inFile, known < 0 ? this.kinds.push(kind) : known + 1);
    this.last = inFile;
  }

  /** Rejects the sets from this one on, because their group or interchange is rejected. */
  rejectFrom(first: number): void {
    for (let inFile = first; inFile <= this.last; inFile++) this.sets.set(inFile, 0);
  }

  rejectInterchange(number: number): void {
    this.rejectedInterchanges.set(number, 1);
  }

  has({ set }: SetPosition): boolean {
    return this.sets.get(set.inFile) > 0;
  }

  hasInterchange(number: number): boolean {
    return this.rejectedInterchanges.get(number) === 0;
  }

  /** The number of sound sets, and their kinds in the order of the file. */
  summary(): { readonly count: number; readonly kinds: ReadonlySet<FileKind> } {
    const kinds = new Set<FileKind>();
    let count = 0;
    for (let inFile = 1; inFile <= this.last; inFile++) {
      const kind = this.kinds[this.sets.get(inFile) - 1];
      if (kind === undefined) continue;
      kinds.add(kind);
      count++;
    }
    return { count, kinds };
  }
}

/** What the first reading needs to know of payers, to find the state profile of each set. */
export interface PayerProfiles {
  profileOf(payerId: string): PayerProfile | undefined;
  readonly payers: Pick<KnownPayers, 'isConfigured' | 'profileOfReceiver'>;
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
  open(now: Date, payers: PayerProfiles): KindSurvey;
}

export interface KindSurvey {
  readonly listener?: FileListener;
  /** Takes each finding of the file, without its value. */
  finding?(finding: Finding): void;
  /** Digest of the claim results in a set; equal for equal results in any file. */
  digestOf?(position: SetPosition): string | undefined;
  /** Takes the verdicts on all interchanges of the file, and acknowledges those with claims. */
  readonly acknowledged?: AcknowledgedInterchanges;
  readonly claims?: SurveyedClaims;
}

/** What the second reading needs to know about the claims of a file before it begins. */
export interface SurveyedClaims {
  readonly late?: LateFindings | undefined;
  /** State profiles of its payers (NM109 of 2010BB), in the order of the file. */
  readonly payerProfiles: readonly PayerProfile[];
  /** The state profiles by which its sets are checked. */
  readonly profiles: readonly PayerProfile[];
  /** The profile of a payer in the set or, if one is not configured, of the program that receives the file. */
  profileOf(position: SetPosition): PayerProfile | undefined;
}

export const noClaims: SurveyedClaims = { payerProfiles: [], profiles: [], profileOf: () => undefined };
