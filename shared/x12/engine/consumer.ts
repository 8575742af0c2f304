import type { Finding } from '../findings/finding.ts';
import type { GuideSpec, LoopSpec, SegmentSpec } from '../guide/guide.ts';
import type { Delimiters } from '../reader/delimiters.ts';
import type { Position, Segment } from '../reader/segment.ts';

export interface InterchangeHeader {
  /** From 1 in the file. */
  readonly number: number;
  readonly offset: number;
  readonly delimiters: Delimiters;
  /** ISA01 to ISA16 at index 1 to 16, without trailing blanks. */
  readonly elements: readonly string[];
  readonly senderQualifier: string;
  readonly sender: string;
  readonly receiverQualifier: string;
  readonly receiver: string;
  /** YYYY-MM-DD and HH:MM, or the text as sent if it is no date or time. */
  readonly date: string;
  readonly time: string;
  readonly version: string;
  readonly controlNumber: string;
  readonly acknowledgmentRequested: boolean;
  /** ISA15. */
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
  /** From 1 in the group. */
  readonly number: number;
  /** From 1 in the file. */
  readonly inFile: number;
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

/** A trailer of a set, group or interchange with the real count. */
export interface Trailer {
  readonly present: boolean;
  readonly declaredCount: number | undefined;
  readonly count: number;
  readonly controlNumber: string;
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/**
 * A finding as a check reports it. The engine adds envelopes, reference, business unit and message, and masks the value
 * unless showValues is set.
 */
export interface FindingInput
  extends Optional<Omit<Finding, 'id' | 'reference' | 'elementRef' | 'segmentIndex' | 'byteOffset'>> {
  /** Id in the edit catalog, which gives SNIP type, severity and message. */
  readonly id: string;
  readonly at: Position;
  /** True for a fault against the implementation guide itself, which is an error of SNIP type 1 or 2. */
  readonly isOfGuide?: boolean | undefined;
  readonly elementRef?: string | number | undefined;
}

/** Context of one transaction set. */
export interface SetContext {
  readonly interchange: InterchangeHeader;
  readonly group: GroupHeader;
  readonly set: SetHeader;
  readonly guide: GuideSpec;
  /** False when only typed results are wanted: checks are skipped. */
  readonly validating: boolean;
  report(finding: FindingInput): void;
}

/** Receives the matched segments of one transaction set, in file order. */
export interface SetConsumer {
  /** Called for every segment between ST and SE before matching, also for unknown ones. */
  every?(segment: Segment): void;
  /** A loop instance begins. {@link segment} also receives its trigger. */
  enter?(loop: LoopNode, segment: Segment): void;
  segment(node: SegmentNode, segment: Segment): void;
  /** A loop instance ends, innermost first. It is incomplete when the set ends inside it without SE. */
  leave?(loop: LoopNode, isComplete: boolean): void;
  /** The set ends, with SE or without (trailer.present). */
  end?(trailer: Trailer): void;
}

/** Context of a file. Reported findings get the envelopes that are open at the time. */
export interface FileContext {
  readonly validating: boolean;
  report(finding: FindingInput): void;
}

/** Receives the envelopes of a file. Checks across sets, such as duplicates, are listeners. */
export interface FileListener {
  /** Called before the first byte. */
  begin?(context: FileContext): void;
  interchange?(header: InterchangeHeader): void;
  interchangeAcknowledgment?(ta1: InterchangeAcknowledgment, interchange: InterchangeHeader): void;
  group?(header: GroupHeader, interchange: InterchangeHeader): void;
  set?(context: SetContext): SetConsumer | undefined;
  /** A set without a guide; its segments are only counted. */
  unreadSet?(header: SetHeader): void;
  endSet?(header: SetHeader, trailer: Trailer): void;
  endGroup?(header: GroupHeader, trailer: Trailer): void;
  endInterchange?(header: InterchangeHeader, trailer: Trailer): void;
  end?(totalBytes: number): void;
}

/** A loop of a compiled guide: one node for each loop id. */
export interface LoopNode {
  readonly spec: LoopSpec;
  readonly id: string;
  /** Index into compiled handlers. */
  readonly number: number;
}

export interface SegmentNode {
  readonly spec: SegmentSpec;
  readonly loopId: string;
  /** `2300/REF-G1`; `/BHT` outside all loops. */
  readonly path: string;
  readonly number: number;
}

/** Combines consumers into one that calls each in order. */
export function combineConsumers(all: readonly (SetConsumer | undefined)[]): SetConsumer {
  const consumers = all.filter((one) => one !== undefined);
  const [first, ...others] = consumers;
  if (first === undefined) return { segment() {} };
  if (others.length === 0) return first;
  return {
    every(segment) {
      for (const consumer of consumers) consumer.every?.(segment);
    },
    enter(loop, segment) {
      for (const consumer of consumers) consumer.enter?.(loop, segment);
    },
    segment(node, segment) {
      for (const consumer of consumers) consumer.segment(node, segment);
    },
    leave(loop, isComplete) {
      for (const consumer of consumers) consumer.leave?.(loop, isComplete);
    },
    end(trailer) {
      for (const consumer of consumers) consumer.end?.(trailer);
    },
  };
}
