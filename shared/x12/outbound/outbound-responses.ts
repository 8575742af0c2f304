import type { Buffer } from 'node:buffer';
import type { ProfessionalClaim } from '../837p/model/claim.ts';
import type { TransactionSetResponse } from '../999/functional-group-response.ts';
import type { FileListener, GroupHeader } from '../engine/consumer.ts';
import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides, type TransactionChecks, transactionListeners } from '../engine/transactions.ts';
import type { Finding } from '../findings/finding.ts';
import { guide837p } from '../guides/837p.ts';
import type { Spool } from '../writer/spool.ts';
import type { InterchangeEnvelope } from '../writer/writer.ts';
import { isTa1Due, type OutboundOptions } from './acknowledge.ts';
import {
  ClaimAcknowledgmentSpooler,
  type SpooledSets,
} from './claim-acknowledgment/claim-acknowledgment-spooler.ts';
import { RejectionReasons } from './claim-acknowledgment/rejection-reasons.ts';
import { delimited } from './delimited.ts';
import {
  ImplementationAcknowledgmentSpooler,
  type SpooledGroups,
} from './implementation-acknowledgment-spooler.ts';
import { responseEnvelope } from './response-envelope.ts';
import {
  type InterchangeVerdict,
  type ReceivedGroup,
  VerdictCollector,
  type VerdictSink,
} from './verdict-collector.ts';
import { writeTa1 } from './write-ta1.ts';

export const outboundKinds = ['TA1', '999', '277CA'] as const;
export type OutboundKind = (typeof outboundKinds)[number];

/** A piece of the answers to a file. An interchange of its own is written for each answer. */
export interface OutboundPiece {
  readonly kind: OutboundKind;
  readonly bytes: Buffer;
}

export interface OutboundResponseOptions extends OutboundOptions {
  /** Checks beyond the guide; what they find is answered claim by claim. */
  readonly checks: TransactionChecks;
  /** Which answers are written. Default: all. */
  readonly kinds?: ReadonlySet<OutboundKind>;
  /** A place for text that is kept until an interchange is over. */
  spool(): Spool;
}

/** What one interchange is answered with. */
interface InterchangeResponses {
  readonly verdict: InterchangeVerdict;
  readonly body999: SpooledGroups | undefined;
  readonly body277ca: SpooledSets | undefined;
}

/**
 * Reads a file and writes what its sender is to be informed of: for each interchange a TA1 where one is due, the 999,
 * and the 277CA over the claims of accepted sets. Memory does not grow with the file.
 */
export class OutboundResponses {
  /** Findings of severity error or fatal. */
  errors = 0;
  /** Findings that a 999 does not report, because their set has too many. */
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
    const content = transactionListeners({ claim: (claim) => this.claim(claim) }, checks);
    const claimSets: FileListener = {
      interchange: () => {
        this.isInterchangeOpen = true;
      },
      set: (context) => {
        if (context.guide === guide837p) this.of277ca.openSet(context);
        return undefined;
      },
    };
    this.engine = new X12Engine({
      guides: allGuides,
      listeners: [claimSets, this.collector, this.reasons.before, ...content, this.reasons.behind],
      showValues: true,
      onFinding: (finding) => this.finding(finding),
    });
  }

  /** The number that the next answer would have. */
  get nextControlNumber(): number {
    return this.controlNumber;
  }

  /** Reads the source and gives the answers in pieces. Throws X12Error when it is no X12. */
  async *pieces(source: Source): AsyncGenerator<OutboundPiece> {
    for await (const _ of feed(source, this.engine)) {
      for (const answer of this.waiting.splice(0)) yield* this.written(answer);
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

  private claim(claim: ProfessionalClaim): void {
    this.of277ca.claim(claim, this.reasons.take());
  }

  private sink(): VerdictSink {
    return {
      group: (header: GroupHeader) => {
        this.of999.group(header);
        this.of277ca.openGroup();
      },
      set: (acknowledgment: TransactionSetResponse, leftOut: number) => {
        this.leftOut += leftOut;
        this.of999.set(acknowledgment);
        this.of277ca.endSet(acknowledgment.accepted);
      },
      endGroup: ({ response: acknowledgment }: ReceivedGroup) => {
        this.of999.endGroup(acknowledgment);
        if (acknowledgment.acceptedCount === 0) this.of277ca.dropGroup();
      },
      endInterchange: (verdict: InterchangeVerdict) => {
        if (verdict.code === 'R') this.of277ca.drop();
        this.isInterchangeOpen = false;
        const body999 = this.of999.endInterchange();
        this.waiting.push({ verdict, body999, body277ca: this.of277ca.endInterchange() });
      },
    };
  }

  private *written({ verdict, body999, body277ca }: InterchangeResponses): Generator<OutboundPiece> {
    const { options, of999, of277ca } = this;
    const wants = (kind: OutboundKind): boolean => options.kinds?.has(kind) ?? true;
    const isRefused = verdict.code === 'R';
    const hasTa1 = isTa1Due(verdict, options);
    if (wants('TA1') && hasTa1) {
      yield { kind: 'TA1', bytes: writeTa1(this.envelope(verdict), verdict, options) };
    }
    // The groups of an interchange that a TA1 refuses were not taken in, so there is nothing to say of them.
    if (wants('999') && body999 !== undefined && !(isRefused && hasTa1)) {
      const envelope = this.envelope(verdict);
      body999.used.note(envelope.sender + envelope.receiver);
      for (const bytes of delimited(of999.marked(body999, envelope, isRefused), body999.used, options)) {
        yield { kind: '999', bytes };
      }
    }
    if (wants('277CA') && body277ca !== undefined) {
      const envelope = this.envelope(verdict);
      body277ca.used.note(envelope.sender + envelope.receiver);
      for (const bytes of delimited(of277ca.marked(body277ca, envelope), body277ca.used, options)) {
        yield { kind: '277CA', bytes };
      }
    }
  }

  private envelope({ interchange }: InterchangeVerdict): InterchangeEnvelope {
    return responseEnvelope(interchange, this.options.moment, this.controlNumber++);
  }
}
