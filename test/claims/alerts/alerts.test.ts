import { describe, expect, test } from '@jest/globals';
import { type AlertRule, alertCondition } from '#claims/alerts/contract.ts';
import { type AttemptResult, afterAttempt, alertPayload, alertText } from '#claims/alerts/deliver-alert.ts';
import {
  type Alert,
  isWindowFree,
  linksOf,
  type Measure,
  newAlert,
  nextAttemptOf,
  raisedAlert,
  reachesThreshold,
} from '#claims/alerts/rules.ts';

/** A rule that alerts about any rejected claim, at most hourly. */
const rule = (over: Partial<AlertRule> = {}): AlertRule => ({
  ...{ id: 'c2a0f6b8-1f0e-4a55-9d0a-0c7d6a1f2b3c', version: 1, name: 'Rejections' },
  condition: { kind: 'rejected_claims', lanes: ['rejected'], hours: 24 },
  schedule: { mode: 'immediate', window_minutes: 60 },
  recipients: { emails: ['a@example.com', 'b@example.com'] },
  paused: false,
  ...{ created_at: '2026-03-01T00:00:00.000Z', created_by: 'key:1' },
  ...{ updated_at: '2026-03-01T00:00:00.000Z', updated_by: 'key:1' },
  ...over,
});

const counted = (count: number, over: Partial<Measure> = {}): Measure => ({
  ...{ count, cents: count * 100, isTruncated: false, ids: ['1'] },
  ...(count > 0 && { newest: `2026-03-02T00:00:0${count}.000Z#1` }),
  ...over,
});

const timeZone = 'America/Denver';
const at = (time: string) => ({ now: new Date(time), timeZone });
const noon = at('2026-03-02T19:00:00Z');

describe('a threshold', () => {
  const reached = (thresholds: object, measure = counted(5)) =>
    reachesThreshold(alertCondition.parse({ kind: 'rejected_claims', ...thresholds }), measure);

  test.each([
    ['one record, without thresholds', {}, counted(1), true],
    ['no record', {}, counted(0), false],
    ['the count', { count: 5 }, counted(5), true],
    ['less than the count', { count: 6 }, counted(5), false],
    ['the amount to the cent', { amount: 1.01 }, counted(1, { cents: 101 }), true],
    ['a cent less than the amount', { amount: 1.01 }, counted(9, { cents: 100 }), false],
    ['one of two', { count: 6, amount: 5 }, counted(5), true],
    ['a failed visit', { count: 6 }, counted(0, { failing: 'timeout' }), true],
  ])('is reached or not by %s', (_, thresholds, measure, isReached) => {
    expect(reached(thresholds, measure)).toBe(isReached);
  });
});

describe('an immediate rule', () => {
  const first = raisedAlert(rule(), undefined, counted(1), noon);

  test('alerts at once, and has one id for its window', () => {
    expect(first?.alert).toMatchObject({ count: 1, cents: 100, state: 'pending', test: false });
    expect(raisedAlert(rule(), undefined, counted(3), noon)?.alert.id).toBe(first?.alert.id);
  });

  test.each([
    ['within its window', '2026-03-02T19:59:59Z', false],
    ['after its window', '2026-03-02T20:00:00Z', true],
  ])('%s', (_, time, isFree) => {
    expect(isWindowFree(rule(), first?.state, at(time))).toBe(isFree);
  });

  test('has a free window after a change, and none while it is paused', () => {
    expect(isWindowFree(rule({ version: 2 }), first?.state, noon)).toBe(true);
    expect(isWindowFree(rule({ paused: true }), undefined, noon)).toBe(false);
  });

  test.each([
    ['the same records', counted(1), false],
    ['fewer records', counted(1, { count: 0, cents: 0, failing: undefined } as object), false],
    ['a newer record in place of an older one', counted(1, { newest: '2026-03-03T00:00:00.000Z#9' }), true],
    ['more records', counted(2), true],
    ['records beyond the count', counted(1, { isTruncated: true }), true],
  ])('alerts again or not about %s', (_, measure, isRaised) => {
    const next = raisedAlert(rule(), first?.state, measure, at('2026-03-02T20:00:00Z'));
    expect(next !== undefined).toBe(isRaised);
    if (next) expect(next.alert.id).not.toBe(first?.alert.id);
  });

  test('alerts about the same records again after its threshold was not reached', () => {
    const cleared = first && { ...first.state, active: false };
    expect(raisedAlert(rule(), cleared, counted(1), noon)).toBeDefined();
  });
});

describe('a daily rule', () => {
  const daily = rule({ schedule: { mode: 'daily', hour: 8 } });
  const first = raisedAlert(daily, undefined, counted(1), noon);

  test.each([
    ['before its hour in the time zone of the practice', '2026-03-02T14:59:00Z', undefined, false],
    ['at its hour', '2026-03-02T15:00:00Z', undefined, true],
    ['a second time on the same day', '2026-03-03T06:00:00Z', first?.state, false],
    ['on the next day', '2026-03-03T15:00:00Z', first?.state, true],
  ])('%s', (_, time, state, isFree) => {
    expect(isWindowFree(daily, state, at(time))).toBe(isFree);
  });

  test('repeats what it has already counted', () => {
    expect(raisedAlert(daily, first?.state, counted(1), at('2026-03-03T15:00:00Z'))).toBeDefined();
  });
});

test.each([
  [{ kind: 'rejected_claims', payer_id: 'A&B' }, '/api/claims?lane=rejected&payer_id=A%26B'],
  [{ kind: 'quarantined_files' }, '/api/files?state=quarantined'],
  [{ kind: 'overdue_claims' }, '/api/claims?lane=overdue'],
  [{ kind: 'unmatched_items', item_kind: 'payment' }, '/api/unmatched?kind=payment'],
  [{ kind: 'clearinghouse' }, '/api/clearhouse'],
  [{ kind: 'unreconciled_deposits' }, '/api/deposits?state=expected'],
])('links the list of %j', (condition, link) => {
  expect(linksOf(alertCondition.parse(condition))[0]).toBe(link);
});

const now = new Date('2026-03-02T19:00:00.000Z');
const alert = newAlert(rule(), counted(6, { ids: ['claim-1'] }), { id: 'alert-1', now, test: false });
const later = new Date('2026-03-02T19:05:00.000Z');
const ports = { now: () => now, nextAttempt: (attempts: number) => (attempts < 3 ? later : undefined) };
const attempt = (before: Alert, recipient: string, result: AttemptResult) =>
  afterAttempt(before, recipient, result, { at: now, ports });
const [a, b] = ['a@example.com', 'b@example.com'];

describe('an alert', () => {
  test('is delivered when every recipient has it', () => {
    const first = attempt(alert, a, { result: 'delivered' });
    expect([first.state, nextAttemptOf(first)]).toEqual(['pending', now.toISOString()]);
    const second = attempt(first, b, { result: 'delivered' });
    expect([second.state, nextAttemptOf(second)]).toEqual(['delivered', undefined]);
  });

  test('waits for the next attempt of a recipient, and fails after the last one', () => {
    const failure = { result: 'again', error: 'timeout' } as const;
    let current = attempt(alert, a, { result: 'delivered' });
    current = attempt(current, b, failure);
    expect([current.state, nextAttemptOf(current)]).toEqual(['pending', later.toISOString()]);
    current = attempt(attempt(current, b, failure), b, failure);
    expect(current.state).toBe('failed');
    expect(current.deliveries[1]).toEqual({
      ...{ recipient: b, state: 'failed', attempts: 3, error: 'timeout' },
      last_attempt_at: now.toISOString(),
    });
  });

  test('is not repeated for a recipient who refuses it', () => {
    const refused = attempt(alert, a, { result: 'refused', error: 'invalid_address' });
    expect(refused.deliveries[0]).toMatchObject({ state: 'failed', attempts: 1 });
  });
});

describe('the text of an alert', () => {
  test('has counts, amounts, ids and links', () => {
    const { subject, text, html } = alertText({ ...alert, rule_name: '<Rule>' }, 'https://granary.example');
    expect(subject).toBe('Rejected claims: 6');
    expect(text).toContain('Charged: 6.00\n');
    expect(text).toContain('claim-1\n');
    expect(text).toContain('https://granary.example/api/claims?lane=rejected\n');
    expect(html).toContain('&lt;Rule&gt;');
  });

  test('marks a test, and an incomplete count', () => {
    expect(alertText({ ...alert, test: true, at_least: true }).subject).toBe(
      '[Test] Rejected claims: at least 6',
    );
  });

  test('is the same in every attempt of a webhook', () => {
    const tried = attempt(alert, a, { result: 'again', error: 'timeout' });
    expect(alertPayload(tried)).toBe(alertPayload(alert));
    expect(JSON.parse(alertPayload(alert))).toMatchObject({
      type: 'claims.alert',
      data: { id: 'alert-1', count: 6, amount: 6 },
    });
  });
});
