import { describe, expect, test } from '@jest/globals';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import {
  faultOfDay,
  faultOfNumber,
  faultOfText,
  ruleOf,
  tidyCode,
  tidyDiagnosis,
} from '#web/components/field-rules.ts';
import { rulesOf } from '../../../web/contract-rules-plugin.ts';

describe('the rules of a request', () => {
  const rules = (method: string, path: string) =>
    rulesOf([commerceDocument(), claimsDocument()], method, path);

  test('are those of its contract', () => {
    const product = rules('POST', '/api/v1/products');
    expect(product['name']).toEqual({ required: true, longest: 255 });
    expect(product['price']).toMatchObject({ kind: 'number', min: 0 });
    expect(rules('POST', '/api/v1/contacts')['email']).toMatchObject({ kind: 'email' });
  });

  test('demand a member only if the contract demands all that it is in', () => {
    expect(rules('POST', '/api/v1/orders')['pickup_date']).toEqual({ kind: 'date' });
    expect(rules('POST', '/api/v1/stops')['cut_off.time']?.required).toBeUndefined();
    expect(rules('PATCH', '/api/v1/products/{id}')['name']?.required).toBeUndefined();
  });

  test('are found by the name of a field, whatever its place in a list', () => {
    const order = rules('POST', '/api/v1/orders');
    expect(ruleOf(order, 'items.12.quantity')).toEqual(order['items.*.quantity']);
    expect(ruleOf(order, 'items.12.nothing')).toBeUndefined();
  });

  test('are refused for a request that the contract does not have', () => {
    expect(() => rules('POST', '/api/v1/nothing')).toThrow('/api/v1/nothing');
  });
});

describe('a fault of a value', () => {
  test.each([
    ['', { required: true }, { code: 'required' }],
    ['  ', { required: true }, { code: 'required' }],
    ['', { kind: 'email' as const }, undefined],
    ['ana@', { kind: 'email' as const }, { code: 'email' }],
    ['ana@farm.example.com ', { kind: 'email' as const }, undefined],
    ['12345', { pattern: '^\\d{10}$' }, { code: 'digits', limit: 10 }],
    ['A-1', { pattern: '^[A-Za-z0-9]{1,3}$' }, { code: 'letters' }],
    ['plums', { longest: 3 }, { code: 'longest', limit: 3 }],
  ])('of the text "%s" by %j is %j', (text, rule, fault) => {
    expect(faultOfText(text, rule)).toEqual(fault);
  });

  test.each([
    [undefined, { required: true }, { code: 'required' }],
    [7.5, { kind: 'integer' as const }, { code: 'integer' }],
    [0, { above: 0 }, { code: 'above', limit: 0 }],
    [-1, { min: 0 }, { code: 'min', limit: 0 }],
    [24, { max: 23 }, { code: 'max', limit: 23 }],
    [23, { min: 0, max: 23 }, undefined],
  ])('of the number %j by %j is %j', (value, rule, fault) => {
    expect(faultOfNumber(value, rule)).toEqual(fault);
  });

  test.each([
    ['0026-12-05', {}, { code: 'year' }],
    ['2026-12-05T10:00', { min: '2026-12-05' }, undefined],
    ['2026-12-04', { min: '2026-12-05' }, { code: 'from', day: '2026-12-05' }],
    ['2026-12-06', { max: '2026-12-05' }, { code: 'until', day: '2026-12-05' }],
  ])('of the day %s between %j is %j', (value, limits, fault) => {
    expect(faultOfDay(value, {}, limits)).toEqual(fault);
  });
});

test('codes lose their blanks, and diagnoses the dot', () => {
  expect(tidyCode(' 99 213 ')).toBe('99213');
  expect(tidyDiagnosis(' j06.9 ')).toBe('J069');
});
