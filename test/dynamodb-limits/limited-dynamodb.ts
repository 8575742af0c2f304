import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { close, httpServer, listen } from '#lib/local/http/http-server.ts';
import { Random } from '#test/bench/x12/random.ts';
import { type Charge, dynamoDbLimits, type LimitSettings, Limits } from './capacity/limits.ts';
import { type FigureReport, Figures } from './figures.ts';
import { type Call, callOf, type Ports } from './handling/call.ts';
import { isWrite, reasonOf, replyToWrite } from './handling/writes.ts';
import { consumedUnits } from './protocol/consumed-capacity.ts';
import {
  Engine,
  internalServerError,
  jsonReply,
  type Reply,
  throttled,
  transactionCanceled,
} from './protocol/engine.ts';
import { ItemsInFlight } from './protocol/items-in-flight.ts';
import { batchReads, type Read, rangeRead, singleRead, transactionReads } from './protocol/requests.ts';
import { readUnits } from './units/item-size.ts';
import { KnownTables } from './units/known-tables.ts';
import { keyText } from './units/write-charges.ts';

interface FaultSettings {
  readonly seed: number;
  /** Lowest and highest duration of a call, in milliseconds. */
  readonly milliseconds: readonly [low: number, high: number];
  /** Share of requests that get a 500 before they reach the engine. */
  readonly internalErrors: number;
  /** Share of requests that the engine carries out, and whose connection ends without a response. */
  readonly lostReplies: number;
}

/** As on AWS, with many more 500s and lost responses. */
const randomFaults: FaultSettings = {
  seed: 1,
  milliseconds: [5, 20],
  internalErrors: 0.002,
  lostReplies: 0.002,
};

/** Duration and fault of one request. */
interface Fault {
  readonly milliseconds: number;
  readonly fails: boolean;
  readonly isLost: boolean;
}

/** The faults of a seed, in the order in which requests arrive. */
class Faults {
  readonly #settings: FaultSettings;
  readonly #random: Random;

  constructor(settings: FaultSettings) {
    this.#settings = settings;
    this.#random = new Random(settings.seed);
  }

  next(): Fault {
    const { milliseconds, internalErrors, lostReplies } = this.#settings;
    const [low, high] = milliseconds;
    return {
      milliseconds: low + this.#random.next() * (high - low),
      fails: this.#random.chance(internalErrors),
      isLost: this.#random.chance(lostReplies),
    };
  }
}

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

const isRead = ({ operation }: Call): boolean =>
  /^(GetItem|BatchGetItem|TransactGetItems|Query|Scan)$/.test(operation);

/** Carries out a read within the limits, or refuses it as DynamoDB does. */
function replyToRead(call: Call, ports: Ports): Promise<Reply> {
  switch (call.operation) {
    case 'GetItem':
      return replyToGet(call, ports);
    case 'BatchGetItem':
      return replyToBatch(call, ports);
    case 'TransactGetItems':
      return replyToTransaction(call, ports);
    default:
      return replyToRange(call, ports);
  }
}

async function replyToGet(call: Call, ports: Ports): Promise<Reply> {
  const charge = await chargeOf(singleRead(call.input), 1, call, ports);
  const refusals = ports.limits.reserve([charge]);
  if (refusals.length === 0) return finish(call, [charge], ports);
  ports.figures.throttle(refusals);
  await ports.pause();
  return throttled(reasonOf(refusals));
}

async function replyToTransaction(call: Call, ports: Ports): Promise<Reply> {
  const reads = transactionReads(call.input);
  const charges = await Promise.all(reads.map((read) => chargeOf(read, 2, call, ports)));
  const names = await Promise.all(
    reads.map(async ({ table, key }) => {
      const known = await ports.tables.get(table, call.headers);
      return `${table}\0${known?.nameOf(key)}`;
    }),
  );
  const isConflict = names.map((name) => ports.inFlight.isBeingWritten(name));
  if (isConflict.includes(true)) {
    await ports.pause();
    return transactionCanceled(isConflict.map((one) => (one ? 'TransactionConflict' : 'None')));
  }
  const refusals = ports.limits.reserve(charges);
  if (refusals.length === 0) return finish(call, charges, ports);
  ports.figures.throttle(refusals);
  await ports.pause();
  const refused = new Set(refusals.map(({ charge }) => charge));
  return transactionCanceled(charges.map((charge) => (refused.has(charge) ? 'ThrottlingError' : 'None')));
}

/** Throttled keys of a batch are left to the client. */
async function replyToBatch(call: Call, ports: Ports): Promise<Reply> {
  const admitted: Charge[] = [];
  const requested: Record<string, object> = {};
  const unprocessed: Record<string, object> = {};
  for (const { table, reads, rest } of batchReads(call.input)) {
    const [now, later]: [Read['key'][], Read['key'][]] = [[], []];
    for (const read of reads) {
      const charge = await chargeOf(read, 1, call, ports);
      const refusals = ports.limits.reserve([charge]);
      ports.figures.throttle(refusals);
      if (refusals.length === 0) admitted.push(charge);
      (refusals.length === 0 ? now : later).push(read.key);
    }
    if (now.length > 0) requested[table] = { ...rest, Keys: now };
    if (later.length > 0) unprocessed[table] = { ...rest, Keys: later };
  }
  if (admitted.length === 0) {
    await ports.pause();
    return throttled('TableReadKeyRangeThroughputExceeded');
  }
  if (Object.keys(unprocessed).length === 0) return finish(call, admitted, ports);
  const body = Buffer.from(JSON.stringify({ RequestItems: requested, ReturnConsumedCapacity: 'INDEXES' }));
  const reply = await finish({ ...call, body }, admitted, ports);
  if (reply.status !== 200) return reply;
  return jsonReply(200, { ...JSON.parse(reply.body.toString('utf8')), UnprocessedKeys: unprocessed });
}

/** Only the engine knows how much a query reads, so a query needs some capacity and may leave a debt. */
async function replyToRange(call: Call, ports: Ports): Promise<Reply> {
  const { table, index, partition } = rangeRead(call.input);
  const keys = (await ports.tables.get(table, call.headers))?.keys;
  const attribute = keys?.indexes.find(({ name }) => name === index)?.partition ?? keys?.partition;
  const charge = (units: number): Charge => ({
    table,
    ...(index !== undefined && { index }),
    partition: partition(attribute ?? ''),
    kind: 'read',
    units,
  });
  const refusals = ports.limits.reserve([charge(0.5)]);
  if (refusals.length > 0) {
    ports.figures.throttle(refusals);
    await ports.pause();
    return throttled(reasonOf(refusals));
  }
  await ports.pause();
  const reply = await ports.engine.send(call.operation, call.headers, call.body);
  const units = consumedUnits(reply).reduce((sum, one) => sum + one.units, 0);
  ports.limits.settle([charge(0.5)], [charge(units)]);
  await ports.pause();
  return reply;
}

/** Sends a read whose units are reserved to the engine. */
async function finish(call: Call, charges: readonly Charge[], ports: Ports): Promise<Reply> {
  await ports.pause();
  const reply = await ports.engine.send(call.operation, call.headers, call.body);
  const isDone = reply.status === 200;
  if (isDone) ports.figures.compare(call.operation, charges, reply);
  ports.limits.settle(charges, isDone ? charges : []);
  await ports.pause();
  return reply;
}

async function chargeOf(
  { table, key, isConsistent }: Read,
  times: number,
  { headers }: Call,
  { tables }: Ports,
): Promise<Charge> {
  const known = await tables.get(table, headers);
  const units = times * readUnits(known?.sizeOf(key)?.bytes ?? 0, isConsistent);
  return { table, partition: keyText(key, known?.keys.partition), kind: 'read', units };
}
