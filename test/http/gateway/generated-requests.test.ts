import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { type GeneratedRequest, generatedRequests, isFault } from '../../functions/generated-requests.ts';
import { sized } from '../../soak.ts';
import { call, get, newProduct, orderOf, post, stack } from '../stack/api-client.ts';

/** Number of requests. The tests of this name below test/functions send more, without the gateway. */
const requests = sized('generated requests over HTTP', { short: 200, soak: 10_000 });
/** Few, because each call of another function starts a process, and so does each concurrent call. */
const inParallel = 2;

const all = [...commerceEndpoints, ...claimsEndpoints];
const names = new Set<string>([
  ...['list-products', 'create-water-log', 'patch-product', 'get-report', 'search-claims', 'list-audit-log'],
  // They need services that only the whole stack has.
  ...['create-product-import', 'create-product-image', 'follow-image-link', 'get-brand-export'],
  ...['create-checkout', 'receive-stripe-event', 'preview-add-ons', 'show-unsubscribe', 'unsubscribe'],
  ...[
    'edit-claim',
    'submit-claims',
    'test-connection',
    'start-verification',
    'get-export',
    'create-checkpoint',
  ],
]);
const endpoints = process.env['GRANARY_SOAK'] === '1' ? all : all.filter(({ name }) => names.has(name));

test('generated requests get no 5xx except for invalid JSON, and no data of another brand', async () => {
  const secretName = `Secret of the sample brand ${crypto.randomUUID()}`;
  const product = await newProduct({ name: secretName });
  const order = (await post('/api/v1/orders', orderOf(product, { notes: secretName }))).body.data.id;
  // The calls may change only the second brand, whose owner is the caller.
  const me = await get('/api/v1/me', { key: stack.apiKeys.otherBrand });
  const generated = generatedRequests(endpoints, {
    own: Object.keys(me.body.data.brands),
    foreign: [product, order, stack.brandId],
  });

  const faults: object[] = [];
  const samples = fc.sample(generated, { numRuns: requests, seed: 20_261_121 });
  const worker = async () => {
    for (let sample = samples.pop(); sample; sample = samples.pop()) {
      const answer = await send(sample);
      const { endpoint, ...sent } = sample;
      if (isFault(sample, answer)) faults.push({ name: endpoint.name, ...sent, answer: answer.text });
      if (answer.text.includes(secretName)) faults.push({ leaked: endpoint.name, ...sent });
    }
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  expect(faults).toEqual([]);
}, 280_000);

function send({ endpoint, parameters, query, headers, text, isStranger }: GeneratedRequest) {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? ''),
  );
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const key = endpoint.service === 'claims' ? stack.claimsApiKeys.admin : stack.apiKeys.otherBrand;
  return call(endpoint.method, `${path}${search && `?${search}`}`.slice(0, 9000), {
    key: isStranger ? 'nonsense' : key,
    headers,
    ...(text !== undefined && { text }),
  });
}
