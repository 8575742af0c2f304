import type {
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  SetHeader,
} from '../engine/consumer.ts';

type Json = Readonly<Record<string, unknown>>;

export function interchangeJson(header: InterchangeHeader): Json {
  return {
    sender: header.sender,
    receiver: header.receiver,
    control_number: header.controlNumber,
    usage: header.usage,
    sender_qualifier: header.senderQualifier,
    receiver_qualifier: header.receiverQualifier,
    date: header.date,
    time: header.time,
    version: header.version,
  };
}

export function groupJson(header: GroupHeader): Json {
  return {
    functional_id: header.functionalId,
    version: header.version,
    control_number: header.controlNumber,
    sender: header.sender,
    receiver: header.receiver,
    date: header.date,
    time: header.time,
  };
}

export function setJson({ set, controlNumber, implementation }: SetHeader): Json {
  return {
    set,
    control_number: controlNumber,
    implementation: implementation === '' ? undefined : implementation,
  };
}

export function interchangeAcknowledgmentJson({
  controlNumber,
  date,
  time,
  code,
  note,
}: InterchangeAcknowledgment): Json {
  return { control_number: controlNumber, date, time, code, note };
}
