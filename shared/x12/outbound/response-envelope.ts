import type { GroupHeader, InterchangeHeader } from '../engine/consumer.ts';
import { interchangeQualifiers } from '../envelope/interchange-header-check.ts';
import type { GroupEnvelope, InterchangeEnvelope } from '../writer/writer.ts';

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
