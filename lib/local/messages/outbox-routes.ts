import * as z from 'zod';
import { type Operations, operation, ServiceError } from '../control-plane/operation.ts';
import type { RestRequest, RestRoute } from '../control-plane/rest.ts';
import type { Outbox, OutboxMessage } from './outbox.ts';
import { simulatedTypes, smsReply } from './provider-events.ts';
import type { Publish } from './ses.ts';

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
        // Required keywords of AWS End User Messaging SMS; the number answers replies that begin with one.
        if (/^\s*(?:arret|cancel|end|opt-?out|quit|remove|stop|td|unsubscribe)\b/i.test(text))
          outbox.setOptedOut(from, true);
        if (/^\s*(?:start|unstop)\b/i.test(text)) outbox.setOptedOut(from, false);
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? found);

/** Messages come from brands and may hold any HTML, so the pages have no scripts. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; form-action 'self'",
  'X-Content-Type-Options': 'nosniff',
};

const page = (title: string, content: string) => ({
  headers,
  body: `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:15px system-ui;margin:2em;max-width:60em}td,th{text-align:left;padding:.2em 1em .2em 0}iframe{width:100%;height:30em}pre{white-space:pre-wrap}form{display:inline}</style>
<h1>${escaped(title)}</h1>${content}`,
});

const listPage = (messages: readonly OutboxMessage[], total: number) =>
  page(
    'Outbox',
    `<p>${total} messages; the newest ${messages.length} are shown. Nothing has left this machine.</p>
<form method="post" action="/local/outbox/replies">Reply of a phone: <input name="from" placeholder="+13035550142"> <input name="text" value="STOP"> <button>Send</button></form>
<table><tr><th>Time<th>To<th>Subject or text</tr>${messages
      .map(
        ({ id, at, to, subject, text = '' }) =>
          `<tr><td>${escaped(at)}<td>${escaped(to)}<td><a href="/local/outbox/${escaped(id)}">${escaped((subject ?? text).slice(0, 100))}</a></tr>`,
      )
      .join('')}</table>`,
  );

/** The content without its scripts. Links open in a new tab, because the frame shows nothing of another origin. */
const frameOf = (html: string): string =>
  `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escaped(`<base target="_blank">${html}`)}"></iframe>`;

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/)
    .map((part, index) =>
      index % 2 === 1
        ? `<a href="${escaped(part)}" target="_blank" rel="noopener">${escaped(part)}</a>`
        : escaped(part),
    )
    .join('');

function messagePage(message: OutboxMessage) {
  const { id, from, to, reply_to = [], subject, html, text = '' } = message;
  const facts = { From: from, To: to, 'Reply-To': reply_to.join(', '), ...message.headers, ...message.tags };
  const buttons = simulatedTypes.map(
    (type) =>
      `<form method="post" action="/local/outbox/${escaped(id)}/events"><button name="type" value="${type}">${type}</button></form>`,
  );
  return page(
    subject ?? 'Text message',
    `<p><a href="/local/outbox">Outbox</a></p>
<table>${Object.entries(facts)
      .map(([name, value]) => `<tr><th>${escaped(name)}<td>${withLinks(value)}</tr>`)
      .join('')}</table>
<p>Simulate: ${buttons.join(' ')}</p>
${html === undefined ? '' : frameOf(html)}<pre>${withLinks(text)}</pre>`,
  );
}
