import type { LoopNode, SetConsumer } from '../../engine/consumer.ts';
import type { Finding } from '../../findings/finding.ts';

/** The levels of an 837P set that claims share, from the outside in. */
export const sharedLevels = ['set', 'billing', 'subscriber', 'patient'] as const;

export type SharedLevel = (typeof sharedLevels)[number];
export type ClaimLevel = SharedLevel | 'claim';

/** One opened level: which of its kind in the set it is. */
export interface OpenLevel {
  readonly level: SharedLevel;
  readonly number: number;
}

/**
 * Follows which billing provider, subscriber and patient are open while a file is read, so that a finding about one
 * of them counts for each claim under it. Numbers count from 1 over the set, the same in every reading.
 */
export class LevelTracker {
  private readonly numbers: Record<SharedLevel, number> = { set: 0, billing: 0, subscriber: 0, patient: 0 };
  private readonly isOpen: Record<ClaimLevel, boolean> = {
    set: false,
    billing: false,
    subscriber: false,
    patient: false,
    claim: false,
  };

  /** A set begins. The consumer goes before the one that makes the claims. */
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

  /** The same loops, left; goes behind the one that makes the claims. */
  trackExits(): SetConsumer {
    return {
      segment() {},
      leave: (loop) => {
        const level = levelOfLoop(loop);
        if (level !== undefined) this.isOpen[level] = false;
      },
      end: () => {
        this.isOpen.set = false;
      },
    };
  }

  /** Every level around the claim in work. */
  openLevels(): readonly OpenLevel[] {
    return sharedLevels.filter((level) => this.isOpen[level]).map((level) => this.current(level));
  }

  /** What a finding is about: the claim in work, an open level around it, or neither. */
  subjectOf(finding: Finding): 'claim' | OpenLevel | undefined {
    if (!this.isOpen.set || finding.transaction === undefined) return undefined;
    const level = levelOfFinding(finding.loop);
    if (level === 'claim') return this.isOpen.claim ? 'claim' : this.innermost();
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
