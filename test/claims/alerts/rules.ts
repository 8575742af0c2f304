import type { Measure } from '#claims/alerts/measure.ts';
import type { AlertRule } from '#contract/claims/alerts/records.ts';

/** A rule that alerts about any rejected claim, at most hourly. */
export const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id: 'c2a0f6b8-1f0e-4a55-9d0a-0c7d6a1f2b3c', version: 1, name: 'Rejections' },
  condition: { kind: 'rejected_claims', lanes: ['rejected'], hours: 24 },
  schedule: { mode: 'immediate', window_minutes: 60 },
  recipients: { emails: ['a@example.com', 'b@example.com'] },
  paused: false,
  ...{ created_at: '2026-03-01T00:00:00.000Z', created_by: 'key:1' },
  ...{ updated_at: '2026-03-01T00:00:00.000Z', updated_by: 'key:1' },
  ...over,
});

export const counted = (count: number, over: Partial<Measure> = {}): Measure => ({
  ...{ count, cents: count * 100, isTruncated: false, ids: ['1'] },
  ...(count > 0 && { newest: `2026-03-02T00:00:0${count}.000Z#1` }),
  ...over,
});
