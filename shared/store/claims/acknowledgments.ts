import type { EnvelopeAnswer, SetAnswer, VerdictResult } from '#claims/acknowledgment/record.ts';
import type { EnvelopeAnswerBook } from '#claims/acknowledgment/store.ts';
import type { StatusAnswer, StatusResult } from '#claims/status/record.ts';
import type { StatusAnswerBook } from '#claims/status/store.ts';
import {
  acknowledgmentKey,
  acknowledgmentKeys,
  acknowledgmentPartKey,
  acknowledgmentSetsKey,
  batchAnswerKey,
  fileAnswerKey,
} from '../claims-keys.ts';
import { getItem, getItems, itemOf, recordOf } from '../items.ts';
import type { Table, TransactAction } from '../table.ts';

type Acknowledgment = EnvelopeAnswer | StatusAnswer;

/** 999 and TA1 in the claims table. */
export const envelopeAnswerBook = (table: Table): EnvelopeAnswerBook => ({
  find: (id) => findAcknowledgment<EnvelopeAnswer>(table, id),
  put: putAcknowledgment,
  putVerdicts: putPart<VerdictResult>,
  putSets: (id, n, sets: readonly SetAnswer[]) => ({
    Put: { Item: { ...acknowledgmentSetsKey(id, n), sets } },
  }),
  linkToFile,
  async findAnswered(batchIds) {
    const items = await getItems(table, batchIds.map(batchAnswerKey));
    return new Set(items.map((item) => String(item['batch_id'])));
  },
  markAnswered: (batchId, answerId) => ({
    Put: { Item: { ...batchAnswerKey(batchId), batch_id: batchId, acknowledgment_id: answerId } },
  }),
});

/** 277CA in the claims table. */
export const statusAnswerBook = (table: Table): StatusAnswerBook => ({
  find: (id) => findAcknowledgment<StatusAnswer>(table, id),
  put: putAcknowledgment,
  putStatuses: putPart<StatusResult>,
  linkToFile,
});

/** One 999, TA1 or 277CA, strongly consistent. The caller knows which kind the id is of. */
export async function findAcknowledgment<A extends Acknowledgment>(
  table: Table,
  id: string,
): Promise<A | undefined> {
  const item = await getItem(table, acknowledgmentKey(id));
  return item && recordOf<A>(item);
}

/** On condition that nobody else has applied anything of it since it was read. */
function putAcknowledgment(acknowledgment: Acknowledgment, before: number | undefined): TransactAction {
  const { id, kind, received_at } = acknowledgment;
  const list = kind === '277CA' ? '277CA' : '999';
  const Item = itemOf(
    { ...acknowledgmentKey(id), ...acknowledgmentKeys(list, received_at, id) },
    acknowledgment,
  );
  if (before === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return {
    Put: {
      Item,
      ConditionExpression: 'applied = :before AND #state = :applying',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':before': before, ':applying': 'applying' },
    },
  };
}

const putPart = <Result extends object>(
  id: string,
  first: number,
  results: readonly Result[],
): TransactAction => ({
  Put: { Item: { ...acknowledgmentPartKey(id, first), first, results } },
});

const linkToFile = (fileId: string, { kind, id }: Acknowledgment): TransactAction => ({
  Put: { Item: { ...fileAnswerKey(fileId, kind, id), answer_id: id } },
});
