import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { close, httpServer, listen } from '#lib/local/http/http-server.ts';
import { dynamoDbLimits, type LimitSettings, Limits } from './capacity/limits.ts';
import { type FaultSettings, Faults, randomFaults } from './faults.ts';
import { type FigureReport, Figures } from './figures.ts';
import { type Call, callOf, type Ports } from './handling/call.ts';
import { isRead, replyToRead } from './handling/reads.ts';
import { isWrite, replyToWrite } from './handling/writes.ts';
import { Engine, type Reply } from './protocol/engine.ts';
import { ItemsInFlight } from './protocol/items-in-flight.ts';
import { internalServerError } from './protocol/replies.ts';
import { KnownTables } from './units/known-tables.ts';

export interface LimitedDynamoDb {
  readonly endpoint: string;
  /** Figures since the start. */
  report(): FigureReport;
  stop(): Promise<void>;
}

export interface LimitOptions {
  readonly limits?: Partial<LimitSettings>;
  readonly faults?: Partial<FaultSettings>;
  /** Milliseconds since 1970 for capacity; by default the time of the machine. */
  readonly now?: () => number;
  /** Called when a read or write has arrived. */
  readonly onCall?: () => void;
}

/** Starts a proxy in front of an engine that has the limits, delays and faults of DynamoDB. See README.md. */
export async function startLimitedDynamoDb(
  engineEndpoint: string,
  { limits, faults, now = Date.now, onCall = () => {} }: LimitOptions = {},
): Promise<LimitedDynamoDb> {
  const engine = new Engine(engineEndpoint);
  const ports = {
    engine,
    tables: new KnownTables(engine),
    limits: new Limits({ ...dynamoDbLimits, ...limits }, now),
    inFlight: new ItemsInFlight(),
    figures: new Figures(),
    tokens: new Map(),
  };
  const chances = new Faults({ ...randomFaults, ...faults });
  const server = httpServer((message, response) => {
    respond(message, response, { ...ports, onCall }, chances).catch(() => response.destroy());
  });
  return {
    endpoint: await listen(server, 0),
    report: () => ports.figures.report(ports.limits.use()),
    stop: async () => {
      await close(server, 0);
      engine.close();
    },
  };
}

async function respond(
  message: IncomingMessage,
  response: ServerResponse,
  { onCall, ...ports }: Omit<Ports, 'pause'> & Required<Pick<LimitOptions, 'onCall'>>,
  chances: Faults,
): Promise<void> {
  const call = callOf(message.headers, await buffer(message));
  if (!isRead(call) && !isWrite(call)) {
    const reply = await ports.engine.send(call.operation, call.headers, call.body);
    if (/^(Create|Update|Delete)Table$/.test(call.operation)) ports.tables.forget();
    send(response, reply);
    return;
  }
  onCall();
  const { milliseconds, fails, isLost } = chances.next();
  const pause = async () => void (await delay(milliseconds / 2));
  const reply = fails ? internalServerError : await replyTo(call, { ...ports, pause });
  if (fails) await delay(milliseconds);
  const isReplyLost = isLost && reply.status === 200;
  ports.figures.count(call, isReplyLost ? 'lost' : reply);
  if (isReplyLost) response.destroy();
  else send(response, reply);
}

const replyTo = (call: Call, ports: Ports): Promise<Reply> =>
  isWrite(call) ? replyToWrite(call, ports) : replyToRead(call, ports);

const send = (response: ServerResponse, { status, headers, body }: Reply): void =>
  void response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
