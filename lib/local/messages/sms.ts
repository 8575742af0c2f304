import * as z from 'zod';
import { type Operations, operation, ServiceError } from '../control-plane/operation.ts';
import type { Outbox } from './outbox.ts';

const sendSchema = z.object({
  DestinationPhoneNumber: z.string().regex(/^\+[1-9]\d{6,14}$/),
  OriginationIdentity: z.string(),
  MessageBody: z.string().min(1).max(1600),
  MessageType: z.enum(['TRANSACTIONAL', 'PROMOTIONAL']).optional(),
  Context: z.record(z.string(), z.string()).default({}),
});

/** SendTextMessage of AWS End User Messaging SMS. Phones that have replied STOP are refused. */
export const smsVoice = (outbox: Outbox): Operations => ({
  SendTextMessage: operation(sendSchema, (input) => {
    const { DestinationPhoneNumber: to, OriginationIdentity: from, MessageBody: text, Context: tags } = input;
    if (outbox.isOptedOut(to))
      throw new ServiceError('ConflictException', 'DESTINATION_PHONE_NUMBER_OPTED_OUT', 409);
    const { message } = outbox.add({ channel: 'sms', from, to, text, headers: {}, tags });
    return { MessageId: message.id };
  }),
});
