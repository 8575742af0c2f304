import { dispositionOf, dispositionOfAll } from '../277ca/classification.ts';
import { isAbsentNumber } from '../277ca/model.ts';
import { anyOrderReader } from '../description/any-order-reader.ts';
import type { Filling } from '../description/field.ts';
import type { SetConsumer } from '../engine/consumer.ts';
import { guide276 } from '../guides/276.ts';
import { guide277 } from '../guides/277.ts';
import { optionalText, pack, type Segment } from '../reader/segment.ts';
import {
  type ClaimStatusRequest,
  type ClaimStatusResponse,
  type FailedRequest,
  type ResponseInformation,
  type ResponseLine,
  readResponseStatus,
  responseLine,
  type TrackedClaim,
  trackedClaim,
} from './model.ts';
import { TrackedHierarchy } from './tracked-hierarchy.ts';

/** A request may have what only a response should have, and a response what only a request. */
const ofRequest = anyOrderReader(guide276, '2200D', trackedClaim);
const ofResponse = anyOrderReader(guide277, '2200D', trackedClaim);
const ofLine = anyOrderReader(guide277, '2220D', responseLine);

/** Builds one claim of a 276 or 277 from its segments, in any order. */
class TrackedClaimBuilder {
  /** True after a TRN, even one of zeros. */
  hasTrace = false;
  private readonly claim: Filling<TrackedClaim>;
  private readonly statuses: ResponseInformation[] = [];
  private readonly lines: Filling<ResponseLine>[] = [];

  constructor(first: Segment, { above, subscriber, dependent }: TrackedHierarchy) {
    this.claim = Object.assign(ofRequest.empty(first.position()), { ...above, subscriber, dependent });
  }

  /** True for a claim that its segments name: by a trace, or by a number with a status, charge, date or line. */
  get isNamed(): boolean {
    const { payerClaimControlNumber, patientControlNumber, clearinghouseNumber, prescription } =
      this.claim.numbers;
    const names = [payerClaimControlNumber, patientControlNumber, clearinghouseNumber, prescription];
    return this.hasTrace || (names.some((number) => !isAbsentNumber(number)) && this.hasContent);
  }

  /** Returns the statuses of a claim that is not named. */
  get everyStatus(): readonly ResponseInformation[] {
    return [...this.statuses, ...this.lines.flatMap(({ statuses }) => statuses)];
  }

  trace(trn: Segment): void {
    const trace = optionalText(trn, 2);
    this.hasTrace = true;
    this.claim.trace = isAbsentNumber(trace) ? undefined : trace;
  }

  /** Reads a REF, DTP or AMT. */
  describe(segment: Segment): void {
    const line = this.lines.at(-1);
    if (line !== undefined && ofLine.has(segment)) ofLine.read(line, segment);
    else for (const reader of [ofRequest, ofResponse]) reader.read(this.claim, segment);
  }

  startLine(svc: Segment): void {
    const line = ofLine.empty(svc.position());
    ofLine.read(line, svc);
    this.lines.push(line);
  }

  status(stc: Segment): void {
    const line = this.lines.at(-1);
    if (line === undefined) this.statuses.push(readResponseStatus(stc));
    else ofLine.read(line, stc);
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  request(isComplete: boolean): ClaimStatusRequest {
    const serviceLines = this.lines.map(({ paid: _, statuses: __, ...line }) => line);
    return { ...this.claim, isComplete, serviceLines };
  }

  /** @param isComplete false when the set ends inside the claim without SE */
  response(isComplete: boolean): ClaimStatusResponse {
    const { statuses, lines } = this;
    const deciding = statuses.length > 0 ? statuses : lines.flatMap((line) => line.statuses);
    const last = deciding.at(-1);
    const { category = '', code: statusCode = '' } = last?.reasons[0] ?? {};
    return {
      ...this.claim,
      isComplete,
      statuses,
      serviceLines: lines,
      ...{ category, statusCode, charge: last?.amount, paid: last?.paid },
      disposition: dispositionOfAll(deciding),
    };
  }

  private get hasContent(): boolean {
    const { statuses, lines, claim } = this;
    return (
      statuses.length > 0 || lines.length > 0 || claim.charge !== undefined || claim.serviceDate !== undefined
    );
  }
}

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
      case id.dtp:
      case id.amt:
        this.continued(segment)?.describe(segment);
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
