import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

export interface Message {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Connections {
  /** Keeps connections; `false` opens one for this request. */
  readonly agent: Agent | false;
  /** How long a connection is unused before a server may close it as idle, in milliseconds. */
  readonly idleAfter: number;
}

const keptConnections: Connections = { agent: new Agent({ keepAlive: true }), idleAfter: 1_000 };

/**
 * Sends one HTTP request. Repeats it once, on a new connection, when the server closed an idle connection
 * at the moment the request went out: such a request never arrived. Every other failure is thrown, so a server that
 * breaks off while it works is not hidden.
 */
export function exchange(
  url: string,
  message: Message,
  connections: Connections = keptConnections,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: connections.agent,
      method: message.method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip', ...message.headers },
    });
    let idleFor = 0;
    let isAnswered = false;
    sent.once('socket', (socket) => {
      idleFor = performance.now() - (lastUsed.get(socket) ?? Number.POSITIVE_INFINITY);
    });
    sent.once('response', (response) => {
      isAnswered = true;
      receive(response).then(resolve, reject);
    });
    sent.on('error', (error) => {
      if (!isAnswered && idleFor >= connections.idleAfter && isClosedByServer(sent, error))
        resolve(exchange(url, message, { ...connections, agent: false }));
      else reject(error);
    });
    sent.end(message.payload);
  });
}

/** When each connection last carried a response. */
const lastUsed = new WeakMap<Socket, number>();

const isClosedByServer = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');

async function receive(response: IncomingMessage): Promise<Received> {
  const { socket } = response;
  const content = await buffer(response);
  lastUsed.set(socket, performance.now());
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2)
    headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
  const isCompressed = headers.get('content-encoding') === 'gzip' && content.length > 0;
  const text = (isCompressed ? gunzipSync(content) : content).toString();
  return { status: response.statusCode ?? 0, headers, text };
}
