import type { FunctionalGroupResponse, TransactionSetResponse } from '../999/functional-group-response.ts';
import type {
  FileListener,
  GroupHeader,
  InterchangeHeader,
  SetContext,
  SetHeader,
  Trailer,
} from '../engine/consumer.ts';
import { type Finding, responseFor } from '../findings/finding.ts';
import {
  functionalGroupResponse,
  isRejecting,
  type RejectionPolicy,
  rejectedGroupResponse,
  transactionSetResponse,
} from './group-response.ts';

/** What is to be said of one interchange: its TA1, and one acknowledgment for each group. */
export interface InterchangeVerdict {
  readonly interchange: InterchangeHeader;
  /** False for a file that lacks its ISA. */
  readonly hasHeader: boolean;
  readonly code: 'A' | 'E' | 'R';
  /** TA105. */
  readonly note: string;
  readonly groups: readonly ReceivedGroup[];
}

export interface ReceivedGroup {
  readonly header: GroupHeader;
  readonly response: FunctionalGroupResponse;
}

/**
 * Takes verdicts as soon as they are made, for a file whose verdicts do not fit into memory. The collector then keeps
 * none: a group comes without its sets, an interchange without its groups, since both were handed over before.
 */
export interface VerdictSink {
  group(header: GroupHeader): void;
  /** `leftOut` findings of the set are not in the acknowledgment. */
  set(acknowledgment: TransactionSetResponse, leftOut: number): void;
  endGroup(verdict: ReceivedGroup): void;
  endInterchange(verdict: InterchangeVerdict): void;
}

/** Findings of one set that are acknowledged. A set with more is beyond help. */
export const maxFindingsOfSet = 2000;

interface OpenGroup {
  readonly header: GroupHeader;
  readonly findings: Finding[];
  readonly sets: TransactionSetResponse[];
}

/**
 * Gathers what an engine reports, interchange by interchange. It is a listener of the engine, and is given the
 * engine's findings as well; a finding belongs to the envelopes that are open when it comes.
 */
export class VerdictCollector implements FileListener {
  readonly verdicts: InterchangeVerdict[] = [];
  private readonly refusal: RejectionPolicy;
  private interchangeFindings: Finding[] = [];
  private groups: ReceivedGroup[] = [];
  private groupOpen: OpenGroup | undefined;
  private setFindings: Finding[] | undefined;
  private isUnread = false;
  private leftOut = 0;
  private readonly sink: VerdictSink | undefined;

  /** With a sink, verdicts are handed over and not kept. */
  constructor(refusal: RejectionPolicy = 'errors', sink?: VerdictSink) {
    this.refusal = refusal;
    this.sink = sink;
  }

  finding(finding: Finding): void {
    const response = responseFor(finding);
    if (response === 'TA1') this.addToInterchange(finding);
    if (response !== '999') return;
    const { codes = {} } = finding;
    if (codes.group !== undefined) this.groupOpen?.findings.push(finding);
    if (codes.set !== undefined || finding.segmentIndex !== undefined) this.addToSet(finding);
  }

  /** One fault of the interchange is reported: the first that refuses it, else the first. */
  private addToInterchange(finding: Finding): void {
    const { interchangeFindings, refusal } = this;
    const isRefusing = (one: Finding): boolean => isRejecting(one, refusal);
    const isFirst = interchangeFindings.length === 0;
    if (isFirst || (isRefusing(finding) && !interchangeFindings.some(isRefusing))) {
      interchangeFindings.push(finding);
    }
  }

  /** A full set still takes what decides its verdict: the first finding that refuses it, and faults of its envelope. */
  private addToSet(finding: Finding): void {
    const { setFindings, refusal } = this;
    if (setFindings === undefined) return;
    const isNeeded =
      finding.codes?.set !== undefined ||
      (isRejecting(finding, refusal) && !setFindings.some((known) => isRejecting(known, refusal)));
    if (setFindings.length < maxFindingsOfSet || isNeeded) setFindings.push(finding);
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
    this.isUnread = true;
  }

  endSet(header: SetHeader): void {
    const { setFindings = [], isUnread, refusal, sink } = this;
    const acknowledgment = transactionSetResponse(header, setFindings, { refusal, isUnread });
    sink?.set(acknowledgment, this.leftOut);
    this.groupOpen?.sets.push(sink === undefined ? acknowledgment : withoutContent(acknowledgment));
    this.setFindings = undefined;
    this.isUnread = false;
    this.leftOut = 0;
  }

  endGroup(header: GroupHeader, trailer: Trailer): void {
    const { groupOpen } = this;
    if (groupOpen === undefined) return;
    const acknowledgment = functionalGroupResponse(
      header,
      trailer,
      groupOpen.findings,
      groupOpen.sets,
      this.refusal,
    );
    const verdict = { header, response: acknowledgment };
    if (this.sink === undefined) this.groups.push(verdict);
    else this.sink.endGroup(verdict);
    this.groupOpen = undefined;
  }

  endInterchange(interchange: InterchangeHeader): void {
    const refused = this.interchangeFindings.find((finding) => isRejecting(finding, this.refusal));
    const worst = refused ?? this.interchangeFindings[0];
    // The fault of a missing ISA was reported before the interchange that stands in for it.
    const hasHeader = interchange.elements[16] !== '';
    const isRefused = !hasHeader || refused !== undefined;
    const verdict: InterchangeVerdict = {
      interchange,
      hasHeader,
      code: isRefused ? 'R' : worst === undefined ? 'A' : 'E',
      note: worst?.codes?.interchange ?? '000',
      groups: isRefused ? this.groups.map(asRefused) : this.groups,
    };
    if (this.sink === undefined) this.verdicts.push(verdict);
    else this.sink.endInterchange(verdict);
  }
}

/** Nothing in an interchange that is refused is accepted. */
function asRefused({ header, response: acknowledgment }: ReceivedGroup): ReceivedGroup {
  return { header, response: rejectedGroupResponse(acknowledgment) };
}

const withoutContents = new Map<string, TransactionSetResponse>();

/** Of a set that was handed over, its code is what a group is judged by; sets of one code are one object. */
function withoutContent({ code, accepted }: TransactionSetResponse): TransactionSetResponse {
  let short = withoutContents.get(code);
  if (short === undefined) {
    short = { set: '', controlNumber: '', implementation: '', code, accepted, errors: [], segments: [] };
    withoutContents.set(code, short);
  }
  return short;
}
