import { LevelTracker, type OpenLevel, type SharedLevel } from '../../837p/build/level-tracker.ts';
import type { FileListener } from '../../engine/consumer.ts';
import { type Finding, responseFor } from '../../findings/finding.ts';
import { guide837p } from '../../guides/837p.ts';
import { maxReasonsOfClaim, type Rejection } from './claim-statuses.ts';
import type { RejectionReason } from './status-codes.ts';

/**
 * Collects the errors of a file by claim, hierarchical level, set and envelope. A claim is rejected for its own errors
 * and for those of its patient, subscriber, billing provider, set and envelopes.
 */
export class RejectionReasons {
  /** Engine listeners for before and after the listener that reads claims. */
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

  /** Returns all reasons against the claim that is complete now. */
  take(): Rejection {
    const shared = this.levels.openLevels().map((level) => this.reasonsOf(level));
    const all = [this.ofFile, this.ofEnvelopes, ...shared, this.ofClaim];
    this.ofClaim = new Reasons();
    const reasons = all.flatMap(({ first }) => first);
    const count = all.reduce((sum, one) => sum + one.count, 0);
    const listed = reasons.slice(0, maxReasonsOfClaim);
    return { reasons: listed, leftOut: count - listed.length };
  }

  private reasonsFor(finding: Finding): Reasons | undefined {
    const about = this.levels.subjectOf(finding);
    if (about === 'claim') return this.ofClaim;
    if (about !== undefined) return this.reasonsOf(about);
    // TA1 and 999 already reject what has a fault in its envelope.
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

/** The first reasons of a level or claim, and the number of all. */
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
