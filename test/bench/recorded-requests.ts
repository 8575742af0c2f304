import { once } from 'node:events';
import { Agent, createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request to DynamoDB as it was sent. */
interface Recorded {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Recorder {
  readonly endpoint: string;
  /** Returns the requests since the last call. */
  take(): readonly Recorded[];
  stop(): Promise<void>;
}

/** Starts a proxy in front of an engine that records all requests. */
export async function startRecorder(engine: string): Promise<Recorder> {
  const agent = new Agent({ keepAlive: true });
  let recorded: Recorded[] = [];
  const server = createServer(async (message, response) => {
    const body = await buffer(message);
    recorded.push({ headers: message.headers, body });
    const answer = await post(engine, agent, { headers: message.headers, body });
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => recorded.splice(0),
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      recorded = [];
    },
  };
}

/** Measurement of a replay. */
export interface Replay {
  readonly seconds: number;
  /** Number of TransactWriteItems requests; `others` counts the rest. */
  readonly transactions: number;
  readonly others: number;
}

/**
 * Replays requests one after the other against an engine with the same data, to measure the minimum time of their
 * responses.
 *
 * @param names recorded and current names of tables, of the same length
 * @throws Error if the engine rejects a request
 */
export async function replay(
  requests: readonly Recorded[],
  engine: string,
  names: ReadonlyMap<string, string>,
): Promise<Replay> {
  const renamed = requests.map(({ headers, body }) => {
    const text = [...names].reduce((all, [then, now]) => all.replaceAll(then, now), body.toString('utf8'));
    return { headers, body: Buffer.from(text) };
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let transactions = 0;
  const start = performance.now();
  for (const one of renamed) {
    const answer = await post(engine, agent, one);
    const body = await buffer(answer);
    if (answer.statusCode !== 200)
      throw new Error(`The engine refused: ${body.toString('utf8').slice(0, 300)}`);
    if (String(one.headers['x-amz-target']).endsWith('.TransactWriteItems')) transactions++;
  }
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return { seconds, transactions, others: renamed.length - transactions };
}

async function post(engine: string, agent: Agent, { headers, body }: Recorded): Promise<IncomingMessage> {
  const sent = request(engine, {
    method: 'POST',
    agent,
    headers: { ...headers, 'content-length': body.length },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return answer;
}
