import type { OutboxMessage } from './outbox.ts';
import { simulatedTypes } from './provider-events.ts';

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

export const listPage = (messages: readonly OutboxMessage[], total: number) =>
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

export function messagePage(message: OutboxMessage) {
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
      .map(([name, value]) => `<tr><th>${escaped(name)}<td>${escaped(value)}</tr>`)
      .join('')}</table>
<p>Simulate: ${buttons.join(' ')}</p>
${html === undefined ? '' : `<iframe sandbox srcdoc="${escaped(html)}"></iframe>`}<pre>${escaped(text)}</pre>`,
  );
}
