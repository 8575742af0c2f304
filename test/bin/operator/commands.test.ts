import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  APIGatewayClient,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
} from '@aws-sdk/client-api-gateway';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { compiledCode } from '../../compiled-code.ts';
import { call } from '../../http/stack/api-client.ts';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../../http/stack/local-process.ts';
import { type OperatorRun, operatorInProcess, spawnOperator } from './process.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read output of every shape
type Json = any;

const folder = newFolder();
let local: LocalProcess;
let baseUrl: string;

beforeAll(async () => {
  local = await startLocalProcess({ dataFolder: folder, flags: ['--no-seed'] });
  ({ baseUrl } = local.stack);
});
afterAll(async () => {
  await local?.stop();
  removeFolder(folder);
});

const inProcess = (...args: string[]): Promise<OperatorRun> =>
  spawnOperator([...args, '--local'], { GRANARY_DATA: folder });
/** Runs in this process, because the start of a process takes most of a command's time. */
const onLocal = (...args: string[]): Promise<OperatorRun> =>
  operatorInProcess([...args, '--local'], { GRANARY_DATA: folder });

async function json(...args: string[]): Promise<Json> {
  const { code, out, error } = await onLocal(...args, '--json');
  if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}: ${error}`);
  return JSON.parse(out);
}

/** Returns the value after a word at the start of a line. */
const valueAfter = (out: string, word: string) => new RegExp(`^${word} {2,}(\\S+)`, 'm').exec(out)?.[1] ?? '';

async function until<T>(what: string, read: () => Promise<T | undefined | false>): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const found = await read();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Waited 60 seconds for ${what}`);
    await new Promise((next) => setTimeout(next, 200));
  }
}

describe('from an unseeded stack', () => {
  test('the banner shows the commands for the first keys', async () => {
    await until('the banner', async () => local.output().includes('Ctrl-C stops everything.'));
    expect(local.output()).toContain(
      'npm run --silent operator -- --local first-key commerce --brand "Green Acres"',
    );
    expect(local.output()).toContain('npm run --silent operator -- --local first-key claims');
  });

  test('first-key commerce leads to the first 201', async () => {
    const { code, out, error } = await inProcess('first-key', 'commerce', '--brand', 'Green Acres');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(
      /^Brand {6}Green Acres, plan starter\nBrand id {3}[\da-f-]{36}\nKey id {5}[\da-f-]{36} \(owner\)\nKey {8}gk_test_[\w-]{43}\n\n.+\n$/,
    );
    const key = valueAfter(out, 'Key');
    const brand_id = valueAfter(out, 'Brand id');
    const caller = await call('GET', '/api/v1/me', { key, baseUrl });
    expect(caller.body.data).toMatchObject({ credential: 'api_key', brands: { [brand_id]: 'owner' } });
    const product = await call('POST', '/api/v1/products', {
      key,
      baseUrl,
      body: { brand_id, name: 'Eggs', price: 6.5 },
    });
    expect(product.status).toBe(201);
    const items = [{ product_id: product.body.data.id, quantity: 2, price: 6.5 }];
    const order = await call('POST', '/api/v1/orders', { key, baseUrl, body: { brand_id, items } });
    expect(order).toMatchObject({ status: 201, body: { data: { brand_id, total: 13 } } });
  });

  test('first-key claims leads to the first claim file, and the audit log names the operator', async () => {
    const { code, out } = await inProcess('first-key', 'claims', '--by', 'ana');
    expect(code).toBe(0);
    const admin = valueAfter(out, 'Key');
    expect(admin).toMatch(/^gc_test_[\w-]{43}$/);
    const biller = (await json('claims', 'key', '--role', 'biller', '--label', 'Front desk')).key;
    expect(biller).toMatchObject({ role: 'biller', name: 'Front desk' });

    const root = resolve(import.meta.dirname, '../../..');
    const generated = spawnSync(process.execPath, ['bin/x12.ts', 'generate', 'docs/x12-claims.json'], {
      cwd: root,
      env: { ...process.env, ...compiledCode },
    });
    expect(generated.status).toBe(0);
    const { endpoints, buckets } = local.stack;
    const dropped = await fetch(`${endpoints.s3}/${buckets['x12']}/inbox/first.x12`, {
      method: 'PUT',
      body: new Uint8Array(generated.stdout),
    });
    expect(dropped.status).toBe(200);
    const file = await until('the first file', async () => {
      const { body } = await call('GET', '/api/files', { key: biller.secret, baseUrl });
      return body.data.find(({ state }: Json) => state === 'applied');
    });
    expect(file).toMatchObject({ name: 'first.x12', kinds: ['837P'], reasons: [] });
    expect(file.counts.claims).toBeGreaterThan(0);

    const { body } = await call('GET', '/api/admin/audit-log?event_type=api_key.created', {
      key: admin,
      baseUrl,
    });
    const entries = body.data.map(({ actor, entity_type, payload_json }: Json) => ({
      actor,
      entity_type,
      payload_json,
    }));
    expect(entries).toEqual(
      expect.arrayContaining([
        { actor: 'operator:ana', entity_type: 'api_key', payload_json: '{"role":"admin"}' },
        { actor: 'operator', entity_type: 'api_key', payload_json: '{"role":"biller"}' },
      ]),
    );
    const verified = await call('GET', '/api/admin/audit-log/verify', { key: admin, baseUrl });
    expect(verified.body.data ?? verified.body).toMatchObject({ ok: true });
  });
});

describe('keys', () => {
  test('creates further keys of a brand, and keys list shows all without secrets', async () => {
    const { brand, key } = await json('brand', 'create', '--name', 'Meadow\u001b[2J Farm', '--plan', 'farm');
    expect(brand).toMatchObject({ name: 'Meadow\u001b[2J Farm', plan: 'farm', catalog: 'managed' });
    const viewer = (await json('brand', 'key', '--brand', brand.id, '--role', 'viewer')).key;
    expect(viewer).toMatchObject({ brand_id: brand.id, role: 'viewer', name: 'Viewer key' });
    const listed = await json('keys', 'list', '--brand', brand.id);
    const { secret: _, ...owner } = key;
    const { secret: __, ...shown } = viewer;
    expect(listed).toEqual({ brands: [{ ...brand, gateway_key: 'linked', keys: [shown, owner] }] });
    const { out } = await onLocal('keys', 'list');
    expect(out).toMatch(/^Commerce: \d+ brands\n/);
    expect(out).toContain(`${brand.id}  Meadow?[2J Farm, plan farm, gateway key linked\n`);
    expect(out).toContain(`${viewer.id}  viewer   ${viewer.prefix}…  Viewer key, created `);
    expect(out).toMatch(/\nClaims: \d+ keys?\n {2}[\da-f-]{36} {2}\w+ +gc_test_.{4}… {2}/);
    expect(out).not.toContain(key.secret);
    expect(out).not.toContain(viewer.secret);
  });

  test('--owner makes a person an owner of the brand', async () => {
    const { brand } = await json('brand', 'create', '--name', 'Owned', '--owner', 'auth0|ana');
    const { brand: other } = await json('brand', 'create', '--name', 'Not owned');
    const token = spawnSync(process.execPath, ['bin/token.ts', '--sub', 'auth0|ana'], {
      cwd: resolve(import.meta.dirname, '../../..'),
      env: { ...process.env, ...compiledCode, GRANARY_DATA: folder },
      encoding: 'utf8',
    }).stdout.trim();
    const { body } = await call('GET', '/api/v1/me', {
      key: null,
      baseUrl,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(body.data.brands[brand.id]).toBe('owner');
    expect(body.data.brands[other.id]).toBeUndefined();
  });

  test('revoke revokes keys of a brand and of the claims service', async () => {
    const { brand, key } = await json('brand', 'create', '--name', 'Revoked');
    const auditor = (await json('claims', 'key', '--role', 'auditor')).key;
    expect(await onLocal('revoke', '--key', key.id)).toEqual({
      code: 0,
      out: `Revoked key ${key.id} of the commerce service. It stops working within 15 seconds.\n`,
      error: '',
    });
    expect(await json('revoke', '--key', auditor.id)).toMatchObject({ service: 'claims', revoked: true });
    // A repetition changes nothing.
    expect(await json('revoke', '--key', auditor.id)).toMatchObject({ service: 'claims', revoked: true });
    expect(await json('revoke', '--key', key.id, '--brand', brand.id)).toMatchObject({ service: 'commerce' });
    // These keys were never used, because the authorizer caches a used key for some seconds.
    expect((await call('GET', '/api/v1/me', { key: key.secret, baseUrl })).status).toBe(401);
    const refused = await call('GET', '/api/admin/audit-log', { key: auditor.secret, baseUrl });
    expect(refused.status).toBe(401);
    const admin = (await json('claims', 'key', '--role', 'admin')).key;
    const { body } = await call('GET', '/api/admin/audit-log?event_type=api_key.revoked', {
      key: admin.secret,
      baseUrl,
    });
    expect(body.data.filter(({ entity_id }: Json) => entity_id === auditor.id)).toHaveLength(1);
    expect((await json('keys', 'list', '--brand', brand.id)).brands[0].keys[0].revoked_at).toBeDefined();
  });
});

describe('relink', () => {
  const place = () => ({
    endpoint: local.stack.endpoints.other,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  test('restores access of every brand after plans and keys were deleted', async () => {
    const made = await Promise.all(
      (['starter', 'farm', 'enterprise', 'farm'] as const).map((plan) =>
        json('brand', 'create', '--name', `On ${plan}`, '--plan', plan),
      ),
    );
    const [unlinked, keyless, misplaced, untouched] = made;
    const client = new APIGatewayClient(place());
    const keyOf = async (brandId: string) =>
      (await client.send(new GetApiKeysCommand({ nameQuery: `granary-brand-${brandId}` }))).items?.[0]?.id ??
      '';
    const { items: plans = [] } = await client.send(new GetUsagePlansCommand({ limit: 500 }));
    const planId = (plan: string) =>
      plans.find(({ description }) => description?.startsWith(`Plan ${plan} of`))?.id ?? '';
    const leave = async (brandId: string, plan: string) =>
      client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: planId(plan), keyId: await keyOf(brandId) }));
    await leave(unlinked.brand.id, 'starter');
    await client.send(new DeleteApiKeyCommand({ apiKey: await keyOf(keyless.brand.id) }));
    await leave(misplaced.brand.id, 'enterprise');
    await client.send(
      new CreateUsagePlanKeyCommand({
        usagePlanId: planId('starter'),
        keyId: await keyOf(misplaced.brand.id),
        keyType: 'API_KEY',
      }),
    );
    const called = async ({ brand, key }: Json) =>
      (await call('GET', `/api/v1/brands/${brand.id}`, { key: key.secret, baseUrl })).status;

    const states = async () => {
      const { brands } = await json('keys', 'list');
      return made.map(({ brand }) => brands.find(({ id }: Json) => id === brand.id).gateway_key);
    };
    expect(await states()).toEqual(['not_linked', 'not_linked', 'wrong_plan', 'linked']);
    const listed = await onLocal('keys', 'list', '--brand', misplaced.brand.id);
    expect(listed.out).toContain('gateway key in the usage plan of another plan; run operator relink\n');

    expect(await json('relink', '--brand', unlinked.brand.id)).toEqual({
      brands: [{ id: unlinked.brand.id, name: 'On starter', plan: 'starter', outcome: 'new_key' }],
      failed: 0,
    });
    const { code, out } = await onLocal('relink');
    expect(code).toBe(0);
    expect(out).toContain(`${unlinked.brand.id}  On starter: already linked to plan starter\n`);
    expect(out).toContain(`${keyless.brand.id}  On farm: new gateway key, linked to plan farm\n`);
    expect(out).toContain(
      `${misplaced.brand.id}  On enterprise: new gateway key, linked to plan enterprise\n`,
    );
    expect(out).toContain(`${untouched.brand.id}  On farm: already linked to plan farm\n`);
    expect(out).toMatch(/\nBrands: \d+; already linked: \d+; with a new gateway key: 2; failed: 0\n$/);
    expect(await states()).toEqual(['linked', 'linked', 'linked', 'linked']);
    expect(await Promise.all(made.map(called))).toEqual([200, 200, 200, 200]);
    const again = await json('relink');
    const ids = again.brands.map(({ id }: Json) => id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(again.brands.map(({ outcome }: Json) => outcome))).toEqual(new Set(['unchanged']));
  });
});

describe('as on AWS', () => {
  test('finds stacks in the region of the credentials', async () => {
    const { endpoints } = local.stack;
    const { code, out } = await spawnOperator(['keys', 'list', '--region', 'us-east-1'], {
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL: endpoints.other,
      AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^Commerce: \d+ brands\n/);
  });

  test('no log of the stack contains the secret of a key', async () => {
    const { key } = await json('claims', 'key', '--role', 'auditor');
    await call('GET', '/api/admin/audit-log', { key: key.secret, baseUrl });
    const logs = spawnSync('grep', ['-rl', key.secret, join(folder, 'logs'), join(folder, 'state')]);
    expect(logs.stdout.toString()).toBe('');
    expect(readFileSync(join(folder, 'local.json'), 'utf8')).not.toContain('gc_test_');
  });
});
