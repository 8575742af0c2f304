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
import { type FileFindings, FindingTally, fileReasonOf } from '../claim/finding.ts';
import { ClaimFindings, type LateFindings } from '../intake/claim-findings.ts';
import { paymentDigest, statusDigest } from '../responses/engine/content-digest.ts';
import { type FileCounts, type FileKind, type FileReason, maxReasons } from './file.ts';
import { positionKey, type SetPosition, SoundSets } from './sound-sets.ts';

/** Guides of the transaction sets that files are read for. */
export const fileGuides: readonly GuideSpec[] = [guide837p, guide835, guide277ca, guide999];

/** The result of the first reading of a file. */
export interface Survey {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  /** Sound interchanges; only the first of many. */
  readonly interchanges: readonly SoundInterchange[];
  /** Kinds of the sound sets and interchanges. */
  readonly kinds: readonly FileKind[];
  readonly counts: Pick<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;
  /** Why the file, or a part of it, cannot be processed. */
  readonly reasons: readonly FileReason[];
  /** For the 999 and TA1 of each interchange that holds 837P. */
  readonly verdicts: readonly InterchangeVerdict[];
  /** Findings of this reading, masked. */
  readonly findings: FileFindings;
  readonly late: LateFindings;
  /** NM109 of all payers (2010BB). */
  readonly payers: readonly string[];
  /** GS03 of all groups with claims. */
  readonly receivers: readonly string[];
  isSound(position: SetPosition): boolean;
  isSoundInterchange(header: Pick<InterchangeHeader, 'number'>): boolean;
  payersOf(position: SetPosition): readonly string[];
  /** Digest of the claim results in an 835 or 277CA set; equal for equal results in any file. */
  digestOf(position: SetPosition): string;
}

export type SoundInterchange = Pick<
  InterchangeHeader,
  'number' | 'sender' | 'receiver' | 'controlNumber' | 'offset'
>;

/**
 * Reads a file for the first time: detects its kinds, checks its envelopes, and collects what the second reading needs.
 * Memory grows with the number of sets and findings, not with the size of the file.
 */
export async function survey(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  now: Date,
): Promise<Survey> {
  const hash = createHash('sha256');
  const reading = new SurveyReading(fileGuides, now);
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    reading.write(chunk);
  }
  reading.finish();
  return { sha256: hash.digest('hex'), size, ...reading.result(size) };
}

const kindOf = new Map<GuideSpec, FileKind>([
  [guide837p, '837P'],
  [guide835, '835'],
  [guide277ca, '277CA'],
  [guide999, '999'],
]);

/** Kinds of responses that are compared with an earlier one of the same numbers. */
const digests = new Map([
  [guide835, paymentDigest],
  [guide277ca, statusDigest],
]);

const chunkBytes = 65_536;
/** Interchanges that are compared with those of earlier files. */
const maxInterchanges = 100;
/** Findings of one set that the 999 reports. */
const maxFindingsOfSet = 2000;
/** NM109 has at most 80 characters; a longer one names no configured payer. */
const maxPayerIdLength = 80;
/** A transaction set without a guide, and segments outside of all sets. */
const unreadEdits = new Set(['V144', 'V138']);

/** Gathers the facts of a {@link Survey} while the file is read. */
class SurveyReading implements FileListener {
  private readonly engine: X12Engine;
  private readonly verdicts = new VerdictCollector('fatal');
  private readonly claims = new ClaimFindings();
  private readonly tally = new FindingTally();
  private readonly reasons: FileReason[] = [];
  private readonly kindsBySet = new Map<string, FileKind>();
  private readonly payers = new Map<string, Set<string>>();
  private readonly receivers = new Set<string>();
  private readonly digests = new Map<string, string>();
  private readonly interchangesWithTa1 = new Set<number>();
  private readonly interchanges: SoundInterchange[] = [];
  private counts = { interchanges: 0, groups: 0, sets: 0 };
  private findingsOfSet = 0;
  private isReading = true;

  constructor(guides: readonly GuideSpec[], now: Date) {
    const checks = claimListener({ checks: { now }, onClaim: () => this.claims.take() });
    this.engine = new X12Engine({
      guides,
      listeners: [
        this.verdicts,
        this,
        { ...checks, set: (context) => this.openClaims(context, checks) },
        { set: (context) => this.openResponse(context) },
      ],
      showValues: true,
      onFinding: (finding) => this.finding(finding),
    });
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; this.isReading && at < chunk.length; at += chunkBytes) {
      this.attempt(() => this.engine.write(chunk.subarray(at, at + chunkBytes)));
    }
  }

  finish(): void {
    if (this.isReading) this.attempt(() => this.engine.end());
  }

  /** Input that is not X12 stops the engine; the caller still hashes the rest. */
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
    if (this.interchanges.length < maxInterchanges)
      this.interchanges.push({ number, sender, receiver, controlNumber, offset });
  }

  interchangeAcknowledgment(_: unknown, { number }: InterchangeHeader): void {
    this.interchangesWithTa1.add(number);
  }

  group(): void {
    this.counts.groups++;
  }

  set(context: SetContext): undefined {
    this.unreadSet();
    const kind = kindOf.get(context.guide);
    if (kind !== undefined) this.kindsBySet.set(positionKey(context), kind);
  }

  unreadSet(): void {
    this.counts.sets++;
    this.findingsOfSet = 0;
  }

  private openClaims(context: SetContext, checks: FileListener) {
    const consumer = checks.set?.(context);
    if (consumer === undefined) return undefined;
    const payers = new Set<string>();
    const position = positionKey(context);
    this.payers.set(position, payers);
    this.receivers.add(context.group.receiver.slice(0, maxPayerIdLength));
    return this.claims.observe(combineConsumers([payerIds.consumer(payers), consumer]), position);
  }

  private openResponse(context: SetContext) {
    const position = positionKey(context);
    return digests.get(context.guide)?.(context, (digest) => this.digests.set(position, digest));
  }

  private finding(finding: Finding): void {
    const { value, ...withoutValue } = finding;
    this.claims.add(withoutValue);
    this.tally.add(withoutValue);
    const isRejecting = finding.severity === 'fatal' || unreadEdits.has(finding.id);
    if (isRejecting && this.reasons.length < maxReasons) this.reasons.push(fileReasonOf(finding));
    const isIn999 = responseFor(finding) !== '277CA' && this.findingsOfSet++ < maxFindingsOfSet;
    if (isRejecting || isIn999) this.verdicts.finding(finding);
  }

  /** Everything of the survey but size and hash. */
  result(size: number) {
    const { verdicts } = this.verdicts;
    const sound = new SoundSets(verdicts);
    const soundKinds = [...this.kindsBySet].flatMap(([position, kind]) => (sound.has(position) ? kind : []));
    const kinds = new Set(soundKinds);
    if ([...this.interchangesWithTa1].some((number) => sound.hasInterchange(number))) kinds.add('TA1');
    return {
      interchanges: this.interchanges.filter(({ number }) => sound.hasInterchange(number)),
      kinds: [...kinds],
      counts: { ...this.counts, refused_sets: this.counts.sets - soundKinds.length },
      reasons: this.reasonsFor(size, kinds),
      verdicts: verdicts.filter(({ groups }) => groups.some(holdsClaims)),
      findings: this.tally.findings,
      late: this.claims.lateFindings,
      receivers: [...this.receivers],
      payers: [...new Set([...this.payers.values()].flatMap((payers) => [...payers]))],
      isSound: (position: SetPosition) => sound.has(positionKey(position)),
      isSoundInterchange: ({ number }: { readonly number: number }) => sound.hasInterchange(number),
      digestOf: (position: SetPosition) => this.digests.get(positionKey(position)) ?? '',
      payersOf: (position: SetPosition) => [...(this.payers.get(positionKey(position)) ?? [])],
    };
  }

  private reasonsFor(size: number, kinds: ReadonlySet<FileKind>): readonly FileReason[] {
    if (size === 0) return [{ code: 'empty', message: 'The file is empty', byte_offset: 0 }];
    if (kinds.size > 0 || this.reasons.length > 0) return this.reasons;
    const message = 'The file holds no transaction set of a supported kind';
    return [{ code: 'nothing_to_apply', message, byte_offset: 0 }];
  }
}

const payerIds = compileHandlers<Set<string>>(guide837p, {
  segments: {
    '2010BB/NM1': (payers, segment) => {
      const id = segment.text(9);
      if (id.length <= maxPayerIdLength) payers.add(id);
    },
  },
});

const holdsClaims = ({ header }: ReceivedGroup) => header.functionalId === guide837p.functionalId;
