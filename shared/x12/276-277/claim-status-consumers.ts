import { dispositionOf } from '../277ca/classification.ts';
import type { SetConsumer } from '../engine/consumer.ts';
import { optionalText, pack, type Segment } from '../reader/segment.ts';
import { readResponseStatus, TrackedClaimBuilder } from './tracked-claim-builder.ts';
import { TrackedHierarchy } from './tracked-hierarchy.ts';
import type { ClaimStatusRequest, ClaimStatusResponse, FailedRequest } from './types.ts';

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
 * Reads one set. A segment belongs to the claim of the last TRN, and to the level of the last HL before the first TRN, even
 * where the guide does not allow it.
 */
class ClaimStatusConsumer implements SetConsumer {
  private readonly send: (builder: TrackedClaimBuilder, isComplete: boolean) => void;
  private readonly fail: (failed: FailedRequest) => void;
  private readonly hierarchy = new TrackedHierarchy(() => this.finish(true));
  private claim: TrackedClaimBuilder | undefined;
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
    const { claim } = this;
    switch (segment.packedId) {
      case id.trn:
        this.startClaim(segment);
        break;
      case id.stc:
        if (claim === undefined) this.reportFailure(segment);
        else claim.status(segment);
        break;
      case id.ref:
        claim?.refer(segment);
        break;
      case id.dtp:
        claim?.serve(segment);
        break;
      case id.amt:
        claim?.sum(segment);
        break;
      case id.svc:
        claim?.startLine(segment);
        break;
    }
  }

  end({ present }: { readonly present: boolean }): void {
    this.finish(present);
  }

  private startClaim(trn: Segment): void {
    this.finish(true);
    if (this.hierarchy.isPatient) this.claim = new TrackedClaimBuilder(trn, this.hierarchy);
    else this.trace = optionalText(trn, 2);
  }

  private reportFailure(stc: Segment): void {
    const { hierarchy, trace } = this;
    const status = readResponseStatus(stc);
    const { above, level = '' } = hierarchy;
    this.fail({ ...above, level, trace, status, disposition: dispositionOf(status) });
  }

  private finish(isComplete: boolean): void {
    const { claim } = this;
    this.claim = undefined;
    this.trace = undefined;
    if (claim !== undefined) this.send(claim, isComplete);
  }
}
