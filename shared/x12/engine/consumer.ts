import type { AcknowledgmentCodes, Finding, Repair, SituationalTrigger } from '../findings/finding.ts';
import type { GuideSpec, LoopSpec, SegmentSpec } from '../guide/guide.ts';
import type { Delimiters } from '../reader/delimiters.ts';
import type { Position, Segment } from '../reader/segment.ts';

export interface InterchangeHeader {
  /** Counted from 1 in the file. */
  readonly number: number;
  readonly offset: number;
  readonly delimiters: Delimiters;
  /** ISA01 to ISA16, index 1 to 16, blanks at the end cut off. */
  readonly elements: readonly string[];
  readonly senderQualifier: string;
  readonly sender: string;
  readonly receiverQualifier: string;
  readonly receiver: string;
  /** YYYY-MM-DD and HH:MM, or as sent when they are not a date and a time. */
  readonly date: string;
  readonly time: string;
  readonly version: string;
  readonly controlNumber: string;
  readonly acknowledgmentRequested: boolean;
  /** P or T, or as sent. */
  readonly usage: string;
}

export interface GroupHeader {
  readonly number: number;
  readonly offset: number;
  readonly functionalId: string;
  readonly sender: string;
  readonly receiver: string;
  readonly date: string;
  readonly time: string;
  readonly controlNumber: string;
  readonly version: string;
}

export interface SetHeader {
  /** Counted from 1 in the group. */
  readonly number: number;
  readonly offset: number;
  /** ST01, ST02, ST03. */
  readonly set: string;
  readonly controlNumber: string;
  readonly implementation: string;
}

/** A TA1 segment found between ISA and GS (or alone in its interchange). */
export interface InterchangeAcknowledgment {
  readonly offset: number;
  readonly controlNumber: string;
  readonly date: string;
  readonly time: string;
  readonly code: string;
  readonly note: string;
}

/** What closes a set, group or interchange: the trailer's own count and number beside what was counted. */
export interface Trailer {
  readonly present: boolean;
  readonly declaredCount: number | undefined;
  readonly count: number;
  readonly controlNumber: string;
}

/** A finding as a check reports it; the engine adds envelope, reference, text and masking. */
export interface FindingInput {
  /** An id of the edit catalogue, which gives SNIP type, severity and message. */
  readonly id: string;
  readonly at: Position;
  readonly severity?: Finding['severity'] | undefined;
  readonly snip?: Finding['snip'] | undefined;
  /** The implementation guide itself fixes what is wrong: an error of SNIP type 2 at most, whatever its edit says. */
  readonly isOfGuide?: boolean | undefined;
  readonly message?: string | undefined;
  readonly loop?: string | undefined;
  readonly segment?: string | undefined;
  readonly element?: number | undefined;
  readonly component?: number | undefined;
  readonly repetition?: number | undefined;
  readonly elementRef?: string | number | undefined;
  /** As sent; masked before it leaves the engine, unless values were asked for. */
  readonly value?: string | undefined;
  readonly patientControlNumber?: string | undefined;
  /** Value of the guide's business unit (CTX of a 999); the engine knows it. */
  readonly businessUnit?: string | undefined;
  readonly businessUnitName?: string | undefined;
  readonly codes?: AcknowledgmentCodes | undefined;
  /** What made the missing thing required, for the CTX of a 999. */
  readonly trigger?: SituationalTrigger | undefined;
  readonly repair?: Repair | undefined;
  readonly details?: Readonly<Record<string, string | number>> | undefined;
}

/** What a consumer of one transaction set is given. */
export interface SetContext {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  readonly set: SetHeader;
  readonly guide: GuideSpec;
  /** False when only typed results were asked for: claim-level checks are then left out. */
  readonly validating: boolean;
  report(finding: FindingInput): void;
}

/** Receives the matched segments of one transaction set, in file order. */
export interface SetConsumer {
  /** Every segment between ST and SE, before the guide is asked where it belongs: also one that fits nowhere. */
  every?(segment: Segment): void;
  /** A loop instance begins; `segment` is its trigger and comes again through {@link segment}. */
  enter?(loop: LoopNode, segment: Segment): void;
  segment(node: SegmentNode, segment: Segment): void;
  /** A loop instance is over, innermost first; it is not complete when the set broke off inside of it. */
  leave?(loop: LoopNode, isComplete: boolean): void;
  /** SE was read, or the set broke off (trailer.present is then false). */
  end?(trailer: Trailer): void;
}

/** What a listener is given to report with; findings get the envelopes that are open at the time. */
export interface FileContext {
  readonly validating: boolean;
  report(finding: FindingInput): void;
}

/** Follows the envelopes of a file; checks that span sets (file name rules, duplicates) live here. */
export interface FileListener {
  /** Before the first byte; what the listener reports later goes through this context. */
  begin?(context: FileContext): void;
  interchange?(header: InterchangeHeader): void;
  interchangeAcknowledgment?(ta1: InterchangeAcknowledgment, interchange: InterchangeHeader): void;
  group?(header: GroupHeader, interchange: InterchangeHeader): void;
  set?(context: SetContext): SetConsumer | undefined;
  /** A set that no guide reads; its segments are counted and passed over. */
  unreadSet?(header: SetHeader): void;
  endSet?(header: SetHeader, trailer: Trailer): void;
  endGroup?(header: GroupHeader, trailer: Trailer): void;
  endInterchange?(header: InterchangeHeader, trailer: Trailer): void;
  /** All bytes were read. */
  end?(totalBytes: number): void;
}

/** A loop of a compiled guide; one node however often the guide mentions the loop. */
export interface LoopNode {
  readonly spec: LoopSpec;
  readonly id: string;
  /** Index into tables made by {@link actions}. */
  readonly number: number;
}

export interface SegmentNode {
  readonly spec: SegmentSpec;
  readonly loopId: string;
  /** `2300/REF-G1`; for segments outside loops `/BHT`. */
  readonly path: string;
  readonly number: number;
}
