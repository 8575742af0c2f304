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

/** Stands in for an ISA that the file does not have. */
export function missingInterchangeHeader(first: SegmentCursor, number: number): InterchangeHeader {
  return {
    number,
    offset: first.offset,
    delimiters: first.delimiters,
    elements: Array.from({ length: 17 }, () => ''),
    senderQualifier: '',
    sender: '',
    receiverQualifier: '',
    receiver: '',
    date: '',
    time: '',
    version: '',
    controlNumber: '',
    acknowledgmentRequested: false,
    usage: '',
  };
}

export function readGroupHeader(gs: SegmentCursor, number: number): GroupHeader {
  return {
    number,
    offset: gs.offset,
    functionalId: gs.text(1),
    sender: gs.text(2),
    receiver: gs.text(3),
    date: isoDate(gs.text(4)) ?? gs.text(4),
    time: clock(gs.text(5)),
    controlNumber: gs.text(6),
    version: gs.text(8),
  };
}

/** Stands in for a GS that the interchange does not have. */
export function missingGroupHeader(first: SegmentCursor, number: number): GroupHeader {
  const empty = { functionalId: '', sender: '', receiver: '', date: '', time: '', controlNumber: '' };
  return { number, offset: first.offset, ...empty, version: '' };
}

export function readSetHeader(st: SegmentCursor, number: number): SetHeader {
  return {
    number,
    offset: st.offset,
    set: st.text(1),
    controlNumber: st.text(2),
    implementation: st.text(3),
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

/** YYMMDD as YYYY-MM-DD; years from 70 on are of the last century. */
export function shortDate(text: string): string | undefined {
  if (!/^\d{6}$/.test(text)) return undefined;
  const short = Number(text.slice(0, 2));
  const year = short >= 70 ? 1900 + short : 2000 + short;
  const [month, day] = [text.slice(2, 4), text.slice(4, 6)];
  return isCalendarDay(year, Number(month), Number(day)) ? `${year}-${month}-${day}` : undefined;
}

/** HHMM… as HH:MM…, or the text as it is. */
function clock(text: string): string {
  return /^\d{4}(\d\d){0,2}$/.test(text)
    ? `${text.slice(0, 2)}:${text.slice(2, 4)}${text.length > 4 ? `:${text.slice(4, 6)}` : ''}`
    : text;
}
