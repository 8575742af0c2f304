import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { commerceDocument } from '#contract/commerce/document.ts';
import { sized } from '../../soak.ts';
import { call, newProduct, orderOf, post, stack } from '../stack/api-client.ts';
import { rarely } from '../stack/rarely.ts';

/** Number of requests. */
const requests = sized('generated requests', { short: 600, soak: 10_000, variable: 'GENERATED_REQUESTS' });
/** Few, because each concurrent call of a function starts another process. */
const inParallel = 4;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Readonly<Record<string, { readonly enum?: readonly string[]; readonly type?: string }>>;
}

const operations = operationsOf(commerceDocument());

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is walked as the JSON it is
function operationsOf(document: any): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    Object.entries(methods as Record<string, any>).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      query: operation.parameters
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map((parameter: { name: string }) => parameter.name),
      body: operation.requestBody?.content['application/json'].schema.properties ?? {},
    })),
  );
}

/** Values for any place of a request: valid, almost valid, huge, hostile. */
const hostile = fc.oneof(
  fc.constantFrom(
    ...[null, true, false, 0, -1, 1, 1.5, 1e308, 5e-324, -0, 2 ** 53, '', ' ', '0', 'null', '__proto__'],
    ...[
      '\u0000',
      '\ud800',
      '👩‍🌾',
      'مزرعة',
      '../../../etc',
      "' OR 1=1 --",
      '$' + '{jndi:ldap://x}',
      '%00',
      'BRAND#x',
      '\u001f',
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constant('x'.repeat(20_000)),
  fc.uuid(),
  fc.jsonValue({ maxDepth: 3 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);

test('generated requests get no 5xx except for invalid JSON, and no data of another brand', async () => {
  const secretName = `Secret of the sample brand ${crypto.randomUUID()}`;
  const product = await newProduct({ name: secretName });
  const order = (await post('/api/v1/orders', orderOf(product, { notes: secretName }))).body.data.id;
  const foreignIds = [product, order, stack.brandId];
  // The calls may change only the second brand, whose owner is the caller.
  const own = Object.keys(
    (await call('GET', '/api/v1/me', { key: stack.apiKeys.otherBrand })).body.data.brands,
  )[0];

  const value = fc.oneof(
    { weight: 3, arbitrary: hostile },
    { weight: 3, arbitrary: fc.constant(own ?? '') },
    { weight: 1, arbitrary: fc.constantFrom(...foreignIds) },
  );
  const request = fc.constantFrom(...operations).chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      ids: fc.array(value, { minLength: 3, maxLength: 3 }),
      query: fc.dictionary(fc.constantFrom(...operation.query, 'unknown', 'brand_id'), value, { maxKeys: 5 }),
      body: fc.dictionary(
        fc.constantFrom(...Object.keys(operation.body), 'brand_id', 'extra', 'items'),
        value,
        {
          maxKeys: 8,
        },
      ),
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
          fc.constantFrom('application/json', '*/*', '"v1"', '"v0"', '*', 'text/plain', ''),
          fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
        ),
        { maxKeys: 2 },
      ),
      key: rarely(fc.constantFrom(stack.apiKeys.otherBrand, 'nonsense')),
      asOwner: fc.boolean(),
    }),
  );

  const faults: object[] = [];
  const samples = fc.sample(request, { numRuns: requests, seed: 20_261_121 });
  const worker = async () => {
    for (let sample = samples.pop(); sample; sample = samples.pop()) {
      const { operation, ids, query, body, raw, headers, key, asOwner } = sample;
      const path = operation.path.replace(/\{\w+\}/g, () => encodeURIComponent(textOf(ids.pop())));
      const search = Object.entries(query)
        .map(([name, member]) => `${name}=${encodeURIComponent(textOf(member))}`)
        .join('&');
      const address = `${path}${search ? `?${search}` : ''}`.slice(0, 9000);
      const hasBody = Object.keys(operation.body).length > 0;
      const answer = await call(operation.method, address, {
        key: asOwner ? stack.apiKeys.otherBrand : key,
        headers,
        ...(hasBody ? { text: raw ?? JSON.stringify(body) } : {}),
      });
      const invalidJson = hasBody && raw !== null && !isJson(raw);
      if (answer.status >= 500 && !(invalidJson && answer.body.error === 'Internal server error')) {
        faults.push({ method: operation.method, address, status: answer.status, answer: answer.text, body });
      }
      if (answer.text.includes(secretName)) faults.push({ leaked: address });
    }
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  expect(faults).toEqual([]);
}, 280_000);

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
