import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import * as z from 'zod';
import { type WrittenItem, writtenItems } from './written-items.ts';

export interface CapacityMeter {
  readonly endpoint: string;
  /** Capacity units since the start. */
  total(): CapacityTotal;
  /** What was written since the start, or since the last call of this function. */
  takeDetail(): WriteDetail;
  stop(): Promise<void>;
}

interface CapacityTotal {
  readonly readUnits: number;
  readonly writeUnits: number;
}

/** Write units by what they were used for. Names of tables and indexes are those of the engine. */
export interface WriteDetail extends CapacityTotal {
  readonly requests: number;
  /** By table, and by table and index. */
  readonly places: ReadonlyMap<string, number>;
  /** Units of the table by kind of item, with the number of writes and the bytes of all puts. */
  readonly kinds: ReadonlyMap<string, KindOfItem>;
  /** Units of the indexes by kind of item, as far as its keys show. */
  readonly indexKinds: ReadonlyMap<string, number>;
  /** By partition of a table or of an index. */
  readonly partitions: ReadonlyMap<string, number>;
}

interface KindOfItem {
  readonly units: number;
  readonly writes: number;
  readonly bytes: number;
}

const unitsSchema = z.object({ CapacityUnits: z.number().default(0) });
const capacitySchema = z.object({
  TableName: z.string(),
  CapacityUnits: z.number().default(0),
  Table: unitsSchema.optional(),
  GlobalSecondaryIndexes: z.record(z.string(), unitsSchema).default({}),
});
type Capacity = z.output<typeof capacitySchema>;
const answerSchema = z.object({
  ConsumedCapacity: z.union([capacitySchema, z.array(capacitySchema)]).optional(),
});

const writes = /\.(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/;
const metered = /\.(GetItem|BatchGetItem|Query|Scan|TransactGetItems)$/;

/**
 * Starts a proxy in front of an engine that asks for the consumed capacity of each request, and adds it up.
 *
 * @param indexKeys name of the partition key attribute of each index
 */
export async function startCapacityMeter(
  engine: string,
  indexKeys: Readonly<Record<string, string>> = {},
): Promise<CapacityMeter> {
  const agent = new Agent({ keepAlive: true });
  let [readUnits, writeUnits] = [0, 0];
  let detail = new Detail(indexKeys);
  const server = createServer(async (message, response) => {
    const target = String(message.headers['x-amz-target']);
    const sent = await buffer(message);
    const isWrite = writes.test(target);
    const body = isWrite || metered.test(target) ? askingForCapacity(sent) : sent;
    const answer = await forward(engine, agent, message, body);
    const received = await buffer(answer);
    if (body !== sent && answer.statusCode === 200) {
      const capacities = capacitiesIn(received);
      const units = capacities.reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
      if (isWrite) writeUnits += units;
      else readUnits += units;
      detail.add(isWrite ? writtenItems(sent) : [], capacities, isWrite);
    }
    response.writeHead(answer.statusCode ?? 500, answer.headers).end(received);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A TCP server has an address with a port.
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    total: () => ({ readUnits, writeUnits }),
    takeDetail: () => {
      const taken = detail;
      detail = new Detail(indexKeys);
      return taken;
    },
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

class Detail implements WriteDetail {
  readonly #indexKeys: Readonly<Record<string, string>>;
  requests = 0;
  readUnits = 0;
  writeUnits = 0;
  readonly places = new Map<string, number>();
  readonly kinds = new Map<string, KindOfItem>();
  readonly indexKinds = new Map<string, number>();
  readonly partitions = new Map<string, number>();

  constructor(indexKeys: Readonly<Record<string, string>>) {
    this.#indexKeys = indexKeys;
  }

  add(items: readonly WrittenItem[], capacities: readonly Capacity[], isWrite: boolean): void {
    this.requests += 1;
    for (const { TableName, CapacityUnits, Table, GlobalSecondaryIndexes } of capacities) {
      if (!isWrite) {
        this.readUnits += CapacityUnits;
        continue;
      }
      this.writeUnits += CapacityUnits;
      const own = items.filter(({ table }) => table === TableName);
      const units = Table?.CapacityUnits ?? CapacityUnits;
      add(this.places, TableName, units);
      // The engine reports a table's units of a request as one sum.
      for (const [item, share] of shares(own, units, (one) => one.units)) this.#addItem(item, share);
      for (const [index, { CapacityUnits: all }] of Object.entries(GlobalSecondaryIndexes)) {
        const place = `${TableName} ${index}`;
        add(this.places, place, all);
        const field = this.#indexKeys[index];
        if (field === undefined) continue;
        const listed = own.filter(({ keys }) => keys[field] !== undefined);
        for (const [{ kind, keys }, share] of shares(listed, all, () => 1)) {
          add(this.indexKinds, `${kind} in ${index}`, share);
          add(this.partitions, `${place} ${keys[field]}`, share);
        }
      }
    }
  }

  #addItem({ table, kind, pk, bytes }: WrittenItem, units: number): void {
    const known = this.kinds.get(kind) ?? { units: 0, writes: 0, bytes: 0 };
    this.kinds.set(kind, {
      units: known.units + units,
      writes: known.writes + 1,
      bytes: known.bytes + bytes,
    });
    add(this.partitions, `${table} ${pk}`, units);
  }
}

/** Divides units among items in proportion to their weights. */
function shares(
  items: readonly WrittenItem[],
  units: number,
  weightOf: (item: WrittenItem) => number,
): readonly (readonly [WrittenItem, number])[] {
  const all = items.reduce((sum, item) => sum + weightOf(item), 0);
  return items.map((item) => [item, (units * weightOf(item)) / all]);
}

const add = (sums: Map<string, number>, name: string, value: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + value);
};

const askingForCapacity = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ ...JSON.parse(body.toString('utf8')), ReturnConsumedCapacity: 'INDEXES' }));

const capacitiesIn = (body: Buffer): readonly Capacity[] =>
  [answerSchema.parse(JSON.parse(body.toString('utf8'))).ConsumedCapacity ?? []].flat();

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
