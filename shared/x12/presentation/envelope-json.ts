import type {
  GroupHeader,
  InterchangeAcknowledgment,
  InterchangeHeader,
  SetHeader,
} from '../engine/consumer.ts';
import { type Json, membersOf } from './members.ts';

export const interchangeJson = membersOf<InterchangeHeader>(
  ...(['sender', 'receiver', 'controlNumber', 'usage', 'senderQualifier', 'receiverQualifier'] as const),
  ...(['date', 'time', 'version'] as const),
);

export const groupJson = membersOf<GroupHeader>(
  ...(['functionalId', 'version', 'controlNumber', 'sender', 'receiver', 'date', 'time'] as const),
);

export function setJson({ set, controlNumber, implementation }: SetHeader): Json {
  return { set, control_number: controlNumber, implementation: implementation || undefined };
}

export const interchangeAcknowledgmentJson = membersOf<InterchangeAcknowledgment>(
  ...(['controlNumber', 'date', 'time', 'code', 'note'] as const),
);
