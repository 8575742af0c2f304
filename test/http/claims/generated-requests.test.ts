import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as z from 'zod';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { sized } from '../../soak.ts';
import { type ApiResponse, call } from '../stack/api-client.ts';
import { rarely } from '../stack/rarely.ts';
import { admin } from './claims-api.ts';
import { validBody } from './claims-requests.ts';

/** Number of requests. */
const requests = sized('generated requests', {
  short: 600,
  soak: 3_000,
  variable: 'GENERATED_CLAIMS_REQUESTS',
});
const inParallel = 6;

/** Values for any place of a request: valid, almost valid, huge, hostile. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[null, true, 0, -1, 1.005, 1e308, -0, 2 ** 53, '', ' ', '__proto__', '\u0000', '\ud800', '👩‍⚕️'],
    ...[
      '*',
      '~',
      ':',
      '^',
      'A*B~C',
      'CLAIM#x',
      '../../../etc',
      '%00',
      'inbox/',
      'inbox/..',
      '\u001f',
      'é',
      '2026-02-30',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constant('x'.repeat(5000)),
  fc.uuid(),
  fc.jsonValue({ maxDepth: 2 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

/** Sets a member of the body; `at` is the path to it. */
function planted(body: unknown, at: readonly number[], value: unknown): unknown {
  const [step = 0, ...rest] = at;
  if (typeof body !== 'object' || body === null || at.length === 0) return value;
  const members: [string, unknown][] = Object.entries(body);
  const chosen = step % (members.length + 1);
  if (chosen === members.length) return { ...body, unknown: value };
  const changed = members.map(([name, member], index) => [
    name,
    index === chosen ? planted(member, rest, value) : member,
  ]);
  return Array.isArray(body) ? changed.map(([, member]) => member) : Object.fromEntries(changed);
}

const queryNames = ({ query }: EndpointDeclaration): readonly string[] =>
  query instanceof z.ZodObject ? Object.keys(query.shape) : [];

const request = fc.constantFrom(...claimsEndpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    id: hostile,
    query: fc.dictionary(fc.constantFrom(...queryNames(endpoint), 'unknown'), hostile, { maxKeys: 3 }),
    at: fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }),
    value: hostile,
    raw: rarely(fc.string({ unit: 'binary', maxLength: 50 })),
    headers: fc.dictionary(
      fc.constantFrom(
        'idempotency-key',
        'if-match',
        'if-none-match',
        'accept',
        'content-type',
        'x-request-id',
      ),
      fc.oneof(
        fc.constantFrom('application/json', '*/*', '"v1"', '*', 'text/plain', 'application/edi-x12', ''),
        fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
      ),
      { maxKeys: 2 },
    ),
  }),
);

test('generated requests get no 5xx except for invalid JSON, and every error in the envelope', async () => {
  const faults: object[] = [];
  const statuses = new Map<number, number>();
  const samples = fc.sample(request, { numRuns: requests, seed: 20_261_121 });
  const worker = async () => {
    for (let sample = samples.pop(); sample; sample = samples.pop()) {
      const { endpoint, id, query, at, value, raw, headers } = sample;
      const path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(textOf(id)));
      const search = Object.entries(query)
        .map(([name, member]) => `${name}=${encodeURIComponent(textOf(member))}`)
        .join('&');
      const address = `${path}${search && `?${search}`}`.slice(0, 8000);
      const valid = validBody(endpoint);
      const text = valid && (raw ?? JSON.stringify(planted(valid, at, value)));
      const answer = await call(endpoint.method, address, {
        ...admin,
        headers,
        ...(text !== undefined && { text }),
      });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (isFault(answer, text)) faults.push({ name: endpoint.name, address, text, answer: answer.text });
    }
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  expect(faults).toEqual([]);
  // Requests passed the gateway and validation.
  for (const status of [200, 201, 400, 404, 422])
    expect([status, statuses.get(status)]).toEqual([status, expect.any(Number)]);
}, 200_000);

function isFault({ status, body, text }: ApiResponse, sent: string | undefined): boolean {
  if (status < 400) return false;
  if (typeof body.error !== 'string' || typeof body.request_id !== 'string') return text !== '';
  return status >= 500 && !(sent !== undefined && !isJson(sent) && body.error === 'Internal server error');
}

/** A URL cannot contain lone surrogates. */
const textOf = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
