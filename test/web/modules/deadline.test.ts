import { expect, test } from '@jest/globals';
import type { PayerWithConfigs } from '#claims/configuration/contract.ts';
import { deadlineOf } from '#web/claims/denials/deadline.ts';

const payers: readonly PayerWithConfigs[] = [
  {
    ...{ id: 'P1', name: 'Plains Health' },
    configs: [
      { payer_id: 'P1', transaction: '835', overdue_after_hours: 720, appeal_within_days: 120 },
      {
        ...{ payer_id: 'P1', transaction: '837P', file_within_days: 365 },
        receiver: { qualifier: 'ZZ', id: 'PLAINS', name: 'PLAINS' },
      },
    ],
  },
  {
    id: 'P2',
    name: 'Hill Plan',
    configs: [{ payer_id: 'P2', transaction: '835', overdue_after_hours: 720 }],
  },
];

test.each([
  ['denied', 'P1', { day: '2026-07-08', left: 1 }],
  ['underpaid', 'P1', { day: '2026-07-08', left: 1 }],
  ['payer_rejected', 'P1', { day: '2027-02-14', left: 222 }],
  ['rejected', 'P1', { day: '2027-02-14', left: 222 }],
  ['denied', 'P2', undefined],
  ['denied', 'P3', undefined],
] as const)('a %s claim of payer %s can be worked on until %j', (lane, payer_id, deadline) => {
  // BPR16 is a day: its midnight in UTC is the day before in America.
  const claim = { lane, payer_id, remitted_at: '2026-03-10T00:00:00.000Z', service_to: '2026-02-14' };
  expect(deadlineOf(claim, payers, '2026-07-07')).toEqual(deadline);
});

test('a claim that has not been paid has no day to appeal', () => {
  const claim = { lane: 'denied', payer_id: 'P1', remitted_at: undefined, service_to: '2026-02-14' } as const;
  expect(deadlineOf(claim, payers, '2026-07-07')).toBeUndefined();
});
