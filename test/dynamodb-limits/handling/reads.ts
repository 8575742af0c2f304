import type { Charge } from '../capacity/limits.ts';
import { consumedUnits } from '../protocol/consumed-capacity.ts';
import type { Reply } from '../protocol/engine.ts';
import { jsonReply, throttled, transactionCanceled } from '../protocol/replies.ts';
import { batchReads, type Read, rangeRead, singleRead, transactionReads } from '../protocol/requests.ts';
import { readUnits } from '../units/item-size.ts';
import { keyText } from '../units/write-charges.ts';
import type { Call, Ports } from './call.ts';
import { reasonOf } from './throttle-reason.ts';

export const isRead = ({ operation }: Call): boolean =>
  /^(GetItem|BatchGetItem|TransactGetItems|Query|Scan)$/.test(operation);

/** Carries out a read within the limits, or refuses it as DynamoDB does. */
export function replyToRead(call: Call, ports: Ports): Promise<Reply> {
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
