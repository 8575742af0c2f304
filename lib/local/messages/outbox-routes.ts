import * as z from 'zod';
import type { RestRequest, RestRoute } from '../control-plane/rest.ts';
import { ServiceError } from '../control-plane/service-error.ts';
import type { Outbox, OutboxMessage } from './outbox.ts';
import { listPage, messagePage } from './outbox-page.ts';
import { simulatedTypes, smsReply } from './provider-events.ts';
import type { Publish } from './ses.ts';

const shownMessages = 200;
const maxListed = 20_000;

const eventInput = z.object({ type: z.enum(simulatedTypes) });
const replyInput = z.object({
  from: z.string().regex(/^\+[1-9]\d{6,14}$/),
  text: z.string().min(1).max(1600),
});

/**
 * The outbox at the address of the control plane: pages for people, JSON for tests. `POST /local/outbox/{id}/events` simulates an
 * event of a message, `POST /local/outbox/replies` a reply of a phone.
 */
export const outboxRoutes = (
  outbox: Outbox,
  publish: Publish,
  publishReply: (event: object) => void,
): readonly RestRoute[] => {
  const messageOf = (id: string): OutboxMessage => {
    const message = outbox.get(id);
    if (message === undefined) throw new ServiceError('NotFound', 'There is no such message', 404);
    return message;
  };
  return [
    {
      method: 'GET',
      path: '/local/outbox',
      handle: () => listPage(outbox.list({ limit: shownMessages }), outbox.size),
    },
    {
      method: 'GET',
      path: '/local/outbox.json',
      handle: ({ query }) => {
        const [to, campaign] = ['to', 'campaign'].map((name) => query.get(name) ?? undefined);
        const messages = outbox.list({
          limit: maxListed,
          ...(to !== undefined && { to }),
          ...(campaign !== undefined && { campaign }),
        });
        return { body: { total: outbox.size, messages } };
      },
    },
    {
      method: 'POST',
      path: '/local/outbox/replies',
      handle: (request) => {
        const { from, text } = inputOf(request, replyInput);
        const word = text.trim().toUpperCase();
        if (word === 'STOP') outbox.setOptedOut(from, true);
        if (word === 'START') outbox.setOptedOut(from, false);
        publishReply(smsReply(from, text));
        return { status: 303, headers: { Location: '/local/outbox' }, body: {} };
      },
    },
    {
      method: 'GET',
      path: '/local/outbox/{id}',
      handle: ({ parameter }) => messagePage(messageOf(parameter('id'))),
    },
    {
      method: 'POST',
      path: '/local/outbox/{id}/events',
      handle: (request) => {
        const message = messageOf(request.parameter('id'));
        publish(message, inputOf(request, eventInput).type);
        return { status: 303, headers: { Location: `/local/outbox/${message.id}` }, body: {} };
      },
    },
  ];
};

/** The input of a form or as JSON. */
function inputOf<Schema extends z.ZodType>(
  { headers, body, rawBody }: RestRequest,
  schema: Schema,
): z.infer<Schema> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const input = isForm ? Object.fromEntries(new URLSearchParams(rawBody.toString('utf8'))) : body;
  const { data, success, error } = schema.safeParse(input);
  if (success) return data;
  throw new ServiceError('ValidationException', z.prettifyError(error));
}
