import type {
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  SetHeader,
} from '../engine/consumer.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';
import { isCalendarDay, isoDate } from '../values/number-and-date.ts';

export function readInterchangeHeader(isa: SegmentCursor, number: number): InterchangeHeader {
  const elements = Array.from({ length: 17 }, (_, i) => isa.text(i).trimEnd());
  const at = (element: number) => elements[element] ?? '';
  return {
    number,
    offset: isa.offset,
    delimiters: isa.delimiters,
    elements,
    senderQualifier: at(5),
    sender: at(6),
    receiverQualifier: at(7),
    receiver: at(8),
    date: shortDate(at(9)) ?? at(9),
    time: clock(at(10)),
    version: at(12),
    controlNumber: at(13),
    acknowledgmentRequested: at(14) === '1',
    usage: at(15),
  };
}

const noText = { sender: '', receiver: '', date: '', time: '', version: '', controlNumber: '' };

/** Returns an empty header for an interchange without ISA. */
export function missingInterchangeHeader(first: SegmentCursor, number: number): InterchangeHeader {
  const { offset, delimiters } = first;
  const elements = Array.from({ length: 17 }, () => '');
  const isa = { senderQualifier: '', receiverQualifier: '', acknowledgmentRequested: false, usage: '' };
  return { number, offset, delimiters, elements, ...noText, ...isa };
}

export function readGroupHeader(gs: SegmentCursor, number: number): GroupHeader {
  return {
    number,
    offset: gs.offset,
    functionalId: gs.text(1).trimEnd(),
    sender: gs.text(2).trimEnd(),
    receiver: gs.text(3).trimEnd(),
    date: isoDate(gs.text(4)) ?? gs.text(4),
    time: clock(gs.text(5)),
    controlNumber: gs.text(6).trimEnd(),
    version: gs.text(8).trimEnd(),
  };
}

/** Returns an empty header for a group without GS. */
export function missingGroupHeader({ offset }: SegmentCursor, number: number): GroupHeader {
  return { number, offset, functionalId: '', ...noText };
}

export function readSetHeader(st: SegmentCursor, number: number, inFile: number): SetHeader {
  return {
    number,
    inFile,
    offset: st.offset,
    set: st.text(1).trimEnd(),
    controlNumber: st.text(2).trimEnd(),
    implementation: st.text(3).trimEnd(),
  };
}

export function readTa1(ta1: SegmentCursor): InterchangeAcknowledgment {
  return {
    offset: ta1.offset,
    controlNumber: ta1.text(1),
    date: shortDate(ta1.text(2)) ?? ta1.text(2),
    time: clock(ta1.text(3)),
    code: ta1.text(4),
    note: ta1.text(5),
  };
}

/** Returns YYMMDD as YYYY-MM-DD: 70 to 99 as 1970 to 1999. Undefined for any other text. */
export function shortDate(text: string): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const short = Number(text.slice(0, 2));
  const year = short >= 70 ? 1900 + short : 2000 + short;
  const [month, day] = [text.slice(2, 4), text.slice(4, 6)];
  return isCalendarDay(year, Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

/** Returns HHMM or HHMMSS with colons, and any other text unchanged. */
function clock(text: string): string {
  return /^\d{4}(\d\d){0,2}$/.test(text)
    ? `${text.slice(0, 2)}:${text.slice(2, 4)}${text.length > 4 ? `:${text.slice(4, 6)}` : ''}`
    : text;
}
