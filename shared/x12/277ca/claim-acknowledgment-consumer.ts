import { anyOrderReader } from '../description/any-order-reader.ts';
import type { SetConsumer, Trailer } from '../engine/consumer.ts';
import { guide277ca } from '../guides/277ca.ts';
import { pack, type Segment } from '../reader/segment.ts';
import { ClaimStatusBuilder, ofClaim, ofLine } from './claim-status-builder.ts';
import { HierarchicalLevel } from './hierarchical-level.ts';
import {
  type ClaimAcknowledgment,
  type ClaimStatus,
  type Header,
  isAbsentNumber,
  type PatientName,
  readHeader,
  readOrganization,
  readPatient,
  readStatus,
  receipt,
  type Totals,
  type UnscopedStatus,
} from './model.ts';

interface PatientSink {
  unscoped?(status: UnscopedStatus): void;
  status?(status: ClaimStatus): void;
}

/**
 * Reads the claims of one patient level, for any order of TRN, NM1, STC and REF. A second TRN or a different REF*1K
 * begins another claim, but only when an STC follows it. Statuses without any number name no claim and are unscoped.
 */
class PatientLevel {
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
    this.patient = readPatient(nm1);
    this.level.about = readOrganization(nm1);
    if (this.claim !== undefined) this.claim.patient = this.patient;
  }

  /** Reads any TRN as the claim's number, because senders confuse types 1 and 2. */
  trace(trn: Segment): void {
    this.claimFor(trn, this.claim?.hasTrace ?? false).trace(trn);
  }

  status(stc: Segment): void {
    const claim = this.claimFor(stc);
    if (claim.line === undefined) claim.add(readStatus(stc));
    else claim.describe(stc);
    this.settle();
  }

  refer(ref: Segment): void {
    if (ofLine.has(ref)) this.claim?.describe(ref);
    else this.claimFor(ref, this.claim?.isOther(ref) ?? false).refer(ref);
  }

  /** Reads any other segment that the claim or its line has. */
  describe(segment: Segment): void {
    if (ofClaim.has(segment) || ofLine.has(segment)) this.claimFor(segment).describe(segment);
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

/** Receives the typed parts of one 277CA in file order. */
export interface ClaimAcknowledgmentSink {
  /** Header, source, receiver and batch, before the first status. */
  acknowledgment?(acknowledgment: ClaimAcknowledgment): void;
  unscoped?(status: UnscopedStatus): void;
  status?(status: ClaimStatus): void;
  /** End of a billing provider. */
  provider?(totals: Totals): void;
  /** End of the batch of the last acknowledgment. */
  batch?(): void;
  end?(trailer: Trailer): void;
}

/**
 * Reads the typed parts of one 277CA. A segment belongs to the level of the last HL, even where the guide does not
 * allow it, because payers send levels that the guide lacks. Where an HL is missing, an NM1 begins the level.
 */
export const claimAcknowledgmentConsumer = (sink: ClaimAcknowledgmentSink): SetConsumer =>
  new ClaimAcknowledgmentBuilder(sink);

const id = {
  amt: pack('AMT'),
  bht: pack('BHT'),
  dtp: pack('DTP'),
  hl: pack('HL'),
  nm1: pack('NM1'),
  qty: pack('QTY'),
  ref: pack('REF'),
  stc: pack('STC'),
  svc: pack('SVC'),
  trn: pack('TRN'),
} as const;

const ofReceipt = anyOrderReader(guide277ca, '2200A', receipt);

/** NM101 by level: information source, receiver, billing provider, patient. */
const sources: ReadonlySet<string> = new Set(['PR', 'AY']);
const receivers: ReadonlySet<string> = new Set(['41']);
const providers: ReadonlySet<string> = new Set(['85', '1P']);
const persons: ReadonlySet<string> = new Set(['QC', 'IL', '03', '74', 'HK']);

class ClaimAcknowledgmentBuilder implements SetConsumer {
  private readonly sink: ClaimAcknowledgmentSink;
  private header: Header = { reference: '', position: { index: 0, offset: 0 } };
  private receipt = ofReceipt.empty();
  private source = new HierarchicalLevel('20', '');
  private receiver = new HierarchicalLevel('21', '');
  private provider = new HierarchicalLevel('19', '');
  /** Segments before the first level. */
  private readonly root = new HierarchicalLevel('', '');
  /** The current level: one of the four above or a patient level. */
  private open = this.root;
  private patient: PatientLevel | undefined;
  private isBegun = false;
  private hasReceiver = false;
  private hasProvider = false;
  private isSent = false;

  constructor(sink: ClaimAcknowledgmentSink) {
    this.sink = sink;
  }

  segment(): void {}

  every(segment: Segment): void {
    const { patient, open } = this;
    switch (segment.packedId) {
      case id.bht:
        this.header = readHeader(segment);
        break;
      case id.hl:
        this.startLevel(segment);
        break;
      case id.nm1:
        this.name(segment);
        break;
      case id.trn:
        this.trace(segment);
        break;
      case id.stc:
        if (patient === undefined) open.add(readStatus(segment));
        else patient.status(segment);
        break;
      case id.ref:
        if (patient === undefined) open.refer(segment);
        else patient.refer(segment);
        break;
      case id.dtp:
        if (patient === undefined) ofReceipt.read(this.receipt, segment);
        else patient.describe(segment);
        break;
      case id.svc:
        patient?.startLine(segment);
        break;
      case id.qty:
        if (patient === undefined) open.count(segment);
        else patient.describe(segment);
        break;
      case id.amt:
        if (patient === undefined) open.sum(segment);
        else patient.describe(segment);
        break;
    }
  }

  end(trailer: Trailer): void {
    if (this.isBegun || this.root.hasStatus) this.finishReceiver(trailer.present);
    this.sink.end?.(trailer);
  }

  private startLevel(hl: Segment): void {
    const hierarchy = hl.text(1);
    const code = hl.text(3).trim();
    if (code === '20') this.startSource(hierarchy);
    else if (code === '21') this.startReceiver(hierarchy);
    else if (code === '19') this.startProvider(hierarchy);
    else this.startPatient(code, hierarchy);
  }

  private startSource(hierarchy: string): void {
    if (this.isBegun) {
      this.finishReceiver();
      this.receipt = ofReceipt.empty();
    }
    this.isBegun = true;
    this.source = new HierarchicalLevel('20', hierarchy);
    this.open = this.source;
  }

  /** A set may have several batches, each with its own source or, against the guide, under one source. */
  private startReceiver(hierarchy: string): void {
    if (this.hasReceiver || this.isSent) this.finishReceiver();
    this.isBegun = true;
    this.hasReceiver = true;
    this.receiver = new HierarchicalLevel('21', hierarchy);
    this.open = this.receiver;
  }

  private startProvider(hierarchy: string): void {
    this.finishProvider();
    this.send();
    this.hasProvider = true;
    this.provider = new HierarchicalLevel('19', hierarchy);
    this.open = this.provider;
  }

  private startPatient(code: string, hierarchy: string): PatientLevel {
    this.finishPatient(true);
    this.send();
    this.sendUnscoped(this.provider);
    const { sink, provider } = this;
    this.open = new HierarchicalLevel(code, hierarchy);
    this.patient = new PatientLevel(this.open, provider, sink);
    return this.patient;
  }

  /** Emits header and batch once, when the level below begins or the set ends. */
  private send(): void {
    this.isBegun = true;
    if (this.isSent) return;
    this.isSent = true;
    const { header, source, receiver } = this;
    this.sink.acknowledgment?.({
      ...header,
      ...this.receipt,
      source: source.about,
      sourceTrace: source.trace,
      receiver: receiver.about,
      batch: receiver.trace,
      totals: receiver.totals(),
    });
    this.sendUnscoped(this.root);
    this.sendUnscoped(source);
    this.sendUnscoped(receiver);
  }

  private finishPatient(isComplete: boolean): void {
    this.patient?.finish(isComplete);
    this.patient = undefined;
  }

  private finishProvider(isComplete = true): void {
    this.finishPatient(isComplete);
    if (!this.hasProvider) return;
    this.hasProvider = false;
    this.sendUnscoped(this.provider);
    this.sink.provider?.(this.provider.totals());
  }

  /** @param isComplete false when the set ends inside the level without SE */
  private finishReceiver(isComplete = true): void {
    this.finishProvider(isComplete);
    this.send();
    this.isSent = false;
    this.hasReceiver = false;
    this.receiver = new HierarchicalLevel('21', '');
    this.provider = new HierarchicalLevel('19', '');
    this.sink.batch?.();
  }

  private sendUnscoped(level: HierarchicalLevel): void {
    for (const status of level.takeUnscoped()) this.sink.unscoped?.(status);
  }

  private name(nm1: Segment): void {
    const entity = nm1.text(1);
    const { patient } = this;
    if (persons.has(entity)) {
      (patient ?? this.startPatient('PT', this.open.hierarchy)).person(nm1);
      return;
    }
    if (patient !== undefined && !(providers.has(entity) && patient.hasStatus)) return;
    this.startLevelOf(entity);
    const isOther = this.open === this.provider && providers.has(entity);
    if (this.open !== this.root && (isOther || !this.open.isKnown)) this.open.about = readOrganization(nm1);
  }

  /** Opens a level without HL at its NM1, when the current level already has its name. */
  private startLevelOf(entity: string): void {
    const { open, root, source, provider } = this;
    if (open !== root && !open.isKnown) return;
    if (sources.has(entity) && open === root) this.startSource('');
    else if (receivers.has(entity) && (open === root || open === source)) this.startReceiver('');
    else if (providers.has(entity) && open !== provider) this.startProvider('');
  }

  private trace(trn: Segment): void {
    const { open, patient, receiver, provider } = this;
    const isOfClaim = trn.is(1, '2') && !isAbsentNumber(trn.text(2));
    const isAnswered = open === receiver && open.trace !== undefined && open.hasStatus;
    if (patient !== undefined) patient.trace(trn);
    else if (isOfClaim && (open === provider || isAnswered))
      this.startPatient('PT', open.hierarchy).trace(trn);
    else open.trace = trn.text(2);
  }
}
