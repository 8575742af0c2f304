import { createHash } from 'node:crypto';
import { claimListener } from '#x12/837p/build/claim-listener.ts';
import { combineConsumers } from '#x12/engine/combined-consumer.ts';
import type { FileListener, InterchangeHeader, SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { compileHandlers } from '#x12/engine/segment-handlers.ts';
import { type Finding, responseFor } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import type { GuideSpec } from '#x12/guide/guide.ts';
import { guide277ca } from '#x12/guides/277ca.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { guide999 } from '#x12/guides/999.ts';
import {
  type InterchangeVerdict,
  type ReceivedGroup,
  VerdictCollector,
} from '#x12/outbound/verdict-collector.ts';
import {
  type FileFindings,
  type FindingRecord,
  FindingTally,
  fileReasonOf,
  findingRecord,
  maxFindingsOfFile,
} from '../claim/finding.ts';
import { ClaimFindings, type LateFindings } from '../intake/claim-findings.ts';
import { positionKey, type SetPosition } from '../intake/set-position.ts';
import { statusDigest } from '../responses/claim-acknowledgment/status-digest.ts';
import { paymentDigest } from '../responses/remittance/payment-digest.ts';
import { type FileCounts, type FileKind, type FileReason, maxReasons } from './file.ts';

/** What is read from files. */
export const fileGuides: readonly GuideSpec[] = [guide837p, guide835, guide277ca, guide999];

const kindOf = new Map<GuideSpec, FileKind>([
  [guide837p, '837P'],
  [guide835, '835'],
  [guide277ca, '277CA'],
  [guide999, '999'],
]);

/** Answers whose numbers stand for what they say, once they have come. */
const digests = new Map([
  [guide835, paymentDigest],
  [guide277ca, statusDigest],
]);

/** An interchange whose envelope is sound. */
export type SoundInterchange = Pick<
  InterchangeHeader,
  'number' | 'sender' | 'receiver' | 'controlNumber' | 'offset'
>;

/** Interchanges of a file that are compared with those of earlier files. */
const mostInterchanges = 100;

/** What a first reading tells of a file. */
export interface Survey {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  /** Its sound interchanges, the first of them where there are many. */
  readonly interchanges: readonly SoundInterchange[];
  /** What is in its sound sets and interchanges. */
  readonly kinds: readonly FileKind[];
  readonly counts: Pick<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;
  /** Why parts of it, or all, cannot be processed. */
  readonly reasons: readonly FileReason[];
  /** Of the interchanges that hold 837P: what their 999 and TA1 say. */
  readonly verdicts: readonly InterchangeVerdict[];
  /** Findings of this reading, masked. */
  readonly findings: FileFindings;
  readonly late: LateFindings;
  /** NM109 of all payers (2010BB). */
  readonly payers: readonly string[];
  /** GS03 of all groups with claims. */
  readonly receivers: readonly string[];
  isSound(place: SetPosition): boolean;
  isSoundInterchange(header: Pick<InterchangeHeader, 'number'>): boolean;
  /** Those of one set. */
  payersOf(place: SetPosition): readonly string[];
  /** Digest of what an 835 or 277CA set says of claims. */
  digestOf(place: SetPosition): string;
}

/**
 * Reads a file once without keeping anything of its content: what it is, whether its envelopes are sound, and what
 * the second reading, which applies it, has to know beforehand. Memory grows with the number of sets and of faults,
 * not with the size.
 */
export async function survey(source: AsyncIterable<Uint8Array>, now: Date): Promise<Survey> {
  const hash = createHash('sha256');
  const reading = new Reading(now);
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    reading.write(chunk);
  }
  reading.finish();
  return { sha256: hash.digest('hex'), size, ...reading.result(size) };
}

const step = 65_536;
/** Findings of one set that are acknowledged; a set with more is beyond help. */
const mostFindingsOfSet = 2000;

class Reading implements FileListener {
  private readonly engine: X12Engine;
  private readonly verdicts = new VerdictCollector('fatal');
  private readonly claims = new ClaimFindings();
  private readonly reasons: FileReason[] = [];
  private readonly kindsBySet = new Map<string, FileKind>();
  private readonly payers = new Map<string, Set<string>>();
  private readonly receivers = new Set<string>();
  private readonly contents = new Map<string, string>();
  private readonly interchangesWithTa1 = new Set<number>();
  private readonly interchanges: SoundInterchange[] = [];
  private counts = { interchanges: 0, groups: 0, sets: 0, refused_sets: 0 };
  private findingsOfSet = 0;
  private isReading = true;
  private readonly tally = new FindingTally();
  private readonly findings: FindingRecord[] = [];

  constructor(now: Date) {
    const checks = claimListener({ checks: { now }, onClaim: () => this.claims.take() });
    this.engine = new X12Engine({
      guides: fileGuides,
      listeners: [
        this.verdicts,
        this,
        { ...checks, set: (context) => this.claimSet(context, checks) },
        { set: (context) => this.answerSet(context) },
      ],
      showValues: true,
      onFinding: (finding) => this.finding(finding),
    });
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; this.isReading && at < chunk.length; at += step) {
      this.attempt(() => this.engine.write(chunk.subarray(at, at + step)));
    }
  }

  finish(): void {
    if (this.isReading) this.attempt(() => this.engine.end());
  }

  /** Input that is no X12 stops the engine; the rest is still hashed. */
  private attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof X12Error)) throw error;
      this.isReading = false;
      this.reasons.push({ code: 'not_x12', message: error.message, byte_offset: error.byteOffset });
    }
  }

  interchange({ number, sender, receiver, controlNumber, offset }: InterchangeHeader): void {
    this.counts.interchanges++;
    if (this.interchanges.length < mostInterchanges)
      this.interchanges.push({ number, sender, receiver, controlNumber, offset });
  }

  interchangeAcknowledgment(_: unknown, { number }: InterchangeHeader): void {
    this.interchangesWithTa1.add(number);
  }

  group(): void {
    this.counts.groups++;
  }

  set(context: SetContext): undefined {
    this.counts.sets++;
    this.findingsOfSet = 0;
    const kind = kindOf.get(context.guide);
    if (kind !== undefined) this.kindsBySet.set(positionKey(context), kind);
  }

  unreadSet(): void {
    this.counts.sets++;
    this.findingsOfSet = 0;
  }

  private claimSet(context: SetContext, checks: FileListener) {
    const consumer = checks.set?.(context);
    if (consumer === undefined) return undefined;
    const payers = new Set<string>();
    const name = positionKey(context);
    this.payers.set(name, payers);
    this.receivers.add(context.group.receiver.slice(0, longestPayerId));
    return this.claims.observe(combineConsumers([payerWatch.consumer(payers), consumer]), name);
  }

  private answerSet(context: SetContext) {
    const name = positionKey(context);
    return digests.get(context.guide)?.(context, (digest) => this.contents.set(name, digest));
  }

  private finding(finding: Finding): void {
    const { value, ...withoutValue } = finding;
    this.claims.add(withoutValue);
    this.tally.add(finding.severity);
    if (this.findings.length < maxFindingsOfFile) this.findings.push(findingRecord(withoutValue));
    const isRefusing = finding.severity === 'fatal' || notRead.has(finding.id);
    if (isRefusing && this.reasons.length < maxReasons) this.reasons.push(fileReasonOf(finding));
    const isTold = responseFor(finding) !== '277CA' && this.findingsOfSet++ < mostFindingsOfSet;
    if (isRefusing || isTold) this.verdicts.finding(finding);
  }

  result(size: number): Omit<Survey, 'sha256' | 'size'> {
    const judgement = new Judgement(this.verdicts.verdicts);
    const sound = [...this.kindsBySet].filter(([name]) => judgement.isSound(name));
    const kinds = new Set(sound.map(([, kind]) => kind));
    if ([...this.interchangesWithTa1].some((number) => judgement.isSoundInterchange(number)))
      kinds.add('TA1');
    return {
      interchanges: this.interchanges.filter(({ number }) => judgement.isSoundInterchange(number)),
      kinds: [...kinds],
      counts: { ...this.counts, refused_sets: this.counts.sets - sound.length },
      reasons: this.reasonsFor(size, kinds),
      verdicts: this.verdicts.verdicts.filter(({ groups }) => groups.some(holdsClaims)),
      findings: { first: this.findings, counts: this.tally.total },
      late: this.claims.lateFindings,
      receivers: [...this.receivers],
      payers: [...new Set([...this.payers.values()].flatMap((payers) => [...payers]))],
      isSound: (place) => judgement.isSound(positionKey(place)),
      isSoundInterchange: ({ number }) => judgement.isSoundInterchange(number),
      digestOf: (place) => this.contents.get(positionKey(place)) ?? '',
      payersOf: (place) => [...(this.payers.get(positionKey(place)) ?? [])],
    };
  }

  private reasonsFor(size: number, kinds: ReadonlySet<FileKind>): readonly FileReason[] {
    if (size === 0) return [{ code: 'empty', message: 'The file is empty', byte_offset: 0 }];
    if (kinds.size > 0 || this.reasons.length > 0) return this.reasons;
    const message = 'The file holds no transaction set that is read here';
    return [{ code: 'nothing_to_apply', message, byte_offset: 0 }];
  }
}

/** A transaction set that no guide reads, and segments outside of all sets: what is left of a torn interchange. */
const notRead = new Set(['V144', 'V138']);

const payerWatch = compileHandlers<Set<string>>(guide837p, {
  segments: {
    '2010BB/NM1': (payers, segment) => {
      const id = segment.text(9);
      if (id.length <= longestPayerId) payers.add(id);
    },
  },
});

/** NM109 has 80 characters; a longer text names no payer that is known here. */
const longestPayerId = 80;

const holdsClaims = ({ header }: ReceivedGroup) => header.functionalId === guide837p.functionalId;

/** Which sets and interchanges the verdicts leave standing. */
class Judgement {
  private readonly sound = new Set<string>();
  private readonly refusedInterchanges = new Set<number>();

  constructor(verdicts: readonly InterchangeVerdict[]) {
    for (const { interchange, code, groups } of verdicts) {
      if (code === 'R') this.refusedInterchanges.add(interchange.number);
      else for (const group of groups) this.addGroup(interchange.number, group);
    }
  }

  private addGroup(interchange: number, { header, response: acknowledgment }: ReceivedGroup): void {
    acknowledgment.sets.forEach(({ accepted }, i) => {
      if (accepted) this.sound.add(`${interchange}.${header.number}.${i + 1}`);
    });
  }

  isSound(name: string): boolean {
    return this.sound.has(name);
  }

  isSoundInterchange(number: number): boolean {
    return !this.refusedInterchanges.has(number);
  }
}
