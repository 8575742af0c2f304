import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ConditionFailed } from '#persistence/conflict.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type CommerceService, startCommerceService } from '../functions/commerce-service.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

test('queues a message once, and one run reserves it', async () => {
  const { changeMessage, findMessage, queueMessage } = await import('#commerce/messages/records.ts');
  const message = {
    id: 'digest:1',
    brand_id: randomUUID(),
    channel: 'email',
    to: 'a@example.com',
    kind: 'digest',
    subject: 's',
    text: 't',
  } as const;
  const now = new Date();
  await transact(service.table, queueMessage(message, now));
  await expect(transact(service.table, queueMessage(message, now))).rejects.toThrow(ConditionFailed);
  const stored = await findMessage(message.brand_id, message.id);
  if (stored === undefined) throw new Error('There is no message');
  const taken = await Promise.all(
    ['a', 'b', 'c'].map((run) => changeMessage(stored, { status: 'sending', run })),
  );
  expect(taken.filter(Boolean)).toHaveLength(1);
});
