import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';

export interface CapacityMeter {
  readonly endpoint: string;
  /** Capacity units since the start. */
  total(): { readonly readUnits: number; readonly writeUnits: number };
  stop(): Promise<void>;
}

const table = z.object({ CapacityUnits: z.number().default(0) });
const answerSchema = z.object({ ConsumedCapacity: z.union([table, z.array(table)]).optional() });

const writes = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/;
const metered = /\.(GetItem|BatchGetItem|Query|Scan|TransactGetItems)$/;

/** Starts a proxy in front of an engine that asks for the consumed capacity of each request, and adds it up. */
export async function startCapacityMeter(engine: string): Promise<CapacityMeter> {
  const agent = new Agent({ keepAlive: true });
  let [readUnits, writeUnits] = [0, 0];
  const server = createServer(async (message, response) => {
    const target = String(message.headers['x-amz-target']);
    const sent = await buffer(message);
    const isWrite = writes.test(target);
    const body = isWrite || metered.test(target) ? askingForCapacity(sent) : sent;
    const answer = await forward(engine, agent, message, body);
    const received = await buffer(answer);
    if (body !== sent && answer.statusCode === 200) {
      const units = unitsIn(received);
      if (isWrite) writeUnits += units;
      else readUnits += units;
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(received);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A TCP server has an address with a port.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    total: () => ({ readUnits, writeUnits }),
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const askingForCapacity = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString('utf8')), ReturnConsumedCapacity: 'TOTAL' }));

function unitsIn(body: Buffer): number {
  const { ConsumedCapacity = [] } = answerSchema.parse(JSON.parse(body.toString('utf8')));
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
}

async function forward(
  engine: string,
  agent: Agent,
  { headers, method }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const sent = request(engine, {
    method: method ?? 'POST',
    agent,
    headers: { ...headers, 'content-length': body.length },
  });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return answer;
}
