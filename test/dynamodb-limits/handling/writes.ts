import type { Charge, Refusal } from '../capacity/limits.ts';
import {
  jsonReply,
  type Reply,
  throttled,
  transactionCanceled,
  transactionConflict,
  transactionInProgress,
} from '../protocol/engine.ts';
import {
  batchWrites,
  singleWrite,
  transactionWrites,
  type Write,
  type WriteRequest,
} from '../protocol/requests.ts';
import { readUnits } from '../units/item-size.ts';
import type { KnownTable } from '../units/known-tables.ts';
import { indexCharges, keyText, type StoredSize, tableCharge } from '../units/write-charges.ts';
import type { Call, Ports } from './call.ts';

export const isWrite = ({ operation }: Call): boolean =>
  /^(PutItem|UpdateItem|DeleteItem|BatchWriteItem|TransactWriteItems)$/.test(operation);

/** Carries out a write within the limits, or refuses it as DynamoDB does. */
export function replyToWrite(call: Call, ports: Ports): Promise<Reply> {
  switch (call.operation) {
    case 'TransactWriteItems':
      return replyToTransaction(call, ports);
    case 'BatchWriteItem':
      return replyToBatch(call, ports);
    default:
      return replyToSingle(call, ports);
  }
}

async function replyToSingle(call: Call, ports: Ports): Promise<Reply> {
  const placed = await place([singleWrite(call.operation, call.input)], call, ports);
  if (placed === undefined) return ports.engine.send(call.operation, call.headers, call.body);
  const items = placed.map(({ item }) => item);
  if (ports.inFlight.conflicts(items).length > 0) return refuse(transactionConflict, ports);
  return ports.inFlight.write(items, async () => {
    const refused = (refusals: readonly Refusal[]) => throttled(reasonOf(refusals));
    return carryOut(call, placed, { refused, isTransaction: false }, ports);
  });
}

async function replyToTransaction(call: Call, ports: Ports): Promise<Reply> {
  const { writes, token = crypto.randomUUID() } = transactionWrites(call.input);
  const placed = await place(writes, call, ports);
  if (placed === undefined) return ports.engine.send(call.operation, call.headers, call.body);
  const state = ports.tokens.get(token);
  if (state === 'in flight') return refuse(transactionInProgress, ports);
  const items = placed.map(({ item }) => item);
  const conflicts = ports.inFlight.conflicts(items);
  if (conflicts.length > 0) {
    const codes = items.map((_, position) => (conflicts.includes(position) ? 'TransactionConflict' : 'None'));
    return refuse(transactionCanceled(codes), ports);
  }
  if (state === 'stored') return repeat(call, placed, ports);
  ports.tokens.set(token, 'in flight');
  const reply = await ports.inFlight
    .transact(items, () => {
      const refused = (refusals: readonly Refusal[]) => transactionCanceled(codesOf(placed, refusals));
      return carryOut(call, placed, { refused, isTransaction: true }, ports);
    })
    .finally(() => ports.tokens.delete(token));
  if (reply.status === 200) ports.tokens.set(token, 'stored');
  return reply;
}

/** A stored transaction that is sent again reads its items. */
async function repeat(call: Call, placed: readonly PlacedWrite[], ports: Ports): Promise<Reply> {
  const charges = placed.map(({ write, table }): Charge => {
    const units = 2 * readUnits(table.sizeOf(write.content)?.bytes ?? 0, true);
    return {
      table: write.table,
      partition: keyText(write.content, table.keys.partition),
      kind: 'read',
      units,
    };
  });
  await ports.pause();
  const reply = await ports.engine.send(call.operation, call.headers, call.body);
  ports.limits.settle([], charges);
  await Promise.all(placed.map(({ write, table }) => ports.tables.refresh(table, write, call.headers)));
  await ports.pause();
  return reply;
}

/** Throttled items of a batch, and items of transactions, are left to the client. */
async function replyToBatch(call: Call, ports: Ports): Promise<Reply> {
  const requests = batchWrites(call.input);
  const placed = await place(
    requests.map(({ write }) => write),
    call,
    ports,
  );
  if (placed === undefined) return ports.engine.send(call.operation, call.headers, call.body);
  const left: number[] = [...ports.inFlight.conflicts(placed.map(({ item }) => item))];
  const refusals: Refusal[] = [];
  const reserved: Charge[] = [];
  const admitted = placed.filter((one, position) => {
    if (left.includes(position)) return false;
    const expected = chargesOf(one, false, sizesOf(one));
    const refused = ports.limits.reserve(expected);
    if (refused.length === 0) {
      reserved.push(...expected);
      return true;
    }
    ports.figures.throttle(refused);
    refusals.push(...refused);
    left.push(position);
    return false;
  });
  if (admitted.length === 0) {
    return refuse(refusals.length > 0 ? throttled(reasonOf(refusals)) : transactionConflict, ports);
  }
  return ports.inFlight.write(
    admitted.map(({ item }) => item),
    async () => {
      const parts = requests.filter((_, position) => !left.includes(position));
      const body = Buffer.from(
        JSON.stringify({ ...bodyOf(call), RequestItems: byTable(parts), ReturnConsumedCapacity: 'INDEXES' }),
      );
      const reply = await finish({ ...call, body }, admitted, { reserved, isTransaction: false }, ports);
      if (left.length === 0 || reply.status !== 200) return reply;
      const unprocessed = byTable(requests.filter((_, position) => left.includes(position)));
      return jsonReply(200, { ...JSON.parse(reply.body.toString('utf8')), UnprocessedItems: unprocessed });
    },
  );
}

const bodyOf = ({ body }: Call): object => JSON.parse(body.toString('utf8'));

type BatchPart = { readonly write: Write; readonly part: WriteRequest };

const byTable = (parts: readonly BatchPart[]): Readonly<Record<string, readonly WriteRequest[]>> =>
  Object.fromEntries(
    [...Map.groupBy(parts, ({ write }) => write.table)].map(([table, group]) => [
      table,
      group.map(({ part }) => part),
    ]),
  );

/** The reason of each action: those of an item whose partition, table or index has no units left are throttled. */
function codesOf(placed: readonly PlacedWrite[], refusals: readonly Refusal[]): readonly string[] {
  const placeOf = ({ index, partition }: Charge) => `${index ?? ''}\0${partition}`;
  const refused = new Set(refusals.map(({ charge }) => placeOf(charge)));
  return placed.map((one) =>
    chargesOf(one, true, sizesOf(one)).some((charge) => refused.has(placeOf(charge)))
      ? 'ThrottlingError'
      : 'None',
  );
}

/** A write with the table that it goes to. */
interface PlacedWrite {
  readonly write: Write;
  readonly table: KnownTable;
  /** Identifies the item among those of all tables. */
  readonly item: string;
}

interface Terms {
  readonly isTransaction: boolean;
  refused(refusals: readonly Refusal[]): Reply;
}

/** Reserves the units that the write is expected to need, and carries it out. The caller holds the items. */
async function carryOut(
  call: Call,
  placed: readonly PlacedWrite[],
  { isTransaction, refused }: Terms,
  ports: Ports,
): Promise<Reply> {
  const expected = placed.flatMap((one) => chargesOf(one, isTransaction, sizesOf(one)));
  const refusals = ports.limits.reserve(expected);
  if (refusals.length > 0) {
    ports.figures.throttle(refusals);
    return refuse(refused(refusals), ports);
  }
  return finish(call, placed, { reserved: expected, isTransaction }, ports);
}

/** Sends a write whose units are reserved to the engine, and counts the units that it used. */
async function finish(
  call: Call,
  placed: readonly PlacedWrite[],
  { reserved, isTransaction }: { readonly reserved: readonly Charge[]; readonly isTransaction: boolean },
  { engine, limits, figures, tables, pause }: Ports,
): Promise<Reply> {
  const before = placed.map(({ table, write }) => table.sizeOf(write.content));
  await pause();
  const reply = await engine.send(call.operation, call.headers, call.body);
  const actual: Charge[] = [];
  if (reply.status === 200) {
    for (const { table, write } of placed) {
      if (write.kind === 'Update') await tables.refresh(table, write, call.headers);
      else if (write.kind !== 'ConditionCheck') table.set(write.content, table.sizeAfter(write));
    }
    for (const [position, one] of placed.entries()) {
      const sizes = { before: before[position], after: one.table.sizeOf(one.write.content) };
      actual.push(...chargesOf(one, isTransaction, sizes));
    }
    figures.compare(call.operation, actual, reply);
  } else if (/ConditionalCheckFailed|TransactionCanceled/.test(reply.body.toString('utf8'))) {
    actual.push(...reserved.filter(({ index }) => index === undefined));
  }
  limits.settle(reserved, actual);
  await pause();
  return reply;
}

interface Sizes {
  readonly before: StoredSize | undefined;
  readonly after: StoredSize | undefined;
}

const sizesOf = ({ table, write }: PlacedWrite): Sizes => ({
  before: table.sizeOf(write.content),
  after: table.sizeAfter(write),
});

const chargesOf = (
  { write, table }: PlacedWrite,
  isTransaction: boolean,
  sizes: Sizes,
): readonly Charge[] => {
  const partition = keyText(write.content, table.keys.partition);
  return [
    tableCharge(table.keys, partition, { ...sizes, isTransaction }),
    ...indexCharges(table.keys, sizes),
  ];
};

/** Undefined if a table is missing, which the engine reports. */
async function place(
  writes: readonly Write[],
  { headers }: Call,
  { tables }: Ports,
): Promise<readonly PlacedWrite[] | undefined> {
  const placed: PlacedWrite[] = [];
  for (const write of writes) {
    const table = await tables.get(write.table, headers);
    if (table === undefined) return undefined;
    placed.push({ write, table, item: `${write.table}\0${table.nameOf(write.content)}` });
  }
  return placed;
}

/** A response without a write. */
async function refuse(reply: Reply, { pause }: Ports): Promise<Reply> {
  await pause();
  return reply;
}

/** The reason of a throttle as DynamoDB names it, such as IndexWriteKeyRangeThroughputExceeded. */
export function reasonOf([first]: readonly Refusal[]): string {
  const resource = first?.charge.index === undefined ? 'Table' : 'Index';
  const operation = first?.charge.kind === 'read' ? 'Read' : 'Write';
  // A new table has as many partitions as its first units need, so its limit is that of its partitions.
  return `${resource}${operation}KeyRangeThroughputExceeded`;
}
