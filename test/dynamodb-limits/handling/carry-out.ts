import type { Charge, Refusal } from '../capacity/limits.ts';
import type { Reply } from '../protocol/engine.ts';
import type { Write } from '../protocol/requests.ts';
import type { KnownTable } from '../units/known-tables.ts';
import { indexCharges, keyText, type StoredSize, tableCharge } from '../units/write-charges.ts';
import type { Call, Ports } from './call.ts';

/** A write with the table that it goes to. */
export interface PlacedWrite {
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
export async function carryOut(
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
export async function finish(
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

export const sizesOf = ({ table, write }: PlacedWrite): Sizes => ({
  before: table.sizeOf(write.content),
  after: table.sizeAfter(write),
});

export const chargesOf = (
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
export async function place(
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
export async function refuse(reply: Reply, { pause }: Ports): Promise<Reply> {
  await pause();
  return reply;
}
