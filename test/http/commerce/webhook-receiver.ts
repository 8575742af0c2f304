import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedWebhook {
  readonly path: string;
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly event: any;
}

/** A receiver of webhooks on this machine. A path answers as `answers` says, 204 by default. */
export interface WebhookReceiver {
  readonly received: ReceivedWebhook[];
  answers: (webhook: ReceivedWebhook, response: ServerResponse) => void;
  url(path: string): string;
  at(path: string): readonly ReceivedWebhook[];
  stop(): void;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const webhook = {
      path: request.url ?? '',
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body,
      event: JSON.parse(body),
    };
    receiver.received.push(webhook);
    receiver.answers(webhook, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server on 127.0.0.1 has an address with a port.
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    received: [],
    answers: (_, response) => response.writeHead(204).end(),
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at: (path) => receiver.received.filter((webhook) => webhook.path === path),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** How many of the signatures are right for a secret, as a receiver of Standard Webhooks checks them. */
export function rightSignatures({ headers, body }: ReceivedWebhook, secret: string): number {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const right = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature === right).length;
}
