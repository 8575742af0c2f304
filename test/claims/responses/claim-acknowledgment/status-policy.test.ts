import { describe, expect, test } from '@jest/globals';
import { statusTrigger } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import { statusView } from './status-views.ts';

describe('the transition of a status', () => {
  test.each([
    // Category, STC03, transition by the contract, transition by the standard.
    ['A1', undefined, 'accepted', 'accepted'],
    ['A2', 'WQ', 'accepted', 'accepted'],
    ['A3', undefined, 'questioned', 'payer_rejected'],
    ['A4', undefined, 'payer_rejected', 'payer_rejected'],
    ['A6', undefined, 'payer_rejected', 'payer_rejected'],
    ['A7', 'U', 'payer_rejected', 'payer_rejected'],
    ['A8', undefined, 'questioned', 'payer_rejected'],
    ['A9', undefined, 'pended', undefined],
    ['P1', undefined, 'questioned', 'pended'],
    ['P5', undefined, 'questioned', 'pended'],
    ['A0', undefined, undefined, 'accepted'],
    ['A5', undefined, undefined, 'accepted'],
    ['P0', undefined, undefined, 'pended'],
    ['F1', undefined, undefined, 'pended'],
    ['R4', undefined, undefined, 'pended'],
    ['E1', undefined, undefined, undefined],
    ['D0', undefined, undefined, undefined],
    ['ZZ', undefined, undefined, undefined],
    // STC03 U rejects with any category.
    ['A2', 'U', 'questioned', 'payer_rejected'],
    ['F2', 'U', 'questioned', 'payer_rejected'],
    ['ZZ', 'U', 'questioned', 'payer_rejected'],
    ['', 'U', 'questioned', 'payer_rejected'],
    ['F5', undefined, 'questioned', 'payer_rejected'],
  ])('%s with action %s', (category, action, contract, standard) => {
    const status = statusView(category, action);
    expect([
      statusTrigger(status, { reading: 'contract' }),
      statusTrigger(status, { reading: 'standard' }),
    ]).toEqual([contract, standard]);
  });
});
