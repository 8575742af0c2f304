import type { Buffer } from 'node:buffer';
import { LevelTracker, type OpenLevel, type SharedLevel } from '../837p/build/level-tracker.ts';
import type { FileListener } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides, type TransactionChecks, transactionListeners } from '../engine/transactions.ts';
import { type Finding, type ReportingResponse, responseFor } from '../findings/finding.ts';
import { guide837p } from '../guides/837p.ts';
import type { Spool } from '../writer/spool.ts';
import type { InterchangeEnvelope } from '../writer/writer.ts';
import { isTa1Due, type OutboundOptions } from './acknowledge.ts';
import { ClaimAcknowledgmentSpooler } from './claim-acknowledgment/claim-acknowledgment-spooler.ts';
import { maxReasonsOfClaim, type Rejection } from './claim-acknowledgment/claim-statuses.ts';
import type { RejectionReason } from './claim-acknowledgment/status-codes.ts';
import { ImplementationAcknowledgmentSpooler } from './implementation-acknowledgment-spooler.ts';
import { responseBytes, responseEnvelope, type SpooledResponse, writeTa1 } from './response-envelope.ts';
import { type InterchangeVerdict, VerdictCollector, type VerdictSink } from './verdict-collector.ts';

/**
 * Collects the errors of a file by claim, hierarchical level, set and envelope. A claim is rejected for its own errors
 * and for those of its patient, subscriber, billing provider, set and envelopes.
 */
class RejectionReasons {
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

export type OutboundKind = ReportingResponse;
export const outboundKinds: readonly OutboundKind[] = ['TA1', '999', '277CA'];

/** A part of a response. Each response has its own interchange. */
export interface OutboundPiece {
  readonly kind: OutboundKind;
  readonly bytes: Buffer;
}

export interface OutboundResponseOptions extends OutboundOptions {
  /** Checks beyond the guide. The 277CA reports their findings. */
  readonly checks: TransactionChecks;
  /** Which responses are written. Default: all. */
  readonly kinds?: ReadonlySet<OutboundKind>;
  /** Returns an empty spool for text that waits until its interchange ends. */
  spool(): Spool;
}

/** The responses to one interchange. */
interface InterchangeResponses {
  readonly verdict: InterchangeVerdict;
  readonly of999: SpooledResponse | undefined;
  readonly of277ca: SpooledResponse | undefined;
}

/**
 * Writes the responses to a received file in constant memory: for each interchange a TA1 where one is due, the 999, and
 * the 277CA for the claims of accepted sets.
 */
export class OutboundResponses {
  /** Number of findings of severity error or fatal. */
  errors = 0;
  /** Number of findings beyond the limit of a 999 set. */
  leftOut = 0;
  private readonly options: OutboundResponseOptions;
  private readonly reasons = new RejectionReasons();
  private readonly of999: ImplementationAcknowledgmentSpooler;
  private readonly of277ca: ClaimAcknowledgmentSpooler;
  private readonly collector: VerdictCollector;
  private readonly engine: X12Engine;
  private readonly waiting: InterchangeResponses[] = [];
  private isInterchangeOpen = false;
  private controlNumber: number;

  constructor(options: OutboundResponseOptions) {
    const { checks, moment, controlNumber } = options;
    this.options = options;
    this.controlNumber = controlNumber;
    this.of999 = new ImplementationAcknowledgmentSpooler(() => options.spool());
    const spools = { claims: options.spool(), providers: options.spool(), sets: options.spool() };
    this.of277ca = new ClaimAcknowledgmentSpooler(spools, moment);
    this.collector = new VerdictCollector('errors', this.sink());
    const handlers = transactionListeners(
      { claim: (claim) => this.of277ca.claim(claim, this.reasons.take()) },
      checks,
    );
    const claimSets: FileListener = {
      interchange: () => {
        this.isInterchangeOpen = true;
      },
      set: (context) => {
        if (context.guide === guide837p) this.of277ca.openSet(context);
        return undefined;
      },
    };
    const { before, behind } = this.reasons;
    this.engine = new X12Engine({
      guides: allGuides,
      listeners: [claimSets, this.collector, before, ...handlers, behind],
      showValues: true,
      onFinding: (finding) => this.finding(finding),
    });
  }

  /** Control number of the next response. */
  get nextControlNumber(): number {
    return this.controlNumber;
  }

  /** Reads the source and yields the responses. Throws X12Error for input that is not X12. */
  async *pieces(source: Source): AsyncGenerator<OutboundPiece> {
    for await (const _ of feed(source, this.engine)) {
      for (const responses of this.waiting.splice(0)) yield* this.written(responses);
      if (this.isInterchangeOpen) continue;
      this.of999.clear();
      this.of277ca.clear();
    }
  }

  private finding(finding: Finding): void {
    if (finding.severity === 'fatal' || finding.severity === 'error') this.errors++;
    this.collector.finding(finding);
    this.reasons.add(finding);
  }

  private sink(): VerdictSink {
    return {
      group: (header) => {
        this.of999.group(header);
        this.of277ca.openGroup();
      },
      set: (response, leftOut) => {
        this.leftOut += leftOut;
        this.of999.set(response);
        this.of277ca.endSet(response.accepted);
      },
      endGroup: ({ response }) => {
        this.of999.endGroup(response);
        if (response.acceptedCount === 0) this.of277ca.dropGroup();
      },
      endInterchange: (verdict) => {
        const isRejected = verdict.code === 'R';
        if (isRejected) this.of277ca.drop();
        this.isInterchangeOpen = false;
        const of999 = this.of999.endInterchange(isRejected);
        this.waiting.push({ verdict, of999, of277ca: this.of277ca.endInterchange() });
      },
    };
  }

  private *written({ verdict, of999, of277ca }: InterchangeResponses): Generator<OutboundPiece> {
    const { options } = this;
    const isWanted = (kind: OutboundKind): boolean => options.kinds?.has(kind) ?? true;
    const hasTa1 = isTa1Due(verdict, options);
    if (isWanted('TA1') && hasTa1) {
      yield { kind: 'TA1', bytes: writeTa1(this.envelope(verdict), verdict, options) };
    }
    // The TA1 already rejects all groups of the interchange.
    if (isWanted('999') && !(verdict.code === 'R' && hasTa1)) yield* this.response('999', verdict, of999);
    if (isWanted('277CA')) yield* this.response('277CA', verdict, of277ca);
  }

  private *response(
    kind: OutboundKind,
    verdict: InterchangeVerdict,
    spooled: SpooledResponse | undefined,
  ): Generator<OutboundPiece> {
    if (spooled === undefined) return;
    for (const bytes of responseBytes(spooled, this.envelope(verdict), this.options)) yield { kind, bytes };
  }

  private envelope({ interchange }: InterchangeVerdict): InterchangeEnvelope {
    return responseEnvelope(interchange, this.options.moment, this.controlNumber++);
  }
}
