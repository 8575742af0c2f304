import { describe, expect, test } from '@jest/globals';
import { type Alert, newAlert, nextAttemptOf } from '#claims/alerts/alert.ts';
import { alertPayload, alertText } from '#claims/alerts/alert-text.ts';
import { type AttemptResult, afterAttempt } from '#claims/alerts/deliver-alert.ts';
import { counted, rule } from './rules.ts';

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
    expect(text).toContain('Amount: 6.00\n');
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
