import type {
  FileListener,
  GroupHeader,
  InterchangeHeader,
  SetContext,
  SetHeader,
  Trailer,
} from '../consumer.ts';
import type { Finding } from '../finding.ts';
import type { GroupAcknowledgment, SetAcknowledgment } from './group-acknowledgment.ts';
import { groupAcknowledgment, type Refusal, refuses, setAcknowledgment } from './judge.ts';

/** What is to be said of one interchange: its TA1, and one acknowledgment for each group. */
export interface InterchangeVerdict {
  readonly interchange: InterchangeHeader;
  /** False for a file that lacks its ISA. */
  readonly hasHeader: boolean;
  readonly code: 'A' | 'E' | 'R';
  /** TA105. */
  readonly note: string;
  readonly groups: readonly GroupVerdict[];
}

export interface GroupVerdict {
  readonly header: GroupHeader;
  readonly acknowledgment: GroupAcknowledgment;
}

/**
 * Takes verdicts as soon as they are made, for a file whose verdicts do not fit into memory. The collector then keeps
 * none: a group comes without its sets, an interchange without its groups, since both were handed over before.
 */
export interface VerdictSink {
  group(header: GroupHeader): void;
  /** `leftOut` findings of the set are not in the acknowledgment. */
  set(acknowledgment: SetAcknowledgment, leftOut: number): void;
  endGroup(verdict: GroupVerdict): void;
  endInterchange(verdict: InterchangeVerdict): void;
}

/** Findings of one set that are acknowledged. A set with more is beyond help. */
export const mostFindingsOfSet = 2000;

interface OpenGroup {
  readonly header: GroupHeader;
  readonly findings: Finding[];
  readonly sets: SetAcknowledgment[];
}

/**
 * Gathers what an engine reports, interchange by interchange. It is a listener of the engine, and is given the
 * engine's findings as well; a finding belongs to the envelopes that are open when it comes.
 */
export class VerdictCollector implements FileListener {
  readonly verdicts: InterchangeVerdict[] = [];
  private readonly maxSnip: number;
  private readonly refusal: Refusal;
  private interchangeFindings: Finding[] = [];
  private groups: GroupVerdict[] = [];
  private groupOpen: OpenGroup | undefined;
  private setFindings: Finding[] | undefined;
  private leftOut = 0;
  private readonly sink: VerdictSink | undefined;

  /** Findings of SNIP types above `maxSnip` are not reported in the 999. */
  constructor(maxSnip: number, refusal: Refusal = 'errors', sink?: VerdictSink) {
    this.maxSnip = maxSnip;
    this.refusal = refusal;
    this.sink = sink;
  }

  finding(finding: Finding): void {
    if (finding.snip > this.maxSnip) return;
    const { codes = {} } = finding;
    if (codes.interchange !== undefined) this.interchangeFindings.push(finding);
    if (codes.group !== undefined) this.groupOpen?.findings.push(finding);
    const isOfSet = codes.set !== undefined || finding.segmentIndex !== undefined;
    if (codes.interchange === undefined && isOfSet) this.addToSet(finding);
  }

  /** A full set still takes what decides its verdict: the first finding that refuses it, and faults of its envelope. */
  private addToSet(finding: Finding): void {
    const { setFindings, refusal } = this;
    if (setFindings === undefined) return;
    const isNeeded =
      finding.codes?.set !== undefined ||
      (refuses(finding, refusal) && !setFindings.some((known) => refuses(known, refusal)));
    if (setFindings.length < mostFindingsOfSet || isNeeded) setFindings.push(finding);
    else this.leftOut++;
  }

  interchange(): void {
    this.groups = [];
    // Findings of a repaired header come after this call, those of the file before it have no interchange.
    this.interchangeFindings = [];
  }

  group(header: GroupHeader): void {
    this.groupOpen = { header, findings: [], sets: [] };
    this.sink?.group(header);
  }

  set(_: SetContext): undefined {
    this.setFindings = [];
  }

  unreadSet(): void {
    this.setFindings = [];
  }

  endSet(header: SetHeader): void {
    const acknowledgment = setAcknowledgment(header, this.setFindings ?? [], this.refusal);
    this.sink?.set(acknowledgment, this.leftOut);
    this.groupOpen?.sets.push(this.sink === undefined ? acknowledgment : withoutContent(acknowledgment));
    this.setFindings = undefined;
    this.leftOut = 0;
  }

  endGroup(header: GroupHeader, trailer: Trailer): void {
    const { groupOpen } = this;
    if (groupOpen === undefined) return;
    const acknowledgment = groupAcknowledgment(
      header,
      trailer,
      groupOpen.findings,
      groupOpen.sets,
      this.refusal,
    );
    const verdict = { header, acknowledgment };
    if (this.sink === undefined) this.groups.push(verdict);
    else this.sink.endGroup(verdict);
    this.groupOpen = undefined;
  }

  endInterchange(interchange: InterchangeHeader): void {
    const refused = this.interchangeFindings.find((finding) => refuses(finding, this.refusal));
    const worst = refused ?? this.interchangeFindings[0];
    const verdict: InterchangeVerdict = {
      interchange,
      hasHeader: interchange.elements[16] !== '',
      code: worst === undefined ? 'A' : worst === refused ? 'R' : 'E',
      note: worst?.codes?.interchange ?? '000',
      groups: this.groups,
    };
    if (this.sink === undefined) this.verdicts.push(verdict);
    else this.sink.endInterchange(verdict);
  }
}

const withoutContents = new Map<string, SetAcknowledgment>();

/** Of a set that was handed over, its code is what a group is judged by; sets of one code are one object. */
function withoutContent({ code, accepted }: SetAcknowledgment): SetAcknowledgment {
  let short = withoutContents.get(code);
  if (short === undefined) {
    short = { set: '', controlNumber: '', implementation: '', code, accepted, errors: [], segments: [] };
    withoutContents.set(code, short);
  }
  return short;
}
