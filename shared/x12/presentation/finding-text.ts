import { type Finding, maskValue } from '../findings/finding.ts';
import type { Delimiters } from '../reader/delimiters.ts';
import { isKnownSegmentId } from '../reader/segment-bytes.ts';
import { membersOf } from './members.ts';

/** A finding with the member names of the command line and the API. */
export const findingJson = membersOf<Finding>(
  ...(['id', 'reference', 'snip', 'severity', 'message', 'interchange', 'group', 'transaction'] as const),
  ...(['loop', 'segment', 'segmentIndex', 'byteOffset', 'element', 'component', 'repetition'] as const),
  ...(['elementRef', 'value', 'valueMasked', 'patientControlNumber', 'businessUnit', 'codes'] as const),
  ...(['repair', 'details'] as const),
);

/** A segment as sent, without terminator. */
export interface SourceSegment {
  readonly text: string;
  readonly delimiters: Delimiters;
}

/** Maximum number of shown characters around the place of a finding. */
const maxShown = 100;

/**
 * A finding as text: message, place, the segment, and a caret under the element. `masked` hides letters and digits of the
 * data and of the claim number, but not delimiters and the segment id.
 */
export function findingText(finding: Finding, source: SourceSegment | undefined, masked: boolean): string {
  const { id, severity, message, repair, ...place } = masked ? maskedFinding(finding) : finding;
  const lines = [`${severity} ${id}: ${message}`, `  at ${printable(findingPlace(place))}`];
  if (source !== undefined) lines.push(...sourceLines(finding, source, masked));
  for (const [name, value] of Object.entries(finding.details ?? {}))
    lines.push(printable(`  ${name}: ${value}`));
  if (repair !== undefined)
    lines.push(`  read ${JSON.stringify(repair.before)} as ${JSON.stringify(repair.after)}`);
  return `${lines.join('\n')}\n`;
}

/** Returns envelopes, loop, segment, byte and claim of a finding. */
export function findingPlace(finding: Omit<Finding, 'id' | 'severity' | 'message' | 'repair'>): string {
  const { interchange, group, transaction, loop, segment, segmentIndex, byteOffset, element } = finding;
  const part = finding.component === undefined ? '' : `-${finding.component}`;
  const name =
    segment === undefined
      ? undefined
      : `${segment}${element === undefined ? '' : String(element).padStart(2, '0') + part}`;
  const parts = [
    interchange && `interchange ${interchange}`,
    group && `group ${group}`,
    transaction && `transaction ${transaction}`,
    loop && `loop ${loop}`,
    name,
    segmentIndex && `segment ${segmentIndex}`,
    `byte ${byteOffset}`,
    finding.patientControlNumber && `claim ${finding.patientControlNumber}`,
  ];
  return parts.filter((text) => text).join(', ');
}

function sourceLines(finding: Finding, source: SourceSegment, masked: boolean): string[] {
  const { text } = source;
  const { start, length } = spanOf(finding, source);
  const from = Math.max(0, Math.min(start - maxShown / 2, text.length - maxShown));
  const cut = text.slice(from, from + maxShown);
  const before = from > 0 ? '…' : '';
  const after = from + maxShown < text.length ? '…' : '';
  const line = printable(masked ? maskData(cut, from, segmentIdOf(source)) : cut);
  const width = Math.max(1, Math.min(length, from + maxShown - start));
  const caret = ' '.repeat(before.length + start - from) + '^'.repeat(width);
  const note = masked ? ['  (masked: letters are shown as A or a, digits as 9)'] : [];
  return [`  | ${before}${line}${after}`, `  | ${caret}`, ...note];
}

/** Returns the span of the element, component or repetition; without one, that of the segment id. */
function spanOf({ segment, element, component, repetition }: Finding, source: SourceSegment): Span {
  const { text, delimiters } = source;
  const id = segmentIdOf(source);
  const whole = { start: 0, length: id.length };
  // A missing segment has another id: point to the segment before which it belongs.
  if (element === undefined || (segment !== undefined && segment !== id)) return whole;
  const inElement = part({ start: 0, length: text.length }, text, delimiters.element, element);
  const repeated = delimiters.repetition === undefined || repetition === undefined ? undefined : repetition;
  const inRepetition =
    repeated === undefined ? inElement : part(inElement, text, delimiters.repetition ?? 0, repeated - 1);
  return component === undefined
    ? inRepetition
    : part(inRepetition, text, delimiters.component, component - 1);
}

function segmentIdOf({ text, delimiters }: SourceSegment): string {
  return text.slice(0, part({ start: 0, length: text.length }, text, delimiters.element, 0).length);
}

interface Span {
  readonly start: number;
  readonly length: number;
}

/** Returns the n-th part of a span, from 0; after the last one, an empty span at the end. */
function part({ start, length }: Span, text: string, separator: number, n: number): Span {
  const mark = String.fromCharCode(separator);
  const end = start + length;
  let from = start;
  for (let i = 0; i < n; i++) {
    const at = text.indexOf(mark, from);
    if (at < 0 || at >= end) return { start: end, length: 0 };
    from = at + 1;
  }
  const next = text.indexOf(mark, from);
  return { start: from, length: (next < 0 || next > end ? end : next) - from };
}

/** Masks everything after the segment id, and text in its place that is no id. */
function maskData(cut: string, from: number, id: string): string {
  const kept = isKnownSegmentId(id) ? Math.max(0, id.length - from) : 0;
  return cut.slice(0, kept) + maskValue(cut.slice(kept));
}

/** Replaces control characters, which would move the caret or the cursor. */
function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '·');
}

/**
 * Returns the finding with the data of claims masked: claim number, business unit, value, and a segment id that is none. Control
 * numbers and positions stay, because they find the place.
 */
export function maskedFinding(finding: Finding): Finding {
  const { segment, value, patientControlNumber, businessUnit, repair } = finding;
  return {
    ...finding,
    ...(segment !== undefined && { segment: isKnownSegmentId(segment) ? segment : maskValue(segment) }),
    ...(value !== undefined && { value: maskValue(value), valueMasked: true }),
    ...(patientControlNumber !== undefined && { patientControlNumber: maskValue(patientControlNumber) }),
    ...(businessUnit !== undefined && { businessUnit: maskValue(businessUnit) }),
    ...(repair !== undefined && {
      repair: { before: maskedHeader(repair.before), after: maskedHeader(repair.after) },
    }),
  };
}

/** Masks an ISA. Other repairs hold separators, blanks or the name of an encoding. */
const maskedHeader = (text: string): string =>
  text.startsWith('ISA') ? `ISA${maskValue(text.slice('ISA'.length))}` : text;
