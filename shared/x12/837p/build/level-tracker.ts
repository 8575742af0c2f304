import type { LoopNode, SetConsumer } from '../../engine/consumer.ts';
import type { Finding } from '../../findings/finding.ts';

/**
 * The levels of an 837P set that claims share, outermost first. A subscriber may be a patient and have dependents (HL04 1), so
 * `self` is the subscriber as patient: the claims directly under 2000B.
 */
export const sharedLevels = ['set', 'billing', 'subscriber', 'self', 'patient'] as const;

export type SharedLevel = (typeof sharedLevels)[number];
export type ClaimLevel = SharedLevel | 'claim';

/** An open level and its number among the levels of its kind in the set, from 1. */
export interface OpenLevel {
  readonly level: SharedLevel;
  readonly number: number;
}

/**
 * Tracks which billing provider, subscriber and patient are open while a file is read, so that a finding about one
 * of them applies to each claim below it. The numbers are the same each time the set is read.
 */
export class LevelTracker {
  private readonly numbers: Record<SharedLevel, number> = {
    set: 0,
    billing: 0,
    subscriber: 0,
    self: 0,
    patient: 0,
  };
  private readonly isOpen: Record<ClaimLevel, boolean> = {
    set: false,
    billing: false,
    subscriber: false,
    self: false,
    patient: false,
    claim: false,
  };

  /** Begins a set. The consumer must precede the one that builds the claims. */
  trackEntries(): SetConsumer {
    for (const level of sharedLevels) this.numbers[level] = 0;
    this.open('set');
    return {
      segment() {},
      enter: (loop) => {
        const level = levelOfLoop(loop);
        if (level !== undefined) this.open(level);
      },
    };
  }

  /** Tracks the ends of loops. The consumer must follow the one that builds the claims. */
  trackExits(): SetConsumer {
    return {
      segment() {},
      leave: (loop) => {
        const level = levelOfLoop(loop);
        if (level !== undefined) this.isOpen[level] = false;
        if (level === 'subscriber') this.isOpen.self = false;
      },
      end: () => {
        this.isOpen.set = false;
      },
    };
  }

  /** The open levels above the current claim. */
  openLevels(): readonly OpenLevel[] {
    return sharedLevels.filter((level) => this.isOpen[level]).map((level) => this.current(level));
  }

  /**
   * The subject of a finding: the current claim, an open level above it, or neither. Inside a claim a finding is about that
   * claim, wherever its place is, or without its number about the patient of the claim: an SBR02 may be right for one claim of
   * a subscriber and wrong for another.
   */
  subjectOf(finding: Finding): 'claim' | OpenLevel | undefined {
    if (!this.isOpen.set || finding.transaction === undefined) return undefined;
    const level = levelOfFinding(finding.loop);
    if (this.isOpen.claim) {
      const isOfPatient = finding.loop !== undefined && level !== 'claim';
      return isOfPatient && finding.patientControlNumber === undefined ? this.innermost() : 'claim';
    }
    if (level === 'claim') return this.innermost();
    const outwards = sharedLevels.slice(0, sharedLevels.indexOf(level) + 1).toReversed();
    return this.current(outwards.find((candidate) => this.isOpen[candidate]) ?? 'set');
  }

  private innermost(): OpenLevel {
    return this.current(sharedLevels.findLast((level) => this.isOpen[level]) ?? 'set');
  }

  private current(level: SharedLevel): OpenLevel {
    return { level, number: this.numbers[level] };
  }

  private open(level: ClaimLevel): void {
    this.isOpen[level] = true;
    if (level !== 'claim') this.numbers[level]++;
    if (level === 'subscriber') this.open('self');
    if (level === 'patient') this.isOpen.self = false;
  }
}

const loops: ReadonlyMap<string, ClaimLevel> = new Map([
  ['2000A', 'billing'],
  ['2000B', 'subscriber'],
  ['2000C', 'patient'],
  ['2300', 'claim'],
]);

const levelOfLoop = ({ id }: LoopNode): ClaimLevel | undefined => loops.get(id);

/** Loops 2300 to 2440 belong to the claim; 2010AA to the billing provider, and so on; the header to the set. */
function levelOfFinding(loop: string | undefined): ClaimLevel {
  if (loop === undefined) return 'set';
  if (/^2[34]/.test(loop)) return 'claim';
  const letter = /^20[01]0([ABC])/.exec(loop)?.[1];
  return letter === 'A' ? 'billing' : letter === 'B' ? 'subscriber' : letter === 'C' ? 'patient' : 'set';
}
