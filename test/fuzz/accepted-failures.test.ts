import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type AcceptedFailure, acceptedFailures } from './accepted-failures.ts';
import { covers, type FuzzFinding, fuzzFindingsIn } from './findings.ts';

const finding = (over: Partial<FuzzFinding>): FuzzFinding => ({
  check: 'not_a_server_error',
  message: '',
  method: 'POST',
  url: '/api/v1/orders',
  body: Buffer.from('{"brand_id": '),
  status: 500,
  answer: '{"error":"Internal server error","code":"internal"}',
  ...over,
});

const isAccepted = (one: FuzzFinding): boolean =>
  acceptedFailures.some((entry: AcceptedFailure) => covers(entry, one));

describe('the accepted findings of the fuzzer', () => {
  test('accepts 500 only for a body that is not JSON', () => {
    expect(isAccepted(finding({}))).toBe(true);
    expect(isAccepted(finding({ body: Buffer.from('{}') }))).toBe(false);
    expect(
      isAccepted(finding({ answer: '{"error":"Failed to create order","code":"order_not_created"}' })),
    ).toBe(false);
    expect(isAccepted(finding({ check: 'response_schema_conformance' }))).toBe(false);
  });

  test('accepts that a brand with matched prices refuses a product without a price', () => {
    const refused = finding({
      check: 'positive_data_acceptance',
      status: 400,
      answer: '{"error":"Prices differ from the catalog","code":"price_mismatch"}',
    });
    expect(isAccepted(refused)).toBe(true);
    expect(isAccepted({ ...refused, check: 'not_a_server_error', status: 500 })).toBe(false);
  });

  test('accepts that a tax rate has at most four decimals', () => {
    const answer = (message: string) =>
      `{"error":"Validation failed","code":"validation_failed","details":[{"path":["body","tax_rates",0,"rate_percent"],"message":"${message}"}]}`;
    const refused = { check: 'positive_data_acceptance', status: 400 };
    expect(isAccepted(finding({ ...refused, answer: answer('A rate has at most four decimals') }))).toBe(
      true,
    );
    expect(isAccepted(finding({ ...refused, answer: answer('Must be a number') }))).toBe(false);
  });

  test('accepts refusals by refinements and by the domain, and no others of the same answer', () => {
    const answer = (...codes: string[]) =>
      JSON.stringify({ code: 'validation_failed', details: codes.map((code) => ({ path: ['body'], code })) });
    const refused = { check: 'positive_data_acceptance', status: 400 };
    expect(isAccepted(finding({ ...refused, answer: answer('custom', 'custom') }))).toBe(true);
    expect(isAccepted(finding({ ...refused, answer: answer('not_allowed', 'beyond_head') }))).toBe(true);
    expect(isAccepted(finding({ ...refused, answer: answer('custom', 'too_small') }))).toBe(false);
    expect(isAccepted(finding({ ...refused, answer: answer('invalid_value') }))).toBe(false);
    expect(isAccepted(finding({ ...refused, answer: answer() }))).toBe(false);
  });

  test('accepts 422 for what is stored or what a file says, with a code of the catalogue only', () => {
    const answer = (code: string) => JSON.stringify({ error: 'Refused', code });
    const refused = { check: 'positive_data_acceptance', status: 422 };
    expect(isAccepted(finding({ ...refused, answer: answer('unknown_remittance') }))).toBe(true);
    expect(isAccepted(finding({ ...refused, answer: answer('validation_failed') }))).toBe(false);
    expect(isAccepted(finding({ ...refused, answer: answer('not_in_the_catalogue') }))).toBe(false);
  });

  test('states a reason for each entry', () => {
    for (const { reason } of acceptedFailures) expect(reason.length).toBeGreaterThan(40);
  });
});

test('reads findings from a report of events, with request and response', () => {
  const folder = mkdtempSync(join(tmpdir(), 'granary-findings-'));
  const base64 = (text: string) => ({ $base64: Buffer.from(text).toString('base64') });
  const recorder = {
    checks: {
      one: [
        {
          name: 'not_a_server_error',
          status: 'failure',
          failure_info: { failure: { message: 'Server error' } },
        },
        { name: 'content_type_conformance', status: 'success' },
      ],
    },
    interactions: {
      one: {
        request: { method: 'POST', uri: 'http://localhost/api/v1/orders', body: base64('{') },
        response: { status_code: 500, content: base64('{"code":"internal"}') },
      },
    },
  };
  const report = join(folder, 'report.ndjson');
  writeFileSync(report, `{"Initialize":{}}\n${JSON.stringify({ ScenarioFinished: { recorder } })}\n`);
  try {
    expect(fuzzFindingsIn(report)).toMatchObject([
      {
        check: 'not_a_server_error',
        message: 'Server error',
        method: 'POST',
        status: 500,
        answer: '{"code":"internal"}',
      },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
