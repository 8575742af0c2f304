import type {
  FileListener,
  GroupHeader,
  InterchangeHeader,
  SetContext,
  SetHeader,
  Trailer,
} from '../consumer.ts';
import { type Finding, responseFor } from '../finding.ts';
import type { GroupAcknowledgment, SetAcknowledgment } from './group-acknowledgment.ts';
import { groupAcknowledgment, type Refusal, refusedGroup, refuses, setAcknowledgment } from './judge.ts';

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
  private readonly refusal: Refusal;
  private interchangeFindings: Finding[] = [];
  private groups: GroupVerdict[] = [];
  private groupOpen: OpenGroup | undefined;
  private setFindings: Finding[] | undefined;
  private isUnread = false;

  constructor(refusal: Refusal = 'errors') {
    this.refusal = refusal;
  }

  finding(finding: Finding): void {
    const response = responseFor(finding);
    if (response === 'TA1') this.interchangeFindings.push(finding);
    if (response !== '999') return;
    const { codes = {} } = finding;
    if (codes.group !== undefined) this.groupOpen?.findings.push(finding);
    if (codes.set !== undefined || finding.segmentIndex !== undefined) this.setFindings?.push(finding);
  }

  interchange(): void {
    this.groups = [];
    // Findings of a repaired header come after this call, those of the file before it have no interchange.
    this.interchangeFindings = [];
  }

  group(header: GroupHeader): void {
    this.groupOpen = { header, findings: [], sets: [] };
  }

  set(_: SetContext): undefined {
    this.setFindings = [];
  }

  unreadSet(): void {
    this.setFindings = [];
    this.isUnread = true;
  }

  endSet(header: SetHeader): void {
    const { setFindings = [], isUnread, refusal } = this;
    this.groupOpen?.sets.push(setAcknowledgment(header, setFindings, { refusal, isUnread }));
    this.setFindings = undefined;
    this.isUnread = false;
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
    this.groups.push({ header, acknowledgment });
    this.groupOpen = undefined;
  }

  endInterchange(interchange: InterchangeHeader): void {
    const refused = this.interchangeFindings.find((finding) => refuses(finding, this.refusal));
    const worst = refused ?? this.interchangeFindings[0];
    // The fault of a missing ISA was reported before the interchange that stands in for it.
    const hasHeader = interchange.elements[16] !== '';
    const isRefused = !hasHeader || refused !== undefined;
    this.verdicts.push({
      interchange,
      hasHeader,
      code: isRefused ? 'R' : worst === undefined ? 'A' : 'E',
      note: worst?.codes?.interchange ?? '000',
      groups: isRefused ? this.groups.map(asRefused) : this.groups,
    });
  }
}

/** Nothing in an interchange that is refused is accepted. */
function asRefused({ header, acknowledgment }: GroupVerdict): GroupVerdict {
  return { header, acknowledgment: refusedGroup(acknowledgment) };
}
