import { type PackedContent, typedClaim, unpackContent } from '#claims/claim/claim-content.ts';
import type {
  RemittanceBook,
  RemittancePorts,
  UnmatchedPayment,
} from '#claims/responses/remittance/store.ts';
import type { StoredPayment, StoredRemittance } from '#claims/responses/remittance/stored-remittance.ts';
import type { ServiceLine } from '#x12/837p/model/line.ts';
import { getItem, getItems, inRange, itemOf, queryAll, recordOf } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { claimLookup } from '../claims/claim-lookup.ts';
import { readIndex } from '../claims/index-range.ts';
import { claimContentKey } from '../keys/claim-keys.ts';
import { fileResponseKey } from '../keys/file-keys.ts';
import { claimsIndexes } from '../keys/key-parts.ts';
import {
  numbersKeptByPayers,
  remittanceClaimKey,
  remittanceClaimsOf,
  remittanceKey,
  remittanceKeys,
  unmatchedPaymentIndexKeys,
  unmatchedPaymentKey,
  unmatchedPaymentMarkKey,
  unmatchedPaymentsOf,
  unmatchedPaymentsPartition,
} from '../keys/response-keys.ts';

/** What posts remittances, on the real stores. */
export const remittancePorts = (table: Table): RemittancePorts => ({
  remittances: remittanceBook(table),
  claims: claimLookup(table),
  findLines: (claimIds) => findLines(table, claimIds),
});

/** Remittances in the claims table. */
const remittanceBook = (table: Table): RemittanceBook => ({
  find: (id) => findRemittance(table, id),
  put: (record, before) => putRecord(record, before === undefined ? undefined : { applied: before }),
  putReading: (record, before) => putRecord(record, before === undefined ? undefined : { stored: before }),
  putPayments: (payments) =>
    payments.map((payment) => ({
      Put: { Item: itemOf(remittanceClaimKey(payment.remittance_id, payment.number), payment) },
    })),
  readPayments: (id, from, limit) => readPayments(table, id, from, limit),
  findPayment: async (id, number) => {
    const item = await getItem(table, remittanceClaimKey(id, number));
    return item && recordOf<StoredPayment>(item);
  },
  putPosting: ({ remittance_id, number }, posting, ifUnmatched = false) => ({
    Update: {
      Key: { ...remittanceClaimKey(remittance_id, number) },
      UpdateExpression: 'SET posting = :posting',
      ExpressionAttributeValues: {
        ':posting': posting,
        ...(ifUnmatched && { ':unmatched': 'unmatched' }),
      },
      ...(ifUnmatched && {
        ConditionExpression: 'posting.#match.#result = :unmatched',
        ExpressionAttributeNames: { '#match': 'match', '#result': 'result' },
      }),
    },
  }),
  linkToFile: (fileId, { kind, id }) => ({
    Put: { Item: { ...fileResponseKey(fileId, kind, id), answer_id: id } },
  }),
  awaitClaim: (awaited, receivedAt) => {
    const { patient_control_number, remittance_id, number } = awaited;
    const key = unmatchedPaymentKey(patient_control_number, remittance_id, number);
    return [
      { Put: { Item: { ...unmatchedPaymentMarkKey(patient_control_number), patient_control_number } } },
      { Put: { Item: itemOf({ ...key, ...unmatchedPaymentIndexKeys(receivedAt, remittance_id) }, awaited) } },
    ];
  },
  stopWaiting: (awaited) => stopWaiting(table, awaited),
  readAwaited: () => readAwaited(table),
  findAwaited: (number) => findAwaitedOfClaim(table, number),
  moveCounts: (id, by) => {
    const moved = Object.entries(by).filter(([, more]) => more !== 0);
    return {
      Update: {
        Key: { ...remittanceKey(id) },
        UpdateExpression: `SET ${moved.map(([name]) => `counts.${name} = counts.${name} + :${name}`).join(', ')}`,
        ConditionExpression: '#state = :applied',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':applied': 'applied',
          ...Object.fromEntries(moved.map(([name, more]) => [`:${name}`, more])),
        },
      },
    };
  },
});

export async function findRemittance(table: Table, id: string): Promise<StoredRemittance | undefined> {
  const item = await getItem(table, remittanceKey(id));
  return item && recordOf<StoredRemittance>(item);
}

/** On condition that nobody else has moved it since it was read. */
function putRecord(
  record: StoredRemittance,
  before: { readonly applied: number } | { readonly stored: number } | undefined,
): TransactAction {
  const { id, payer, received_at } = record;
  const Item = itemOf({ ...remittanceKey(id), ...remittanceKeys(payer.id ?? '', received_at, id) }, record);
  if (before === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  const [field, value, state] =
    'applied' in before
      ? (['applied', before.applied, 'applying'] as const)
      : (['stored', before.stored, 'reading'] as const);
  return {
    Put: {
      Item,
      ConditionExpression: '#field = :before AND #state = :state',
      ExpressionAttributeNames: { '#field': field, '#state': 'state' },
      ExpressionAttributeValues: { ':before': value, ':state': state },
    },
  };
}

/** Claims of a remittance from a number on, at most `limit`. */
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

/** Of the claim's number in full, or of as much of it as payers keep. */
async function findAwaitedOfClaim(table: Table, number: string): Promise<readonly UnmatchedPayment[]> {
  return (await Promise.all(numbersKeptByPayers(number).map((one) => findAwaited(table, one)))).flat();
}

async function findAwaited(table: Table, number: string): Promise<readonly UnmatchedPayment[]> {
  const awaited: UnmatchedPayment[] = [];
  for await (const items of queryAll(table, inRange(unmatchedPaymentsOf(number)))) {
    awaited.push(...items.map((item) => recordOf<UnmatchedPayment>(item)));
  }
  return awaited;
}

/**
 * The last one takes the sign with it that something waits. A payment that begins to wait at the same moment is then
 * found by the sweep, which does not need the sign.
 */
async function stopWaiting(table: Table, awaited: UnmatchedPayment): Promise<readonly TransactAction[]> {
  const { patient_control_number, remittance_id, number } = awaited;
  const all = await findAwaited(table, patient_control_number);
  const isLast = all.every((other) => other.remittance_id === remittance_id && other.number === number);
  return [
    { Delete: { Key: { ...unmatchedPaymentKey(patient_control_number, remittance_id, number) } } },
    ...(isLast ? [{ Delete: { Key: { ...unmatchedPaymentMarkKey(patient_control_number) } } }] : []),
  ];
}

async function* readAwaited(table: Table): AsyncGenerator<readonly UnmatchedPayment[]> {
  let page: UnmatchedPayment[] = [];
  const items = readIndex(table, {
    index: claimsIndexes.first,
    partition: unmatchedPaymentsPartition,
    order: 'oldest first',
    pageSize: awaitedAtOnce,
  });
  for await (const item of items) {
    page.push(recordOf<UnmatchedPayment>(item));
    if (page.length < awaitedAtOnce) continue;
    yield page;
    page = [];
  }
  yield page;
}

/** As many as one look at their claims takes. */
const awaitedAtOnce = 100;

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
