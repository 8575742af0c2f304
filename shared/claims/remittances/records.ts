import { typedClaim, unpackContent } from '#claims/claims/claim-content.ts';
import { claimLookup } from '#claims/claims/claim-lookup-records.ts';
import { findContents } from '#claims/claims/content-records.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import {
  numbersKeptByPayers,
  remittanceBlockOf,
  remittanceKey,
  unmatchedPaymentsOf,
  unmatchedPaymentsPartition,
} from '#claims/files/response-keys.ts';
import { findLedgerAccount, reconciliationStore } from '#claims/money/records.ts';
import { findUnmatchedItem } from '#claims/unmatched/records.ts';
import { addressedRecord } from '#store/claims/addressed-record.ts';
import { type ClaimsTables, writeChange } from '#store/claims/write-change.ts';
import { allItems, getRecord, recordOf } from '#store/dynamodb/items.ts';
import { queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { remittance } from './contract.ts';
import type { OfficeProviders } from './evidence.ts';
import { readBlock } from './payment-part-records.ts';
import { withPostings } from './posting-part-records.ts';
import type { RemittancePorts, RemittanceStore, UnmatchedPaymentPorts } from './posting-rules.ts';
import { isRemittanceWithin } from './remittance-json.ts';
import type { StoredPayment, StoredRemittance, UnmatchedPayment } from './stored-remittance.ts';

/** Read once for all payments of a run. */
function officeProviders(table: Table): () => Promise<OfficeProviders> {
  let found: Promise<OfficeProviders> | undefined;
  const find = async () => {
    const { providers } = await currentConfiguration(table);
    return {
      npis: new Set(providers.map(({ npi }) => npi)),
      taxIds: new Set(providers.map(({ tax_id }) => tax_id)),
    };
  };
  return () => {
    found ??= find();
    return found;
  };
}

export const remittancePorts = (table: Table): RemittancePorts => ({
  remittances: remittanceStore(table),
  claims: claimLookup(table),
  findOfficeProviders: officeProviders(table),
  findLedgerAccount: (payerId, provider) => findLedgerAccount(table, payerId, provider),
  reconciliation: reconciliationStore(table),
  async findLines(claims) {
    const packed = await findContents(table, claims);
    return new Map([...packed].map(([id, content]) => [id, typedClaim(unpackContent(content)).lines]));
  },
});

export const unmatchedPaymentPorts = (tables: ClaimsTables): UnmatchedPaymentPorts => ({
  ...remittancePorts(tables.claims),
  findItem: (id) => findUnmatchedItem(tables.claims, id),
  write: (change) => writeChange(tables, change),
  now: () => new Date(),
});

const remittanceStore = (table: Table): RemittanceStore => ({
  find: (id) => findRemittance(table, id),
  readPayments: (id, from, limit) => readPayments(table, id, from, limit),
  findPayment: (id, number) => findPayment(table, id, number),
  async *readUnmatched() {
    const range = { index: 'gsi1', pk: unmatchedPaymentsPartition } as const;
    for await (const items of queryPages(table, range, { pageSize })) {
      yield items.map((item) => recordOf<UnmatchedPayment>(item));
    }
  },
  async findUnmatched(number) {
    return (await Promise.all(numbersKeptByPayers(number).map((one) => findUnmatched(table, one)))).flat();
  },
  async isLastUnmatched({ patient_control_number, remittance_id, number }) {
    const all = await findUnmatched(table, patient_control_number);
    return all.every((other) => other.remittance_id === remittance_id && other.number === number);
  },
});

export const findRemittance = (table: Table, id: string) =>
  getRecord<StoredRemittance>(table, remittanceKey(id));

export const remittances = addressedRecord({
  of: remittance,
  find: findRemittance,
  isWithin: (remittance, limit) => isRemittanceWithin(remittance, limit),
});

/** Reads the payment with this number, counted from 1. */
export async function findPayment(
  table: Table,
  id: string,
  number: number,
): Promise<StoredPayment | undefined> {
  const [payment] = await readPayments(table, id, number, 1);
  return payment?.number === number ? payment : undefined;
}

/** Reads payments of a remittance from a number on, at most `limit`. */
export async function readPayments(
  table: Table,
  id: string,
  from: number,
  limit: number,
): Promise<readonly StoredPayment[]> {
  const payments: StoredPayment[] = [];
  for (let next = from; payments.length < limit; ) {
    const found = await readBlock(table, id, next, limit - payments.length);
    payments.push(...found);
    const last = found.at(-1)?.number;
    // Numbers have no gaps, so only the last block is not full.
    if (last === undefined || remittanceBlockOf(last + 1) === remittanceBlockOf(last)) break;
    next = last + 1;
  }
  return withPostings(table, id, payments.slice(0, limit));
}

async function findUnmatched(table: Table, number: string): Promise<readonly UnmatchedPayment[]> {
  const items = await allItems(table, unmatchedPaymentsOf(number));
  return items.map((item) => recordOf<UnmatchedPayment>(item));
}

/** Payments whose claims are looked up together. */
const pageSize = 100;
