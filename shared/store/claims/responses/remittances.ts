import { typedClaim, unpackContent } from '#claims/claim/claim-content.ts';
import type { PackedContent } from '#claims/claim/packed-json.ts';
import type {
  RemittancePorts,
  RemittanceStore,
  UnmatchedPaymentPorts,
} from '#claims/responses/remittance/posting-ports.ts';
import type {
  StoredPayment,
  StoredRemittance,
  UnmatchedPayment,
} from '#claims/responses/remittance/stored-remittance.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import { getItem, getItems, inRange, queryAll, recordOf } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { claimLookup } from '../claims/claim-lookup.ts';
import { readIndex } from '../claims/index-range.ts';
import { claimContentKey } from '../keys/claim-keys.ts';
import { claimsIndexes } from '../keys/key-parts.ts';
import {
  numbersKeptByPayers,
  remittanceClaimKey,
  remittanceClaimsOf,
  remittanceKey,
  unmatchedPaymentsOf,
  unmatchedPaymentsPartition,
} from '../keys/response-keys.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';

/** What posts remittances, on the real stores. */
export const remittancePorts = (table: Table): RemittancePorts => ({
  remittances: remittanceStore(table),
  claims: claimLookup(table),
  findLines: (claimIds) => findLines(table, claimIds),
});

/** What posts unmatched payments, on the real stores. */
export const unmatchedPaymentPorts = (tables: ClaimsTables): UnmatchedPaymentPorts => ({
  ...remittancePorts(tables.claims),
  write: (change) => writeChange(tables, change),
  now: () => new Date(),
});

const remittanceStore = (table: Table): RemittanceStore => ({
  find: (id) => findRemittance(table, id),
  readPayments: (id, from, limit) => readPayments(table, id, from, limit),
  async findPayment(id, number) {
    const item = await getItem(table, remittanceClaimKey(id, number));
    return item && recordOf<StoredPayment>(item);
  },
  readUnmatched: () => readUnmatched(table),
  async findUnmatched(number) {
    return (await Promise.all(numbersKeptByPayers(number).map((one) => findUnmatched(table, one)))).flat();
  },
  async isLastUnmatched({ patient_control_number, remittance_id, number }) {
    const all = await findUnmatched(table, patient_control_number);
    return all.every((other) => other.remittance_id === remittance_id && other.number === number);
  },
});

export async function findRemittance(table: Table, id: string): Promise<StoredRemittance | undefined> {
  const item = await getItem(table, remittanceKey(id));
  return item && recordOf<StoredRemittance>(item);
}

/** Reads payments of a remittance from a number on, at most `limit`. */
export async function readPayments(
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<readonly StoredPayment[]> {
  const range = remittanceClaimsOf(id);
  const first = remittanceClaimKey(id, from).sk.slice(range.prefix.length);
  const payments: StoredPayment[] = [];
  for await (const items of queryAll(table, { ...inRange(range, { from: first }), Limit: limit })) {
    payments.push(...items.map((item) => recordOf<StoredPayment>(item)));
    if (payments.length >= limit) break;
  }
  return payments.slice(0, limit);
}

async function findUnmatched(table: Table, number: string): Promise<readonly UnmatchedPayment[]> {
  const payments: UnmatchedPayment[] = [];
  for await (const items of queryAll(table, inRange(unmatchedPaymentsOf(number)))) {
    payments.push(...items.map((item) => recordOf<UnmatchedPayment>(item)));
  }
  return payments;
}

/** Payments whose claims are looked up together. */
const pageSize = 100;

async function* readUnmatched(table: Table): AsyncGenerator<readonly UnmatchedPayment[]> {
  let page: UnmatchedPayment[] = [];
  const items = readIndex(table, {
    index: claimsIndexes.first,
    partition: unmatchedPaymentsPartition,
    order: 'oldest first',
    pageSize,
  });
  for await (const item of items) {
    page.push(recordOf<UnmatchedPayment>(item));
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function findLines(
  table: Table,
  claimIds: readonly string[],
): Promise<ReadonlyMap<string, readonly ServiceLine[]>> {
  const ids = new Map(claimIds.map((id) => [claimContentKey(id).pk, id]));
  const items = await getItems(table, claimIds.map(claimContentKey));
  return new Map(
    items.map((item) => {
      const { content } = recordOf<{ readonly content: PackedContent }>(item);
      return [ids.get(String(item['pk'])) ?? '', typedClaim(unpackContent(content)).lines];
    }),
  );
}
