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

/** The verdict on one interchange, which TA1 and 999 report. */
export interface InterchangeVerdict {
  readonly interchange: InterchangeHeader;
  /** False for an interchange without ISA. */
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
 * Receives verdicts as soon as they are known, for files of any size. A group then comes without its sets, and an
 * interchange without its groups, because the sink already received them.
 */
export interface VerdictSink {
  group(header: GroupHeader): void;
  /** @param leftOut number of findings beyond {@link maxFindingsOfSet} */
  set(response: TransactionSetResponse, leftOut: number): void;
  endGroup(group: ReceivedGroup): void;
  endInterchange(verdict: InterchangeVerdict): void;
}

/** Maximum number of findings that a 999 reports per set. */
export const maxFindingsOfSet = 2000;

interface OpenGroup {
  readonly header: GroupHeader;
  readonly findings: Finding[];
  readonly sets: TransactionSetResponse[];
}

/**
 * Collects the verdict on each interchange. Register it as a listener of the engine and pass it the engine's findings: a
 * finding belongs to the open envelopes.
 */
export class VerdictCollector implements FileListener {
  readonly verdicts: InterchangeVerdict[] = [];
  private readonly policy: RejectionPolicy;
  private interchangeFindings: Finding[] = [];
  private groups: ReceivedGroup[] = [];
  private openGroup: OpenGroup | undefined;
  private setFindings: Finding[] | undefined;
  private isUnread = false;
  private leftOut = 0;
  private readonly sink: VerdictSink | undefined;

  /** @param sink receives the verdicts. Without it the collector keeps them */
  constructor(policy: RejectionPolicy = 'errors', sink?: VerdictSink) {
    this.policy = policy;
    this.sink = sink;
  }

  finding(finding: Finding): void {
    const response = responseFor(finding);
    if (response === 'TA1') this.addToInterchange(finding);
    if (response !== '999') return;
    const { codes = {} } = finding;
    if (codes.group !== undefined) this.openGroup?.findings.push(finding);
    if (codes.set !== undefined || finding.segmentIndex !== undefined) this.addToSet(finding);
  }

  /** Keeps the faults that TA105 can report: the first one and the first rejecting one. */
  private addToInterchange(finding: Finding): void {
    const { interchangeFindings, policy } = this;
    const rejectsInterchange = (one: Finding): boolean => isRejecting(one, policy);
    const isFirst = interchangeFindings.length === 0;
    if (isFirst || (rejectsInterchange(finding) && !interchangeFindings.some(rejectsInterchange))) {
      interchangeFindings.push(finding);
    }
  }

  /** A full set still takes the first rejecting finding and faults of ST and SE, because they decide its verdict. */
  private addToSet(finding: Finding): void {
    const { setFindings, policy } = this;
    if (setFindings === undefined) return;
    const isNeeded =
      finding.codes?.set !== undefined ||
      (isRejecting(finding, policy) && !setFindings.some((known) => isRejecting(known, policy)));
    if (setFindings.length < maxFindingsOfSet || isNeeded) setFindings.push(finding);
    else this.leftOut++;
  }

  interchange(): void {
    this.groups = [];
    // Findings of a repaired ISA come after this call. Earlier findings have no interchange.
    this.interchangeFindings = [];
  }

  group(header: GroupHeader): void {
    this.openGroup = { header, findings: [], sets: [] };
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
    const { setFindings = [], isUnread, policy, sink } = this;
    const response = transactionSetResponse(header, setFindings, { policy, isUnread });
    sink?.set(response, this.leftOut);
    this.openGroup?.sets.push(sink === undefined ? response : withoutErrors(response));
    this.setFindings = undefined;
    this.isUnread = false;
    this.leftOut = 0;
  }

  endGroup(header: GroupHeader, trailer: Trailer): void {
    const { openGroup } = this;
    if (openGroup === undefined) return;
    const { findings, sets } = openGroup;
    const group = { header, response: functionalGroupResponse(header, trailer, findings, sets, this.policy) };
    if (this.sink === undefined) this.groups.push(group);
    else this.sink.endGroup(group);
    this.openGroup = undefined;
  }

  endInterchange(interchange: InterchangeHeader): void {
    const rejection = this.interchangeFindings.find((finding) => isRejecting(finding, this.policy));
    const worst = rejection ?? this.interchangeFindings[0];
    // The engine reports a missing ISA before its interchange begins.
    const hasHeader = interchange.elements[16] !== '';
    const isRejected = !hasHeader || rejection !== undefined;
    const verdict: InterchangeVerdict = {
      interchange,
      hasHeader,
      code: isRejected ? 'R' : worst === undefined ? 'A' : 'E',
      note: worst?.codes?.interchange ?? '000',
      groups: isRejected ? this.groups.map(withRejectedGroup) : this.groups,
    };
    if (this.sink === undefined) this.verdicts.push(verdict);
    else this.sink.endInterchange(verdict);
  }
}

function withRejectedGroup({ header, response }: ReceivedGroup): ReceivedGroup {
  return { header, response: rejectedGroupResponse(response) };
}

const withoutErrorsByCode = new Map<string, TransactionSetResponse>();

/** Returns a set with its code only, which decides the verdict on its group: one object per code. */
function withoutErrors({ code, accepted }: TransactionSetResponse): TransactionSetResponse {
  let short = withoutErrorsByCode.get(code);
  if (short === undefined) {
    short = { set: '', controlNumber: '', implementation: '', code, accepted, errors: [], segments: [] };
    withoutErrorsByCode.set(code, short);
  }
  return short;
}
