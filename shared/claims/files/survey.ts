import { createHash } from 'node:crypto';
import type { FileListener, GroupHeader, InterchangeHeader, SetContext } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { type Finding, responseFor } from '#x12/findings/finding.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import type { GuideHeader, GuideSpec } from '#x12/guide/guide.ts';
import { header277ca, header835, header837p, header999 } from '#x12/guides/headers.ts';
import { VerdictCollector, type VerdictSink } from '#x12/outbound/verdict-collector.ts';
import { type FileFindings, FindingTally, fileReasonOf } from '../claims/finding.ts';
import type { AcknowledgedInterchanges } from './acknowledged-interchanges.ts';
import { type FileCounts, type FileKind, type FileReason, maxReasons } from './file.ts';
import {
  AcknowledgmentEnvelopes,
  holdsStrictSets,
  type KindSurvey,
  noClaims,
  type PayerProfiles,
  type SetPosition,
  SoundSets,
  type SurveyedClaims,
  type SurveyedKind,
} from './sound-sets.ts';

/** What recognizes the transaction sets that files are read for. */
const headers: readonly GuideHeader[] = [header837p, header835, header277ca, header999];

/** The first reading of a file met a transaction set of a kind that it was not given. */
export class UnloadedKind extends Error {
  /** ST01 and the name of the guide. */
  readonly guide: string;

  constructor(guide: string) {
    super(`The first reading has no guide ${guide}`);
    this.name = 'UnloadedKind';
    this.guide = guide;
  }
}

/** The result of the first reading of a file. */
export interface Survey extends SurveyedClaims {
  /** Guides for the second reading; those of kinds that the file does not hold describe no content. */
  readonly guides: readonly GuideSpec[];
  /** Lower-case hex. */
  readonly sha256: string;
  readonly size: number;
  /** Sound interchanges; only the first of many. */
  readonly interchanges: readonly SoundInterchange[];
  /** Kinds of the sound sets and interchanges. */
  readonly kinds: readonly FileKind[];
  /** Kinds of all sets and interchanges, also of those that their envelope rejects. */
  readonly heldKinds: readonly FileKind[];
  readonly counts: Pick<FileCounts, 'interchanges' | 'groups' | 'sets' | 'refused_sets'>;
  /** Why the file, or a part of it, cannot be processed. */
  readonly reasons: readonly FileReason[];
  /** Number of all reasons, of which `reasons` are the first. */
  readonly reasonCount: number;
  /** The 999 and TA1 of the interchanges that hold 837P. */
  readonly acknowledged?: AcknowledgedInterchanges | undefined;
  /** Findings of this reading, masked. */
  readonly findings: FileFindings;
  isSound(position: SetPosition): boolean;
  isSoundInterchange(header: Pick<InterchangeHeader, 'number'>): boolean;
  /** Digest of the claim results in an 835 or 277CA set; equal for equal results in any file. */
  digestOf(position: SetPosition): string;
}

export type SoundInterchange = Pick<
  InterchangeHeader,
  'number' | 'sender' | 'receiver' | 'controlNumber' | 'offset'
>;

/**
 * Reads a file for the first time: detects its kinds, checks its envelopes, and collects what the second reading needs.
 * Memory grows by some bytes for each set, however many findings it has.
 *
 * @param kindsFor returns the kinds that the file holds, from its first bytes
 * @throws UnloadedKind for a set of another kind that files are read for
 */
export async function survey(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  now: Date,
  kindsFor: (start: Uint8Array) => Promise<readonly SurveyedKind[]>,
  payers: PayerProfiles,
): Promise<Survey> {
  const hash = createHash('sha256');
  let opened: SurveyReading | undefined;
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
    opened ??= new SurveyReading(await kindsFor(chunk), now, payers);
    opened.write(chunk);
  }
  const reading = opened ?? new SurveyReading([], now, payers);
  reading.finish();
  return { sha256: hash.digest('hex'), size, ...reading.result(size) };
}

const chunkBytes = 65_536;
/** Interchanges that are compared with those of earlier files. */
const maxInterchanges = 100;
/** Findings of one set that the 999 reports. */
const maxFindingsOfSet = 2000;
/** A transaction set without a guide, and segments outside of all sets. */
const unreadEdits = new Set(['V144', 'V138']);

/** Gathers the facts of a {@link Survey} while the file is read. */
class SurveyReading implements FileListener {
  private readonly engine: X12Engine;
  private readonly verdicts: VerdictCollector;
  private readonly kinds: readonly SurveyedKind[];
  private readonly guides: readonly GuideSpec[];
  private readonly surveys: readonly KindSurvey[];
  private readonly envelopes: AcknowledgmentEnvelopes;
  private readonly tally = new FindingTally();
  private readonly reasons: FileReason[] = [];
  private reasonCount = 0;
  private readonly sound = new SoundSets();
  private readonly heldKinds = new Set<FileKind>();
  private readonly acknowledged: AcknowledgedInterchanges | undefined;
  private isTa1Open = false;
  private hasSoundTa1 = false;
  /** The kind of the open set; undefined for one that is not read. */
  private kindOfSet: FileKind | undefined;
  /** The first sets of the open interchange and group. */
  private firstOfInterchange = 1;
  private firstOfGroup = 1;
  private readonly interchanges: SoundInterchange[] = [];
  private counts = { interchanges: 0, groups: 0, sets: 0 };
  private findingsOfSet = 0;
  private isReading = true;

  constructor(kinds: readonly SurveyedKind[], now: Date, payers: PayerProfiles) {
    this.kinds = kinds;
    this.envelopes = new AcknowledgmentEnvelopes(holdsStrictSets(kinds.map(({ kind }) => kind)));
    this.guides = headers.map((header) => guideOf(kinds, header));
    this.surveys = kinds.map((kind) => kind.open(now, payers));
    this.acknowledged = this.surveys.find(({ acknowledged }) => acknowledged !== undefined)?.acknowledged;
    this.verdicts = new VerdictCollector('fatal', this.sink());
    this.engine = new X12Engine({
      guides: this.guides,
      listeners: [
        this.verdicts,
        this.envelopes,
        this,
        ...this.surveys.flatMap(({ listener }) => listener ?? []),
      ],
      showValues: true,
      onFinding: (finding) => this.finding(this.envelopes.judge(finding)),
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

  private sink(): VerdictSink {
    const { acknowledged, sound } = this;
    return {
      group: (header) => {
        this.firstOfGroup = this.counts.sets + 1;
        acknowledged?.group(header);
      },
      set: (response) => {
        if (response.accepted && this.kindOfSet !== undefined) sound.accept(this.counts.sets, this.kindOfSet);
        acknowledged?.set(response);
      },
      endGroup: (group) => {
        if (group.response.acceptedCount === 0) sound.rejectFrom(this.firstOfGroup);
        acknowledged?.endGroup(group);
      },
      endInterchange: (verdict) => {
        if (verdict.code === 'R') this.rejectInterchange(verdict.interchange.number);
        else this.hasSoundTa1 ||= this.isTa1Open;
        acknowledged?.endInterchange(verdict);
      },
    };
  }

  private rejectInterchange(number: number): void {
    this.sound.rejectFrom(this.firstOfInterchange);
    this.sound.rejectInterchange(number);
  }

  interchange({ number, sender, receiver, controlNumber, offset }: InterchangeHeader): void {
    this.counts.interchanges++;
    this.firstOfInterchange = this.counts.sets + 1;
    this.isTa1Open = false;
    if (this.interchanges.length < maxInterchanges)
      this.interchanges.push({ number, sender, receiver, controlNumber, offset });
  }

  interchangeAcknowledgment(): void {
    this.isTa1Open = true;
    this.heldKinds.add('TA1');
  }

  group({ functionalId }: GroupHeader): void {
    this.counts.groups++;
    const isAcknowledged = functionalId === header837p.functionalId;
    if (isAcknowledged && this.acknowledged === undefined) throw new UnloadedKind(header837p.name);
  }

  set(context: SetContext): undefined {
    this.unreadSet();
    const known = this.kinds.find(({ guide }) => guide === context.guide);
    if (known === undefined) throw new UnloadedKind(context.guide.name);
    this.kindOfSet = known.kind;
    this.heldKinds.add(known.kind);
  }

  unreadSet(): void {
    this.counts.sets++;
    this.findingsOfSet = 0;
    this.kindOfSet = undefined;
  }

  private finding(finding: Finding): void {
    const { value, ...withoutValue } = finding;
    for (const survey of this.surveys) survey.finding?.(withoutValue);
    this.tally.add(withoutValue);
    const isRejecting = finding.severity === 'fatal' || unreadEdits.has(finding.id);
    if (isRejecting && this.reasonCount++ < maxReasons) this.reasons.push(fileReasonOf(finding));
    const isIn999 = responseFor(finding) !== '277CA' && this.findingsOfSet++ < maxFindingsOfSet;
    if (isRejecting || isIn999) this.verdicts.finding(finding);
  }

  /** Everything of the survey but size and hash. */
  result(size: number) {
    const { sound, acknowledged } = this;
    const summary = sound.summary();
    const kinds = new Set(summary.kinds);
    if (this.hasSoundTa1) kinds.add('TA1');
    return {
      interchanges: this.interchanges.filter(({ number }) => sound.hasInterchange(number)),
      kinds: [...kinds],
      heldKinds: [...this.heldKinds],
      counts: { ...this.counts, refused_sets: this.counts.sets - summary.count },
      reasons: this.reasonsFor(size, kinds),
      reasonCount: Math.max(this.reasonCount, this.reasons.length),
      acknowledged,
      findings: this.tally.findings,
      guides: this.guides,
      ...claimsOf(this.surveys),
      isSound: (position: SetPosition) => sound.has(position),
      isSoundInterchange: ({ number }: { readonly number: number }) => sound.hasInterchange(number),
      digestOf: (position: SetPosition) =>
        this.surveys.map(({ digestOf }) => digestOf?.(position)).find((digest) => digest !== undefined) ?? '',
    };
  }

  private reasonsFor(size: number, kinds: ReadonlySet<FileKind>): readonly FileReason[] {
    if (size === 0) return [{ code: 'empty', message: 'The file is empty', byte_offset: 0 }];
    if (kinds.size > 0 || this.reasons.length > 0) return this.reasons;
    const message = 'The file holds no transaction set of a supported kind';
    return [{ code: 'nothing_to_apply', message, byte_offset: 0 }];
  }
}

function claimsOf(surveys: readonly KindSurvey[]): SurveyedClaims {
  for (const { claims } of surveys) {
    if (claims === undefined) continue;
    const { late, payerProfiles, profiles } = claims;
    return { late, payerProfiles, profiles, profileOf: (position) => claims.profileOf(position) };
  }
  return noClaims;
}

/** The guide of a loaded kind; for another one a guide without content, by which the engine recognizes its sets. */
const guideOf = (kinds: readonly SurveyedKind[], header: GuideHeader): GuideSpec =>
  kinds.find(({ guide }) => guide.name === header.name)?.guide ?? { ...header, children: [] };
