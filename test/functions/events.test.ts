import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { anOrder, type CommerceService, newBrand, startCommerceService } from './commerce-service.ts';
import { invoke } from './invoke.ts';
import { type TableCommand, watchCommands } from './table-commands.ts';

let service: CommerceService;
beforeAll(async () => {
  service = await startCommerceService();
});
afterAll(() => service.stop());

let unwatch = () => {};
afterEach(() => unwatch());

/** Each operation with an event, ready to be invoked, and the list that shows its result. */
async function everyWrite() {
  const { brand_id, caller } = await newBrand({ catalog: 'external' });
  await invoke('create-referral-code', { caller, body: { brand_id, code: 'MEADOW10' } });
  const order = anOrder(brand_id);
  const campaign = { brand_id, name: 'n', subject: 's', content: 'c' };
  const referral = { brand_id, referral_code: 'MEADOW10', referred_email: 'ana@example.com' };
  const eventsOf = async (event: string) =>
    (await invoke('list-activity', { caller, query: { brand_id, event } })).body.data;
  const write = (name: string, body: object, event: string) => ({
    run: () => invoke(name, { caller, body, headers: { 'idempotency-key': name } }),
    events: () => eventsOf(event),
  });
  return [
    write('create-order', order, 'orderCreated'),
    write('create-campaign', campaign, 'campaignCreated'),
    write('redeem-referral', referral, 'referralCompleted'),
  ];
}

const isTransaction = ({ name }: TableCommand) => name.startsWith('TransactWrite');

describe('Events of orders, campaigns and redemptions', () => {
  test('exist when the run ends right after its transaction', async () => {
    for (const { run, events } of await everyWrite()) {
      let isOver = false;
      unwatch = watchCommands(service.table, (command) => {
        if (isOver) throw new Error('The run has ended');
        isOver = isTransaction(command);
      });
      await run();
      expect(isOver).toBe(true);
      unwatch();
      expect(await events()).toHaveLength(1);
    }
  });

  test('do not exist when the transaction fails, and exist once after repetitions', async () => {
    for (const { run, events } of await everyWrite()) {
      unwatch = watchCommands(service.table, (command) => {
        if (isTransaction(command)) throw new Error('The store is gone');
      });
      expect((await run()).status).toBe(500);
      unwatch();
      expect(await events()).toEqual([]);
      const answers = [await run(), await run(), await run()];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(await events()).toHaveLength(1);
    }
  });
});

test('returns a search even if its event cannot be stored', async () => {
  const { brand_id, caller } = await newBrand();
  unwatch = watchCommands(service.table, ({ input }) => {
    if (String(input.Item?.pk).startsWith('ACTIVITY#')) throw new Error('The store is gone');
  });
  const { status } = await invoke('list-products', { caller, query: { brand_id, search: 'pear' } });
  expect(status).toBe(200);
  unwatch();
  const { body } = await invoke('list-activity', { caller, query: { brand_id } });
  expect(body.data).toEqual([]);
});
