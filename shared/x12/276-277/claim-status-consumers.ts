import { dispositionOf } from '../277ca/classification.ts';
import type { SetConsumer } from '../engine/consumer.ts';
import { optionalText, pack, type Segment } from '../reader/segment.ts';
import {
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  type FailedRequest,
  type ResponseInformation,
  readResponseStatus,
} from './model.ts';
import { TrackedClaimBuilder } from './tracked-claim-builder.ts';
import { TrackedHierarchy } from './tracked-hierarchy.ts';

/** Receives the typed parts of 277 sets in file order. */
export interface ClaimStatusResponseEvents {
  status?(status: ClaimStatusResponse): void;
  failedRequest?(failed: FailedRequest): void;
}

/** Returns a consumer that reads the claims of one 276. */
export const claimStatusRequestConsumer = (claim: (request: ClaimStatusRequest) => void): SetConsumer =>
  new ClaimStatusConsumer((builder, isComplete) => claim(builder.request(isComplete)));

/** Returns a consumer that reads the statuses of one 277. */
export const claimStatusResponseConsumer = (events: ClaimStatusResponseEvents): SetConsumer =>
  new ClaimStatusConsumer(
    (builder, isComplete) => events.status?.(builder.response(isComplete)),
    (failed) => events.failedRequest?.(failed),
  );

const id = {
  amt: pack('AMT'),
  dtp: pack('DTP'),
  ref: pack('REF'),
  stc: pack('STC'),
  svc: pack('SVC'),
  trn: pack('TRN'),
} as const;

/**
 * Reads one set. A segment belongs to the claim of the last TRN, even where the guide does not allow it. Without a TRN, the
 * first segment of a patient begins a claim, which its numbers must name. A misplaced HL or NM1 does not end a claim: REF, DTP,
 * AMT and SVC, which no higher level has, continue it.
 */
class ClaimStatusConsumer implements SetConsumer {
  private readonly send: (builder: TrackedClaimBuilder, isComplete: boolean) => void;
  private readonly fail: (failed: FailedRequest) => void;
  private readonly hierarchy = new TrackedHierarchy(() => this.leaveLevel());
  private claim: TrackedClaimBuilder | undefined;
  /** The claim before the last HL or NM1, until the next claim begins. */
  private ended: TrackedClaimBuilder | undefined;
  /** TRN02 of a level above the patients. */
  private trace: string | undefined;

  constructor(
    send: (builder: TrackedClaimBuilder, isComplete: boolean) => void,
    fail: (failed: FailedRequest) => void = () => {},
  ) {
    this.send = send;
    this.fail = fail;
  }

  segment(): void {}

  every(segment: Segment): void {
    if (this.hierarchy.read(segment)) return;
    switch (segment.packedId) {
      case id.trn:
        this.readTrace(segment);
        break;
      case id.stc:
        if (this.hierarchy.isPatient) this.claimFor(segment)?.status(segment);
        else this.failWith(readResponseStatus(segment));
        break;
      case id.ref:
        this.continued(segment)?.refer(segment);
        break;
      case id.dtp:
        this.continued(segment)?.serve(segment);
        break;
      case id.amt:
        this.continued(segment)?.sum(segment);
        break;
      case id.svc:
        this.continued(segment)?.startLine(segment);
        break;
    }
  }

  end({ present }: { readonly present: boolean }): void {
    this.sendEnded();
    this.finish(present);
  }

  private readTrace(trn: Segment): void {
    if (this.claim?.hasTrace === true) this.finish(true);
    const claim = this.claimFor(trn);
    if (claim === undefined) this.trace = optionalText(trn, 2);
    else claim.trace(trn);
  }

  /** Returns the claim of a segment, or begins one; undefined above the patients. */
  private claimFor(segment: Segment): TrackedClaimBuilder | undefined {
    if (!this.hierarchy.isPatient) return undefined;
    if (this.claim === undefined) this.sendEnded();
    this.claim ??= new TrackedClaimBuilder(segment, this.hierarchy);
    return this.claim;
  }

  /** Returns the claim of a segment that only claims have. */
  private continued(segment: Segment): TrackedClaimBuilder | undefined {
    const { isPatient, isNamed } = this.hierarchy;
    const isOfEnded = this.claim === undefined && !(isPatient && isNamed);
    return isOfEnded && this.ended !== undefined ? this.ended : this.claimFor(segment);
  }

  private leaveLevel(): void {
    const { claim } = this;
    this.trace = undefined;
    if (claim?.isNamed !== true) {
      this.finish(true);
      return;
    }
    this.sendEnded();
    this.ended = claim;
    this.claim = undefined;
  }

  private sendEnded(): void {
    const { ended } = this;
    this.ended = undefined;
    if (ended !== undefined) this.send(ended, true);
  }

  private failWith(status: ResponseInformation): void {
    this.sendEnded();
    const { hierarchy, trace } = this;
    const { above, level = '' } = hierarchy;
    this.fail({ ...above, level, trace, status, disposition: dispositionOf(status) });
  }

  private finish(isComplete: boolean): void {
    const { claim } = this;
    this.claim = undefined;
    this.trace = undefined;
    if (claim?.isNamed === true) this.send(claim, isComplete);
    else for (const status of claim?.everyStatus ?? []) this.failWith(status);
  }
}
