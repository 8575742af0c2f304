import type { FileListener, SetConsumer, SetContext } from '../engine/consumer.ts';
import { guide277ca } from '../guides/277ca.ts';
import {
  type ClaimCount,
  checkStatus,
  checkStatuses,
  checkTotalsAgainstListed,
  checkTotalsAgainstSubmitted,
} from './checks.ts';
import {
  type ClaimAcknowledgmentSink,
  claimAcknowledgmentConsumer,
} from './claim-acknowledgment-consumer.ts';
import type { ClaimAcknowledgment, ClaimStatus, Totals, UnscopedStatus } from './model.ts';

/** Receives the typed parts of a 277CA in file order. */
export interface ClaimAcknowledgmentEvents {
  acknowledgment?(acknowledgment: ClaimAcknowledgment): void;
  status?(status: ClaimStatus): void;
  unscoped?(status: UnscopedStatus): void;
  end?(summary: ClaimAcknowledgmentSummary): void;
}

export interface ClaimAcknowledgmentSummary {
  readonly acknowledgment: ClaimAcknowledgment;
  /** Number of claim statuses. */
  readonly statuses: number;
  readonly amount: number;
  readonly unscoped: number;
}

/** Submitted claims, for V126 and V127. Without it a 277CA is compared only with itself. */
export interface SubmissionHistory {
  /** True when a claim with this number was submitted. */
  hasClaim(patientControlNumber: string): boolean;
  /** Number and charge of the claims in the batch with this BHT03; undefined for an unknown batch. */
  batch(reference: string): ClaimCount | undefined;
}

/** Reads and checks the 277CA sets of one file. */
export class ClaimAcknowledgmentReader implements FileListener {
  private readonly events: ClaimAcknowledgmentEvents;
  private readonly history: SubmissionHistory | undefined;

  constructor(events: ClaimAcknowledgmentEvents, history?: SubmissionHistory) {
    this.events = events;
    this.history = history;
  }

  set(context: SetContext): SetConsumer | undefined {
    return context.guide === guide277ca ? this.open(context) : undefined;
  }

  open(context: SetContext): SetConsumer {
    return claimAcknowledgmentConsumer(new ClaimAcknowledgmentTally(context, this.events, this.history));
  }
}

/** Sums and checks one set, status by status. */
class ClaimAcknowledgmentTally implements ClaimAcknowledgmentSink {
  private readonly context: SetContext;
  private readonly events: ClaimAcknowledgmentEvents;
  private readonly history: SubmissionHistory | undefined;
  private current: ClaimAcknowledgment | undefined;
  private listed: ClaimCount = nothing;
  private ofProvider: ClaimCount = nothing;
  private unscopedCount = 0;

  constructor(context: SetContext, events: ClaimAcknowledgmentEvents, history?: SubmissionHistory) {
    this.context = context;
    this.events = events;
    this.history = history;
  }

  acknowledgment(acknowledgment: ClaimAcknowledgment): void {
    this.current = acknowledgment;
    this.listed = nothing;
    this.unscopedCount = 0;
    this.events.acknowledgment?.(acknowledgment);
  }

  unscoped(unscoped: UnscopedStatus): void {
    this.unscopedCount++;
    if (this.context.validating) {
      checkStatus(unscoped.status, loopOfLevel[unscoped.level] ?? '2200D', undefined, this.context.report);
    }
    this.events.unscoped?.(unscoped);
  }

  status(status: ClaimStatus): void {
    this.listed = plus(this.listed, status);
    this.ofProvider = plus(this.ofProvider, status);
    if (this.context.validating) {
      checkStatuses(status, this.context.report);
      this.checkMatch(status);
    }
    this.events.status?.(status);
  }

  provider(totals: Totals): void {
    if (this.context.validating)
      checkTotalsAgainstListed(totals, this.ofProvider, '2200C', this.context.report);
    this.ofProvider = nothing;
  }

  batch(): void {
    const { current: acknowledgment, listed, unscopedCount: unscoped } = this;
    if (acknowledgment === undefined) return;
    if (this.context.validating) this.checkTotals(acknowledgment);
    const { claims: statuses, amount } = listed;
    this.events.end?.({ acknowledgment, statuses, amount, unscoped });
    this.current = undefined;
  }

  private checkTotals({ totals, batch }: ClaimAcknowledgment): void {
    const { report } = this.context;
    const submitted = batch === undefined ? undefined : this.history?.batch(batch);
    if (submitted === undefined) checkTotalsAgainstListed(totals, this.listed, '2200B', report);
    else checkTotalsAgainstSubmitted(totals, submitted, report);
  }

  /** V126: no number of the status names a submitted claim, by contract or by standard. */
  private checkMatch({ patientControlNumber, standard, numbers, position }: ClaimStatus): void {
    const { history } = this;
    if (history === undefined) return;
    const candidates = [patientControlNumber, standard.patientControlNumber, numbers.ref_ej, numbers.ref_d9];
    if (candidates.some((number) => number !== undefined && history.hasClaim(number))) return;
    this.context.report({
      id: 'V126',
      at: position,
      loop: '2200D',
      segment: 'TRN',
      element: 2,
      elementRef: 127,
      patientControlNumber,
    });
  }
}

const nothing: ClaimCount = { claims: 0, amount: 0 };

function plus({ claims, amount }: ClaimCount, status: ClaimStatus): ClaimCount {
  return { claims: claims + 1, amount: amount + (status.amount ?? 0) };
}

/** Loop of the STC by HL03; 2200D for any other level. */
const loopOfLevel: Readonly<Record<string, string>> = {
  '20': '2000A',
  '21': '2200B',
  '19': '2200C',
  '22': '2000S',
  '23': '2000E',
};
