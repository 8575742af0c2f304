import { batchAcceptancesKey, batchAcknowledgmentKey } from '#claims/claims/batch-records.ts';
import { packJson } from '#claims/packed-json.ts';
import { paymentParts } from '#claims/remittances/payment-part-records.ts';
import { type ItemKey, itemOf } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { fileResponseKey } from './file-keys.ts';
import {
  acknowledgmentKey,
  acknowledgmentKeys,
  acknowledgmentPartKey,
  acknowledgmentSetsKey,
  remittanceKey,
  remittanceKeys,
  remittancePostingKey,
  unmatchedItemKey,
  unmatchedItemKeys,
  unmatchedPaymentIndexKeys,
  unmatchedPaymentKey,
  unmatchedPaymentMarkKey,
} from './response-keys.ts';
import type { ResponseRecord, ResponseWrite } from './response-write.ts';

export function responseActions(write: ResponseWrite): readonly TransactAction[] {
  switch (write.kind) {
    case 'response':
      return [putResponse(write)];
    case 'acknowledgment-reopened':
      return [reopen(write)];
    case 'response-of-file': {
      const { id, kind } = write.response;
      return [put(fileResponseKey(write.fileId, kind, id), { answer_id: id })];
    }
    case 'acknowledgment-results': {
      const { id, first, results } = write;
      return [put(acknowledgmentPartKey(id, first), { first, content: packJson(results) })];
    }
    case 'acknowledged-sets':
      return [put(acknowledgmentSetsKey(write.id, write.n), { content: packJson(write.sets) })];
    case 'batch-acknowledged': {
      const { batchId, by, acknowledgmentId } = write;
      const record = { batch_id: batchId, acknowledgment_id: acknowledgmentId };
      return [put(batchAcknowledgmentKey(batchId, by), record)];
    }
    case 'batch-accepted':
      return [putAcceptances(write)];
    case 'batch-acceptances-unchanged':
      return [{ ConditionCheck: { Key: batchAcceptancesKey(write.batchId), ...hasVersion(write.version) } }];
    case 'payment':
      return paymentParts([write]).get(write) ?? [];
    case 'posting':
      return [setPosting(write)];
    case 'posting-counts':
      return [addTo(remittanceKey(write.remittanceId), write.by, write.billingNpis)];
    case 'unmatched-payment': {
      const { patient_control_number, remittance_id, number } = write.payment;
      const key = unmatchedPaymentKey(patient_control_number, remittance_id, number);
      const indexKeys = unmatchedPaymentIndexKeys(write.receivedAt, remittance_id);
      return [
        put(unmatchedPaymentMarkKey(patient_control_number), { patient_control_number }),
        put({ ...key, ...indexKeys }, write.payment),
      ];
    }
    case 'payment-matched': {
      const { patient_control_number, remittance_id, number } = write.payment;
      const key = unmatchedPaymentKey(patient_control_number, remittance_id, number);
      const markKey = unmatchedPaymentMarkKey(patient_control_number);
      return (write.isLast ? [key, markKey] : [key]).map((one) => ({ Delete: { Key: { ...one } } }));
    }
    case 'status-part':
      return [putStatusPart(write)];
    case 'status-counts':
      return [addTo(acknowledgmentKey(write.acknowledgmentId), write.by)];
    case 'unmatched-item':
      return [putItem(write)];
  }
}

const put = (keys: Parameters<typeof itemOf>[0], record: object): TransactAction => ({
  Put: { Item: itemOf(keys, record) },
});

type Write<Kind extends ResponseWrite['kind']> = Extract<ResponseWrite, { readonly kind: Kind }>;

/** Condition: no other run has moved the response since it was read. */
function putResponse({ response, replaces }: Write<'response'>): TransactAction {
  const Item = itemOf(keysOf(response), response);
  if (replaces === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  const [field, before, state] =
    'applied' in replaces
      ? (['applied', replaces.applied, 'applying'] as const)
      : (['stored', replaces.stored, 'reading'] as const);
  return {
    Put: {
      Item,
      ConditionExpression: '#field = :before AND #state = :state',
      ExpressionAttributeNames: { '#field': field, '#state': 'state' },
      ExpressionAttributeValues: { ':before': before, ':state': state },
    },
  };
}

function putAcceptances({ acceptances }: Write<'batch-accepted'>): TransactAction {
  const { batch_id, version } = acceptances;
  const Item = itemOf(batchAcceptancesKey(batch_id), acceptances);
  return { Put: { Item, ...hasVersion(version === 1 ? undefined : version - 1) } };
}

/** Condition: the record has this version, or none exists. */
const hasVersion = (version: number | undefined) =>
  version === undefined
    ? { ConditionExpression: 'attribute_not_exists(pk)' }
    : {
        ConditionExpression: '#version = :before',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':before': version },
      };

const reopen = ({ acknowledgment }: Write<'acknowledgment-reopened'>): TransactAction => ({
  Put: {
    Item: itemOf(keysOf(acknowledgment), acknowledgment),
    ConditionExpression: '#state = :applied AND size(batch_ids) = :none',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':applied': 'applied', ':none': 0 },
  },
});

function keysOf(response: ResponseRecord) {
  const { id, received_at } = response;
  if (response.kind === '835') {
    return { ...remittanceKey(id), ...remittanceKeys(response.payer.id ?? '', received_at, id) };
  }
  const list = response.kind === '277CA' ? '277CA' : '999';
  return { ...acknowledgmentKey(id), ...acknowledgmentKeys(list, received_at, id) };
}

const setPosting = ({ payment, posting, ifUnmatched }: Write<'posting'>): TransactAction => ({
  Update: {
    Key: { ...remittancePostingKey(payment.remittance_id, payment.number) },
    UpdateExpression: 'SET posting = :posting',
    ExpressionAttributeValues: { ':posting': posting, ...(ifUnmatched && { ':unmatched': 'unmatched' }) },
    ...(ifUnmatched && {
      ConditionExpression: 'posting.#match.#result = :unmatched',
      ExpressionAttributeNames: { '#match': 'match', '#result': 'result' },
    }),
  },
});

/** Adds to counts of a response. Condition: it is applied, because the run that applies it moves its counts. */
function addTo(
  key: ItemKey,
  by: Readonly<Partial<Record<string, number>>>,
  billingNpis: readonly string[] = [],
): TransactAction {
  const names = Object.keys(by);
  const sums = names.map((name) => `counts.#${name} = counts.#${name} + :${name}`);
  const npis = billingNpis.filter((npi) => npi !== '');
  const parts = [
    ...(sums.length > 0 ? [`SET ${sums.join(', ')}`] : []),
    ...(npis.length > 0 ? ['ADD later_npis :npis'] : []),
  ];
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: parts.join(' '),
      ConditionExpression: '#state = :applied',
      ExpressionAttributeNames: {
        '#state': 'state',
        ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ':applied': 'applied',
        ...Object.fromEntries(names.map((name) => [`:${name}`, by[name]])),
        ...(npis.length > 0 && { ':npis': new Set(npis) }),
      },
    },
  };
}

/** Condition: nobody has changed another result of the part since it was read. */
const putStatusPart = ({ id, first, results, replaces }: Write<'status-part'>): TransactAction => ({
  Put: {
    Item: { ...acknowledgmentPartKey(id, first), first, content: packJson(results) },
    ConditionExpression: 'content = :before',
    ExpressionAttributeValues: { ':before': replaces },
  },
});

function putItem({ item, replaces }: Write<'unmatched-item'>): TransactAction {
  const { id, kind, state, received_at } = item;
  const Item = itemOf({ ...unmatchedItemKey(id), ...unmatchedItemKeys(state, kind, received_at, id) }, item);
  if (replaces === undefined) return { Put: { Item } };
  return { Put: { Item, ...hasVersion(replaces) } };
}
