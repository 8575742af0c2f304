import type { Buffer } from 'node:buffer';
import { shortDate } from '../envelope/envelope-header.ts';
import { type InterchangeEnvelope, type WriterOptions, X12Writer } from '../writer/writer.ts';
import type { InterchangeVerdict } from './verdict-collector.ts';

/** Writes an interchange with a TA1 and no group, the response to one ISA. */
export function writeTa1(
  envelope: InterchangeEnvelope,
  { interchange, code, note }: Pick<InterchangeVerdict, 'interchange' | 'code' | 'note'>,
  options: WriterOptions,
): Buffer {
  const writer = new X12Writer(options);
  writer.interchange(envelope);
  const [date = '', time = ''] = [interchange.elements[9], interchange.elements[10]];
  const number = interchange.controlNumber.replace(/\D/g, '').slice(-9).padStart(9, '0');
  writer.segment(
    'TA1',
    number,
    shortDate(date) === undefined ? '000101' : date,
    /^([01]\d|2[0-3])[0-5]\d$/.test(time) ? time : '0000',
    code,
    note,
  );
  writer.endInterchange();
  return writer.bytes();
}
