import type { Buffer } from 'node:buffer';
import type { GroupHeader, InterchangeHeader } from '../engine/consumer.ts';
import { shortDate } from '../envelope/envelope-header.ts';
import { interchangeQualifiers } from '../envelope/interchange-header-check.ts';
import type { UsedCharacters } from '../writer/spool.ts';
import {
  type GroupEnvelope,
  type InterchangeEnvelope,
  replaceMarks,
  type WriterOptions,
  X12Writer,
} from '../writer/writer.ts';
import { checkDelimiters, chooseDelimiters } from '../writer/writer-delimiters.ts';
import type { InterchangeVerdict } from './verdict-collector.ts';

/** Returns printable ASCII of at most `length` characters without blanks at either end, or `instead` when empty. */
export function printableText(text: string | undefined, length: number, instead = ''): string {
  const cut = (text ?? '')
    .replace(/[^ -~]/gu, '?')
    .trim()
    .slice(0, length)
    .trim();
  return cut === '' ? instead : cut;
}

/** Returns the envelope of a response: sender and receiver are swapped. */
export function responseEnvelope(
  inbound: InterchangeHeader,
  moment: Date,
  controlNumber: number,
): InterchangeEnvelope {
  return {
    senderQualifier: qualifier(inbound.receiverQualifier),
    sender: party(inbound.receiver),
    receiverQualifier: qualifier(inbound.senderQualifier),
    receiver: party(inbound.sender),
    moment,
    controlNumber,
    usage: inbound.usage === 'P' ? 'P' : 'T',
  };
}

/** GS02 and GS03. */
export type ApplicationCodes = Pick<GroupEnvelope, 'sender' | 'receiver'>;

/** Returns GS02 and GS03 of a response to a group, of 2 to 15 characters. */
export function responseApplicationCodes(inbound: GroupHeader): ApplicationCodes {
  return { sender: application(inbound.receiver), receiver: application(inbound.sender) };
}

function qualifier(text: string): string {
  return interchangeQualifiers.has(text) ? text : 'ZZ';
}

function party(text: string): string {
  return text.replace(/[^ -~]/gu, '?').slice(0, 15) || 'UNKNOWN';
}

function application(text: string): string {
  return party(text).trim().padEnd(2, '0');
}

/** A response to one interchange that waits on spools for its envelopes. */
export interface SpooledResponse {
  readonly used: UsedCharacters;
  /** Returns the whole file with marks in place of delimiters. */
  marked(envelope: InterchangeEnvelope): Iterable<string>;
}

/**
 * Returns the bytes of a response under an envelope. Throws X12Error (`not_writable`) when the data contains a delimiter
 * from the options.
 */
export function* responseBytes(
  { used, marked }: SpooledResponse,
  envelope: InterchangeEnvelope,
  { delimiters, lineEnd = '' }: WriterOptions,
): Generator<Buffer> {
  used.note(envelope.sender + envelope.receiver);
  if (delimiters !== undefined) checkDelimiters(delimiters, used);
  const chosen = delimiters ?? chooseDelimiters(used);
  for (const piece of marked(envelope)) yield replaceMarks(piece, chosen, lineEnd);
}

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
