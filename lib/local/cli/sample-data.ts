import * as z from 'zod';
import type { Seed } from '../runtime/seeding.ts';

/** Functions that a first start calls: those behind the requests below, and what runs by itself. They are bundled first. */
export const firstFunctions: readonly string[] = [
  ...['migrate-schema', 'authorizer', 'create-api-key'].map((name) => `claims/${name}`),
  ...[
    'authorizer',
    'create-brand',
    'create-api-key',
    'create-product',
    'create-order',
    'create-water-log',
    'create-campaign',
    'create-referral-code',
    'find-work',
    'dispatch-events',
  ].map((name) => `commerce/${name}`),
];

/**
 * Fills a new data folder through the API, like a new customer: two brands with keys, sample records of the first brand,
 * and a key for each role of the claims service.
 */
export const seed: Seed = async ({ baseUrl, token, log }) => {
  const bearer = { authorization: `Bearer ${await token({ sub: 'sample-farmer', granary_operator: true })}` };
  const brand = (name: string) => create(baseUrl, '/api/v1/brands', bearer, { name, plan: 'enterprise' });
  const brandId = await brand('Meadow Farm');
  const otherBrandId = await brand('Orchard Hill');
  const key = (brand_id: string, role: string) =>
    create(baseUrl, '/api/v1/api-keys', bearer, { brand_id, role, name: `Sample ${role} key` }, 'secret');
  const admin = {
    authorization: `Bearer ${await token({ sub: 'sample-admin', granary_claims_roles: ['admin'] })}`,
  };
  const claimsKey = (role: string) =>
    create(baseUrl, '/api/admin/api-keys', admin, { role, name: `Sample ${role} key` }, 'secret');
  const seeded = {
    brandId,
    otherBrandId,
    apiKeys: {
      owner: await key(brandId, 'owner'),
      manager: await key(brandId, 'manager'),
      viewer: await key(brandId, 'viewer'),
      // To try the separation of brands.
      otherBrand: await key(otherBrandId, 'owner'),
    },
    claimsApiKeys: {
      biller: await claimsKey('biller'),
      auditor: await claimsKey('auditor'),
      admin: await claimsKey('admin'),
    },
  };
  await sampleRecords(baseUrl, brandId, seeded.apiKeys.owner);
  log('Sample data: brands Meadow Farm and Orchard Hill');
  return seeded;
};

const sampleProducts = [
  { name: 'Heirloom tomatoes', category: 'Vegetables', price: 4.5, unit: 'lb' },
  { name: 'Butter lettuce', category: 'Vegetables', price: 3.25, unit: 'head' },
  { name: 'Rainbow carrots', category: 'Vegetables', price: 2.75, unit: 'bunch' },
  { name: 'Pasture eggs', category: 'Eggs', price: 6.5, unit: 'dozen' },
  { name: 'Raw honey', category: 'Pantry', price: 12, unit: 'jar' },
  { name: 'Apple cider', category: 'Drinks', price: 7.25, unit: 'half gallon' },
];

/** Creates the records of one kind in sequence, because each kind then needs only one function instance. */
async function sampleRecords(baseUrl: string, brand_id: string, ownerKey: string): Promise<void> {
  const owner = { 'x-api-key': ownerKey, 'x-forwarded-for': 'seed' };
  const record = (path: string, body: object) => create(baseUrl, path, owner, { brand_id, ...body });
  await Promise.all([
    sampleOrders(record),
    record('/api/v1/water-logs', {
      field_name: 'North field',
      gallons: 420,
      duration_minutes: 45,
      water_method: 'drip',
    }),
    record('/api/v1/campaigns', {
      name: 'First harvest',
      subject: 'Tomatoes are in',
      content: 'Come by on Saturday.',
    }),
    record('/api/v1/referral-codes', { code: 'MEADOW10' }),
  ]);
}

async function sampleOrders(record: (path: string, body: object) => Promise<string>): Promise<void> {
  const products: string[] = [];
  for (const product of sampleProducts) products.push(await record('/api/v1/products', product));
  for (const [index, customer] of ['ana@example.com', 'ben@example.com', 'ana@example.com'].entries()) {
    await record('/api/v1/orders', {
      customer_email: customer,
      items: products
        .slice(index, index + 3)
        .map((product_id, line) => ({ product_id, quantity: line + 1, price: 4.5 })),
    });
  }
}

/** Creates a resource. Returns its id, or the secret of an API key. */
async function create(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
  returned: 'id' | 'secret' = 'id',
): Promise<string> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201)
    throw new Error(`Seeding: POST ${path} failed with ${response.status}: ${text}`);
  const { data } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text));
  return z.string().parse(data[returned]);
}
