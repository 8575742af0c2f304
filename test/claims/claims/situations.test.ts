import { expect, test } from '@jest/globals';
import { orders, shown } from './chain-facts.ts';
import { codes } from './situations/codes.ts';
import { corrections } from './situations/corrections.ts';
import { laterPayers } from './situations/later-payers.ts';
import { lines } from './situations/lines.ts';
import { repeatedDecisions } from './situations/repeated-decisions.ts';
import { reversals } from './situations/reversals.ts';

test.each([...repeatedDecisions, ...laterPayers, ...lines, ...reversals, ...corrections, ...codes])(
  '$name',
  ({ facts, right }) => {
    const all = facts();
    for (const order of orders(all)) expect(shown(order)).toEqual(right);
  },
);
