import type { X12Writer } from '../writer/writer.ts';

/** ISA and GS of a file with one functional group. */
export interface FileEnvelope {
  readonly senderQualifier: string;
  readonly sender: string;
  readonly receiverQualifier: string;
  readonly receiver: string;
  /** Date and time of ISA and GS, in UTC. */
  readonly moment: Date;
  readonly interchangeNumber: number;
  readonly groupNumber: number;
  /** P production, T test. */
  readonly usage: 'P' | 'T';
}

export function writeFileStart(
  writer: X12Writer,
  envelope: FileEnvelope,
  functionalId: string,
  version: string,
): void {
  const { sender, receiver, moment, interchangeNumber, groupNumber } = envelope;
  writer.interchange({ ...envelope, controlNumber: interchangeNumber });
  writer.group({ functionalId, sender, receiver, moment, controlNumber: groupNumber, version });
}

export function writeFileEnd(writer: X12Writer): void {
  writer.endGroup();
  writer.endInterchange();
}
