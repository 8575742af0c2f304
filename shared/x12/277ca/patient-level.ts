import type { Segment } from '../reader/segment.ts';
import { ClaimStatusBuilder } from './claim-status-builder.ts';
import type { HierarchicalLevel } from './hierarchical-level.ts';
import { readOrganization, readPerson, readStatus } from './segments.ts';
import type { ClaimStatus, PatientName, UnscopedStatus } from './types.ts';

interface PatientSink {
  unscoped?(status: UnscopedStatus): void;
  status?(status: ClaimStatus): void;
}

/**
 * Reads the claims of one patient level, for any order of TRN, NM1, STC and REF. A second TRN or a different REF*1K
 * begins another claim, but only when an STC follows it. Statuses without any number name no claim and are unscoped.
 */
export class PatientLevel {
  private readonly level: HierarchicalLevel;
  private readonly provider: HierarchicalLevel;
  private readonly sink: PatientSink;
  private claim: ClaimStatusBuilder | undefined;
  /** The previous claim, until a status confirms the next one. */
  private before: ClaimStatusBuilder | undefined;
  private patient: PatientName | undefined;

  constructor(level: HierarchicalLevel, provider: HierarchicalLevel, sink: PatientSink) {
    this.level = level;
    this.provider = provider;
    this.sink = sink;
  }

  get hasStatus(): boolean {
    return this.claim?.hasStatus ?? false;
  }

  person(nm1: Segment): void {
    if (this.patient !== undefined && this.hasStatus) this.finish();
    this.patient = readPerson(nm1);
    this.level.about = readOrganization(nm1);
    if (this.claim !== undefined) this.claim.patient = this.patient;
  }

  /** Reads any TRN as the claim's number, because senders confuse types 1 and 2. */
  trace(trn: Segment): void {
    this.claimFor(trn, this.claim?.hasTrace ?? false).trace(trn);
  }

  status(stc: Segment): void {
    const claim = this.claimFor(stc);
    const { line } = claim;
    if (line === undefined) claim.add(readStatus(stc));
    else line.statuses.push(readStatus(stc));
    this.settle();
  }

  refer(ref: Segment): void {
    if (ref.is(1, 'FJ') || ref.is(1, 'XZ')) this.claim?.line?.refer(ref);
    else this.claimFor(ref, this.claim?.isOther(ref) ?? false).refer(ref);
  }

  served(dtp: Segment): void {
    if (!dtp.is(1, '472')) return;
    const claim = this.claimFor(dtp);
    (claim.line ?? claim).served(dtp);
  }

  startLine(svc: Segment): void {
    this.claimFor(svc).startLine(svc);
  }

  /** Ends the level; incomplete when the set ends inside it without SE. */
  finish(isComplete = true): void {
    this.settle();
    const { claim } = this;
    this.claim = undefined;
    if (claim !== undefined) this.send(claim, isComplete);
  }

  /** Sends the previous claim when the next one has a status; otherwise merges the two. */
  private settle(): void {
    const { before, claim } = this;
    this.before = undefined;
    if (before === undefined || claim === undefined) return;
    if (claim.hasStatus) {
      // A TRN without a status before the next TRN names no claim.
      if (before.hasStatus) this.send(before, true);
    } else {
      before.absorb(claim);
      this.claim = before;
    }
  }

  private send(claim: ClaimStatusBuilder, isComplete: boolean): void {
    const { level, sink } = this;
    if (claim.hasTrace || (claim.hasNumber && claim.hasStatus)) {
      sink.status?.(claim.build(isComplete));
      return;
    }
    for (const status of claim.everyStatus) level.add(status);
    for (const status of level.takeUnscoped()) sink.unscoped?.(status);
  }

  /** Returns the claim of a segment, or begins one. */
  private claimFor(segment: Segment, isNext = false): ClaimStatusBuilder {
    if (this.claim !== undefined && !isNext) return this.claim;
    const statuses = this.claim?.takeNext() ?? [];
    if (statuses.length > 0) this.finish();
    else this.settle();
    this.before = this.claim;
    const claim = new ClaimStatusBuilder(this.provider, this.level.hierarchy, segment, statuses);
    claim.patient = this.patient;
    this.claim = claim;
    return claim;
  }
}
