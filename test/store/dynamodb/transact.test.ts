import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { getItem } from '#store/dynamodb/items.ts';
import { storeErrorOf, type Table, transact } from '#store/dynamodb/table.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from './dynamo-engine.ts';

let engine: DynamoEngine;
let table: Table;

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newCommerceTable(engine);
});
afterAll(() => engine.stop());

test('a transaction in progress during its repetition counts as stored', async () => {
  let answers = 0;
  // The store accepts the first request and then responds as if it were still in progress.
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      if (answers++ === 0) {
        throw Object.assign(new Error('In progress'), { name: 'TransactionInProgressException' });
      }
      return result;
    },
    { step: 'initialize', name: 'late' },
  );
  const key = { pk: 'WORK#1', sk: 'WORK' };
  await transact(table, [{ Put: { Item: key, ConditionExpression: 'attribute_not_exists(pk)' } }]);
  expect(answers).toBe(2);
  expect(await getItem(table, key)).toEqual(key);
});

test('a write of one item waits for the transaction on it', async () => {
  const other = await newCommerceTable(engine);
  let refusals = 0;
  // DynamoDB responds like this. The engine here runs one request after the other and never does.
  other.client.middlewareStack.add(
    (next) => async (args) => {
      if (refusals++ < 2) {
        throw new TransactionConflictException({ message: 'Conflict', $metadata: { httpStatusCode: 400 } });
      }
      return next(args);
    },
    { step: 'deserialize', name: 'conflicts' },
  );
  const key = { pk: 'ITEM#1', sk: 'ITEM' };
  await other.client.send(new PutCommand({ TableName: other.name, Item: key }));
  expect(refusals).toBe(3);
  expect(await getItem(other, key)).toEqual(key);
});

test('a transaction in conflict is repeated until the time of its caller is up', async () => {
  const busy = await newCommerceTable(engine);
  let refusals = 0;
  let free = Number.POSITIVE_INFINITY;
  busy.client.middlewareStack.add(
    (next) => async (args) => {
      if (refusals++ >= free) return next(args);
      throw new TransactionCanceledException({
        message: 'Canceled',
        CancellationReasons: [{ Code: 'TransactionConflict' }],
        $metadata: { httpStatusCode: 400 },
      });
    },
    { step: 'deserialize', name: 'conflicts' },
  );
  const key = { pk: 'BUSY#1', sk: 'BUSY' };
  const write = (isTimeUp: () => boolean) => transact(busy, [{ Put: { Item: key } }], isTimeUp);
  await expect(write(() => refusals >= 3)).rejects.toThrow('The data store is busy with conflicting writes');
  expect(refusals).toBe(3);
  free = 6;
  await write(() => false);
  expect(await getItem(busy, key)).toEqual(key);
});

test('a transaction that is still in progress at the deadline counts as unanswered', () => {
  const late = Object.assign(new Error('In progress'), { name: 'TransactionInProgressException' });
  expect(storeErrorOf(late)).toMatchObject({ stalled: true });
  const refused = Object.assign(new Error('Invalid'), { name: 'ValidationException' });
  expect(storeErrorOf(refused)).toMatchObject({ stalled: false });
});
