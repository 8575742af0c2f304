import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sized } from '../../soak.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';
import { billingSuite } from './year/billing.suite.ts';
import { messagesSuite } from './year/messages.suite.ts';
import { type PlayedYear, playYear } from './year/play-year.ts';
import { type RawRecords, readRecords } from './year/raw-records.ts';
import { salesSuite } from './year/sales.suite.ts';
import { waterSuite } from './year/water.suite.ts';

const orderCount = sized('orders of a year', { short: 60, soak: 1000, variable: 'YEAR_ORDERS' });
const seed = Number(process.env['YEAR_SEED'] ?? 12);

const folder = newFolder();
let running: LocalProcess;
let receiver: WebhookReceiver;
let played: PlayedYear;
let records: RawRecords;

beforeAll(async () => {
  running = await startLocalProcess({ dataFolder: folder, flags: ['--no-test-payer'] });
  receiver = await startWebhookReceiver();
  played = await playYear({ stack: running.stack, folder, receiver, seed, orderCount });
  records = await readRecords(played.year);
}, 3_600_000);
afterAll(async () => {
  receiver?.stop();
  await running?.stop();
  removeFolder(folder);
});

test('the year has its orders, and the rules of the brand refused some', () => {
  const refusals = [...played.year.refused];
  const refusedOrders = refusals
    .filter(([code]) => code.startsWith('POST /orders '))
    .reduce((sum, [, count]) => sum + count, 0);
  expect(records.orders.length + refusedOrders).toBeGreaterThanOrEqual(orderCount);
  // One order in five has a promo code, and in a long year most of those are used up.
  expect(records.orders.length).toBeGreaterThan(0.6 * orderCount);
  const refused = refusals.map(([code]) => code).join('\n');
  expect(refused).toContain('POST /orders promo_code_refused');
  expect(refused).toContain('POST /referrals self_referral');
});

test('everything that the year has stored has a declared place', () => {
  expect(records.undeclared).toEqual([]);
});

const facts = () => ({ played, records });
describe('sales', () => salesSuite(facts));
describe('water', () => waterSuite(facts));
describe('billing', () => billingSuite(facts));
describe('messages', () => messagesSuite(facts));
