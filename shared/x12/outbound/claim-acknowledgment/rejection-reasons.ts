import { LevelTracker, type OpenLevel, type SharedLevel } from '../../837p/build/level-tracker.ts';
import type { FileListener } from '../../engine/consumer.ts';
import { type Finding, responseFor } from '../../findings/finding.ts';
import { guide837p } from '../../guides/837p.ts';
import { maxReasonsOfClaim, type Rejection } from './claim-statuses.ts';
import type { RejectionReason } from './status-codes.ts';

/**
 * Gathers the errors of a file by what they are about, so that each claim gets its own and those of its patient,
 * subscriber, billing provider, set and envelopes. A claim takes what is known when it is complete.
 */
export class RejectionReasons {
  /** Go before and behind the listener that makes the claims. */
  readonly before: FileListener;
  readonly behind: FileListener;
  private readonly levels = new LevelTracker();
  private readonly byLevel = new Map<SharedLevel, { readonly number: number; readonly reasons: Reasons }>();
  private readonly ofFile = new Reasons();
  private ofEnvelopes = new Reasons();
  private ofClaim = new Reasons();
  private hasInterchange = false;

  constructor() {
    this.before = {
      interchange: () => {
        this.hasInterchange = true;
        this.ofEnvelopes = new Reasons();
      },
      set: ({ guide }) => {
        if (guide !== guide837p) return undefined;
        this.byLevel.clear();
        this.ofClaim = new Reasons();
        return this.levels.trackEntries();
      },
    };
    this.behind = {
      set: ({ guide }) => (guide === guide837p ? this.levels.trackExits() : undefined),
      endInterchange: () => {
        this.hasInterchange = false;
      },
    };
  }

  add(finding: Finding): void {
    if (finding.severity !== 'error' && finding.severity !== 'fatal') return;
    this.reasonsFor(finding)?.add(reasonOf(finding));
  }

  /** Everything against the claim that is complete now. */
  take(): Rejection {
    const shared = this.levels.openLevels().map((level) => this.reasonsOf(level));
    const all = [this.ofFile, this.ofEnvelopes, ...shared, this.ofClaim];
    this.ofClaim = new Reasons();
    const reasons = all.flatMap(({ first }) => first);
    const count = all.reduce((sum, one) => sum + one.count, 0);
    const named = reasons.slice(0, maxReasonsOfClaim);
    return { reasons: named, leftOut: count - named.length };
  }

  private reasonsFor(finding: Finding): Reasons | undefined {
    const about = this.levels.subjectOf(finding);
    if (about === 'claim') return this.ofClaim;
    if (about !== undefined) return this.reasonsOf(about);
    // Faults of envelopes refuse what they are in; a claim is not rejected for them again.
    if (responseFor(finding) !== '277CA') return undefined;
    return this.hasInterchange ? this.ofEnvelopes : this.ofFile;
  }

  private reasonsOf({ level, number }: OpenLevel): Reasons {
    const known = this.byLevel.get(level);
    if (known?.number === number) return known.reasons;
    const reasons = new Reasons();
    this.byLevel.set(level, { number, reasons });
    return reasons;
  }
}

/** The first reasons of one level or claim, and how many there are. */
class Reasons {
  readonly first: RejectionReason[] = [];
  count = 0;

  add(reason: RejectionReason): void {
    this.count++;
    if (this.first.length < maxReasonsOfClaim) this.first.push(reason);
  }
}

function reasonOf(finding: Finding): RejectionReason {
  const { id, message, loop, segment, element, component, segmentIndex: position } = finding;
  return {
    id,
    message,
    loop,
    segment,
    element,
    component,
    position,
    isIn999: responseFor(finding) !== '277CA',
  };
}
