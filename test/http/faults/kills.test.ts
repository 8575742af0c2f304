import { afterAll, beforeAll, describe } from '@jest/globals';
import { sized } from '../../soak.ts';
import { campaignKillsSuite } from './campaign-kills.suite.ts';
import { changeKillsSuite } from './change-kills.suite.ts';
import { dataLayerSuite } from './data-layer.suite.ts';
import { eventKillsSuite } from './event-kills.suite.ts';
import { type KillStack, startKillStack } from './kill-stack.ts';
import { webhookKillsSuite } from './webhook-kills.suite.ts';

/** KILL_SEED repeats a run, as far as timing allows. */
const seed = Number(process.env['KILL_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

let stack: KillStack;
beforeAll(async () => {
  stack = await startKillStack(seed);
}, 240_000);
afterAll(() => stack?.stop());

describe(`seed ${seed}`, () => {
  dataLayerSuite(() => stack);
  changeKillsSuite(() => stack, {
    kills: sized('kills of the functions that change a stop', { short: 4, soak: 100 }),
  });
  eventKillsSuite(() => stack, {
    count: sized('orders, and as many campaigns and redemptions', { short: 12, soak: 500 }),
    kills: sized('kills of every function process', { short: 3, soak: 60 }),
  });
  campaignKillsSuite(() => stack, {
    contacts: sized('contacts of a campaign', { short: 60, soak: 10_000 }),
    kills: sized('kills of the sender of a campaign', { short: 2, soak: 10 }),
  });
  webhookKillsSuite(() => stack, {
    count: sized('events to two webhook endpoints', { short: 8, soak: 300 }),
    kills: sized('kills of every function process during webhooks', { short: 4, soak: 60 }),
  });
});
