import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { ConditionFailed } from '#persistence/conflict.ts';
import { changeMessage, findMessage, queueMessage } from '#store/commerce/messages/queue-message.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';

const started_at = '2026-11-22T08:00:00.000Z';

export function campaignsSuite(table: () => Table): void {
  test('a message is queued once and reserved by one run', async () => {
    const message = {
      id: 'digest:1',
      brand_id: randomUUID(),
      channel: 'email',
      to: 'a@example.com',
      kind: 'digest',
      subject: 's',
      text: 't',
    } as const;
    const now = new Date(started_at);
    await transact(table(), queueMessage(message, now));
    await expect(transact(table(), queueMessage(message, now))).rejects.toThrow(ConditionFailed);
    const stored = await findMessage(table(), message.brand_id, message.id);
    if (stored === undefined) throw new Error('There is no message');
    const taken = await Promise.all(
      ['a', 'b', 'c'].map((run) => changeMessage(table(), stored, { status: 'sending', run })),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
  });
}
