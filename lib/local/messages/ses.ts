import * as z from 'zod';
import { ServiceError } from '../control-plane/operation.ts';
import type { RestRoute } from '../control-plane/rest.ts';
import type { Outbox, OutboxMessage } from './outbox.ts';
import type { SimulatedType } from './provider-events.ts';

const content = z.object({ Data: z.string() });
const sendSchema = z.object({
  FromEmailAddress: z.string(),
  Destination: z.object({ ToAddresses: z.array(z.string()).length(1) }),
  ReplyToAddresses: z.array(z.string()).optional(),
  EmailTags: z.array(z.object({ Name: z.string(), Value: z.string().regex(/^[\w.@-]{1,256}$/) })).default([]),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Html: content.optional(), Text: content.optional() }),
      Headers: z.array(z.object({ Name: z.string(), Value: z.string() })).default([]),
    }),
  }),
});

/** Local parts of the mailbox simulator of SES, and the events that they cause. */
const simulator: Readonly<Record<string, readonly SimulatedType[]>> = {
  success: ['send', 'delivery'],
  bounce: ['send', 'bounce'],
  complaint: ['send', 'delivery', 'complaint'],
};

export type Publish = (message: OutboxMessage, type: SimulatedType) => void;

/** SendEmail of Amazon SES (API v2), including the addresses of its mailbox simulator. */
export const sesRoutes = (outbox: Outbox, publish: Publish): readonly RestRoute[] => [
  {
    method: 'POST',
    path: '/v2/email/outbound-emails',
    handle: ({ body }) => {
      const { data, error } = sendSchema.safeParse(body);
      if (data === undefined) throw new ServiceError('BadRequestException', z.prettifyError(error));
      const [to = ''] = data.Destination.ToAddresses;
      if (!/^[^\s@]+@[^\s@]+$/.test(to)) throw new ServiceError('BadRequestException', 'Invalid address');
      const { Subject, Body, Headers } = data.Content.Simple;
      const { message, isNew } = outbox.add({
        channel: 'email',
        from: data.FromEmailAddress,
        to,
        ...(data.ReplyToAddresses && { reply_to: data.ReplyToAddresses }),
        subject: Subject.Data,
        ...(Body.Html && { html: Body.Html.Data }),
        ...(Body.Text && { text: Body.Text.Data }),
        headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
        tags: Object.fromEntries(data.EmailTags.map(({ Name, Value }) => [Name, Value])),
      });
      const [name = '', domain] = to.split('@');
      if (isNew && domain === 'simulator.amazonses.com')
        for (const type of simulator[name.split('+')[0] ?? ''] ?? []) publish(message, type);
      return { body: { MessageId: message.id } };
    },
  },
];
