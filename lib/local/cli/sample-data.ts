/** What the seed made: shown in the banner and kept in `.granary/local.json`. */
export interface SampleData {
  readonly brandId: string;
  readonly apiKeys: {
    readonly owner: string;
    readonly manager: string;
    readonly viewer: string;
    /** Owner key of a second brand, to see that brands never meet. */
    readonly otherBrand: string;
  };
  /** Keys of the claims service, by role. */
  readonly claimsApiKeys: {
    readonly biller: string;
    readonly auditor: string;
    readonly admin: string;
  };
}

interface SeedOptions {
  readonly baseUrl: string;
  /** Makes a token of the development issuer. */
  readonly token: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly log: (line: string) => void;
}

/**
 * Fills a fresh data folder over the API itself, as a new customer would: two brands, their keys, sample records
 * of the first, and a key for each role of the claims service.
 */
export async function seed({ baseUrl, token, log }: SeedOptions): Promise<SampleData> {
  const bearer = { authorization: `Bearer ${await token({ sub: 'sample-farmer', granary_operator: true })}` };
  const brand = (name: string) => post(baseUrl, '/api/v1/brands', bearer, { name, plan: 'enterprise' });
  const brandId = await brand('Meadow Farm');
  const otherBrandId = await brand('Orchard Hill');
  const key = (brand_id: string, role: string) =>
    createKey(baseUrl, '/api/v1/api-keys', bearer, { brand_id, role, name: `Sample ${role} key` });
  const admin = {
    authorization: `Bearer ${await token({ sub: 'sample-admin', granary_claims_roles: ['admin'] })}`,
  };
  const claimsKey = (role: string) =>
    createKey(baseUrl, '/api/admin/api-keys', admin, { role, name: `Sample ${role} key` });
  const seeded: SampleData = {
    brandId,
    apiKeys: {
      owner: await key(brandId, 'owner'),
      manager: await key(brandId, 'manager'),
      viewer: await key(brandId, 'viewer'),
      otherBrand: await key(otherBrandId, 'owner'),
    },
    claimsApiKeys: {
      biller: await claimsKey('biller'),
      auditor: await claimsKey('auditor'),
      admin: await claimsKey('admin'),
    },
  };
  await sampleRecords(baseUrl, seeded);
  log('Sample data: brands Meadow Farm and Orchard Hill');
  return seeded;
}

const sampleProducts = [
  { name: 'Heirloom tomatoes', category: 'Vegetables', price: 4.5, unit: 'lb' },
  { name: 'Butter lettuce', category: 'Vegetables', price: 3.25, unit: 'head' },
  { name: 'Rainbow carrots', category: 'Vegetables', price: 2.75, unit: 'bunch' },
  { name: 'Pasture eggs', category: 'Eggs', price: 6.5, unit: 'dozen' },
  { name: 'Raw honey', category: 'Pantry', price: 12, unit: 'jar' },
  { name: 'Apple cider', category: 'Drinks', price: 7.25, unit: 'half gallon' },
];

/** Kinds side by side, the records of one kind one after the other: each kind starts one function instance. */
async function sampleRecords(baseUrl: string, { brandId: brand_id, apiKeys }: SampleData): Promise<void> {
  const owner = { 'x-api-key': apiKeys.owner, 'x-forwarded-for': 'seed' };
  const record = (path: string, body: object) => post(baseUrl, path, owner, { brand_id, ...body });
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

type Headers = Readonly<Record<string, string>>;

async function post(baseUrl: string, path: string, headers: Headers, body: object): Promise<string> {
  const { id } = await postForData(baseUrl, path, headers, body);
  if (typeof id !== 'string') throw new Error(`Seeding: ${path} answered without an id`);
  return id;
}

async function createKey(baseUrl: string, path: string, headers: Headers, body: object): Promise<string> {
  const { secret } = await postForData(baseUrl, path, headers, body);
  if (typeof secret !== 'string') throw new Error('Seeding: the API key came without its secret');
  return secret;
}

async function postForData(
  baseUrl: string,
  path: string,
  headers: Headers,
  body: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`Seeding: POST ${path} answered ${response.status}: ${text}`);
  const { data }: { data: Record<string, unknown> } = JSON.parse(text);
  return data;
}
