import {
  acknowledgmentKey,
  acknowledgmentPartition,
  remittanceBlock,
  remittanceBlockOf,
  remittanceKey,
  remittancesPartition,
  unmatchedItemKey,
  unmatchedPaymentMarkKey,
  unmatchedPaymentsOf,
} from '#claims/files/response-keys.ts';
import { foldedTrace } from '#claims/money/bank-line.ts';
import { removalFigures } from '#claims/money/money-action-records.ts';
import { depositAmountKey, depositKey, depositTraceKey } from '#claims/money/money-keys.ts';
import { findDeposit } from '#claims/money/records.ts';
import { paymentsIn } from '#claims/remittances/payment-part-records.ts';
import type { StoredPayment, StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import { allItems, getItems, type Item, type ItemKey, recordOf } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { expired, keyOf, type PurgeContext, removeRecord } from './purge-context-records.ts';
import { type PurgeOutcome, purgedEntry } from './rules.ts';

/** What 999, TA1 and 277CA have in common; only a 277CA has several parts. */
interface StoredAcknowledgment {
  readonly id: string;
  readonly state: string;
  readonly counts?: { readonly statuses?: number };
}

/** Remittances with their payments, deposits, unmatched payments and items. */
export async function* purgeRemittances(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  const range = { index: 'gsi1', pk: remittancesPartition, ...expired(purge) } as const;
  for await (const item of queryItems(stores.claims, range)) {
    const { id, state, stored } = recordOf<StoredRemittance>(item);
    if (kept.names.everything || kept.ids.has(id) || state !== 'applied') {
      yield 'held';
      continue;
    }
    if (!purge.dry_run) await purgeRemittance(context, id, stored);
    yield 'purged';
  }
}

async function purgeRemittance(context: PurgeContext, id: string, stored: number): Promise<void> {
  const { stores, purge } = context;
  const deposit = await findDeposit(stores.claims, id);
  const pointers =
    deposit === undefined
      ? []
      : [
          depositAmountKey(deposit.amount, deposit.date, id),
          ...(foldedTrace(deposit.trace) === '' ? [] : [depositTraceKey(foldedTrace(deposit.trace), id)]),
        ];
  const items = await paymentItems(stores.claims, id, stored);
  const unmatched = await unmatchedKeys(context, id, paymentsIn(id, items));
  const together =
    deposit === undefined
      ? []
      : [{ Delete: { Key: { ...depositKey(id) } } }, ...removalFigures('deposit', deposit)];
  await removeRecord(
    context,
    remittanceKey(id),
    [...pointers, ...unmatched, ...items.map(keyOf)],
    [purgedEntry(purge, 'remittance', id)],
    together,
  );
}

/** Stored payments and postings of a remittance, also those that an interrupted purge has left. */
async function paymentItems(table: Table, id: string, stored: number): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let block = 0; block <= remittanceBlockOf(Math.max(1, stored)); block++)
    items.push(...(await allItems(table, remittanceBlock(id, block))));
  return items;
}

/** Unmatched payments of a remittance, and the marks of numbers under which no other payment waits. */
async function unmatchedKeys(
  { stores: { claims } }: PurgeContext,
  id: string,
  payments: readonly StoredPayment[],
) {
  const places = payments.map(({ number }) => number);
  const keys = await itemKeys(claims, id, places);
  // A payment waits under the number of the payer too.
  const numbers = new Set(payments.flatMap((one) => [one.patient_control_number, one.payer_control_number]));
  for (const number of numbers) {
    const waiting = await allItems(claims, unmatchedPaymentsOf(number));
    const own = waiting.filter(({ remittance_id }) => remittance_id === id);
    keys.push(...own.map(keyOf));
    if (own.length === waiting.length) keys.push(unmatchedPaymentMarkKey(number));
  }
  return keys;
}

/** Unmatched items of parts of a response. @param numbers of the parts; see {@link UnmatchedItem} */
async function itemKeys(table: Table, responseId: string, numbers: readonly number[]): Promise<ItemKey[]> {
  const keys = numbers.map((number) => unmatchedItemKey(unmatchedItemId(responseId, number)));
  return (await getItems(table, keys, ['pk', 'sk'])).map(keyOf);
}

/** 999, TA1 and 277CA with their results and unmatched items. */
export async function* purgeAcknowledgments(context: PurgeContext): AsyncGenerator<PurgeOutcome> {
  const { stores, purge, kept } = context;
  for (const kind of ['999', '277CA']) {
    const range = { index: 'gsi1', pk: acknowledgmentPartition(kind), ...expired(purge) } as const;
    for await (const item of queryItems(stores.claims, range)) {
      const { id, state, counts } = recordOf<StoredAcknowledgment>(item);
      if (kept.names.everything || kept.ids.has(id) || state !== 'applied') {
        yield 'held';
        continue;
      }
      if (!purge.dry_run) {
        const numbers = Array.from({ length: counts?.statuses ?? 1 }, (_, number) => number);
        const unmatched = await itemKeys(stores.claims, id, numbers);
        const entry = purgedEntry(purge, 'acknowledgment', id);
        await removeRecord(context, acknowledgmentKey(id), unmatched, [entry]);
      }
      yield 'purged';
    }
  }
}
