import type { GroupHeader, InterchangeHeader } from '../engine/consumer.ts';
import { qualifiers } from '../reader/isa-check.ts';
import type { GroupEnvelope, InterchangeEnvelope } from '../writer/writer.ts';

/** Envelope of an acknowledgment: sender and receiver change places (999.md section 6.2). */
export function replyEnvelope(
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
export type Partners = Pick<GroupEnvelope, 'sender' | 'receiver'>;

/** Application codes of a group of the acknowledgment. GS02 and GS03 take 2 to 15 characters. */
export function replyPartners(inbound: GroupHeader): Partners {
  return { sender: application(inbound.receiver), receiver: application(inbound.sender) };
}

function qualifier(text: string): string {
  return qualifiers.has(text) ? text : 'ZZ';
}

function party(text: string): string {
  return text.replace(/[^ -~]/gu, '?').slice(0, 15) || 'UNKNOWN';
}

function application(text: string): string {
  return party(text).trim().padEnd(2, '0');
}
