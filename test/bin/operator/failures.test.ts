import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { brandInput } from '#commerce/brands/contract.ts';
import { insertBrand } from '#commerce/brands/records.ts';
import { newBrand } from '#commerce/brands/rules.ts';
import { ServiceError } from '#lib/local/control-plane/operation.ts';
import { newId } from '#persistence/new-id.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type OperatorRun, operatorInProcess, spawnOperator } from './process.ts';
import { type OperatorServices, startOperatorServices, testAwsSettings } from './services.ts';

const brand = newId();
const { AWS_REGION: _, ...credentials } = testAwsSettings;

describe('arguments', () => {
  test.each([
    [['nonsense'], 'There is no command nonsense.'],
    [['first-key', 'commerce'], '--brand is required.'],
    [
      ['first-key', 'commerce', '--brand', 'A', '--plan', 'gold'],
      '--plan: Invalid option: expected one of "starter"|"farm"|"enterprise".',
    ],
    [['brand', 'key', '--brand', 'A', '--role', 'owner'], '--brand: Invalid GUID.'],
    [['brand', 'create', '--brand', 'A'], 'brand create does not take --brand.'],
    [
      ['brand', 'create', '--name', 'A', '--catalog', 'external', '--prices', 'match'],
      '--prices: Prices can be matched only in a managed catalog.',
    ],
    [
      ['claims', 'key', '--role', 'owner'],
      '--role: Invalid option: expected one of "biller"|"auditor"|"admin".',
    ],
    [['revoke'], '--key is required.'],
    [['keys', 'list', '--stack-prefix', 'a b'], '--stack-prefix: Expected letters, digits and hyphens.'],
    [['relink', '--by', 'a\u001fb'], '--by: Expected 1 to 100 printable characters.'],
  ])('rejects %j with the name of the argument and the usage', async (args, message) => {
    const { code, out, error } = await operatorInProcess(args, {});
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error.startsWith(`operator: ${message}\n\n`)).toBe(true);
    expect(error).toContain('npm run --silent operator --');
  });

  test.each([
    [['keys', 'list', '--colour', 'red'], "Unknown option '--colour'."],
    [['keys', 'list', '--brand'], "Option '--brand <value>' argument missing."],
  ])('rejects %j, which no command has', async (args, message) => {
    const { code, error } = await spawnOperator(args, {});
    expect(code).toBe(2);
    expect(error.startsWith(`operator: ${message}\n\nnpm run --silent operator -- COMMAND `)).toBe(true);
  });

  test.each([[['help']], [[]], [['relink', '--help']]])('%j shows all commands', async (args) => {
    const { code, out } = await operatorInProcess(args, {});
    expect(code).toBe(0);
    expect(out).toContain('\n  first-key commerce --brand NAME ');
    expect(out).toContain('\n  revoke --key ID [--brand ID]\n');
  });
});

describe('places', () => {
  const quiet = { AWS_EC2_METADATA_DISABLED: 'true' };

  test('--local fails without a running local stack', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'granary-test-'));
    try {
      const refused = {
        code: 1,
        out: '',
        error: `operator: No local stack is running on ${folder}; start one with npm start.\n`,
      };
      expect(await operatorInProcess(['keys', 'list', '--local'], { GRANARY_DATA: folder })).toEqual(refused);
      // A killed runtime leaves this file behind.
      const owner = { pid: process.pid, startedAt: 'long ago' };
      const endpoints = {
        dynamodb: 'http://127.0.0.1:1',
        s3: 'http://127.0.0.1:1',
        other: 'http://127.0.0.1:1',
      };
      writeFileSync(join(folder, 'runtime.pid'), JSON.stringify(owner));
      writeFileSync(join(folder, 'local.json'), JSON.stringify({ pid: process.pid, endpoints }));
      expect(await operatorInProcess(['keys', 'list', '--local'], { GRANARY_DATA: folder })).toEqual(refused);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('without credentials', async () => {
    expect(await spawnOperator(['keys', 'list'], { ...quiet, AWS_REGION: 'eu-west-1' })).toEqual({
      code: 1,
      out: '',
      error:
        'operator: No AWS credentials were found; sign in as for the AWS CLI, or set AWS_PROFILE or --profile.\n',
    });
  });

  test('without a region', async () => {
    const { code, error } = await spawnOperator(['relink'], quiet);
    expect(code).toBe(1);
    expect(error).toBe(
      'operator: No AWS region is set; set AWS_REGION, --region, or the region of the profile.\n',
    );
  });

  test('without a reachable service', async () => {
    const { code, error } = await spawnOperator(['relink'], {
      ...credentials,
      AWS_DEFAULT_REGION: 'eu-west-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(error).toBe(
      'operator: The service cannot be reached: ECONNREFUSED. Check the network, the region and AWS_ENDPOINT_URL.\n',
    );
  });
});

describe('stacks and services', () => {
  let services: OperatorServices;

  beforeAll(async () => {
    services = await startOperatorServices(['Granary-Commerce']);
  });
  afterEach(() => {
    services.status = 'CREATE_COMPLETE';
    services.refuse = () => undefined;
  });
  afterAll(() => services?.stop());

  const run = (...args: string[]): Promise<OperatorRun> => operatorInProcess(args, services.environment);

  test.each([
    ['CREATE_IN_PROGRESS', 'is not finished (CREATE_IN_PROGRESS); wait until its deployment ends.'],
    ['ROLLBACK_COMPLETE', 'was not deployed (ROLLBACK_COMPLETE); deploy it again.'],
    ['DELETE_IN_PROGRESS', 'is being deleted (DELETE_IN_PROGRESS).'],
  ])('a stack in state %s is not used', async (state, message) => {
    services.status = state;
    const { code, error } = await run('relink');
    expect({ code, error }).toEqual({ code: 1, error: `operator: Stack Granary-Commerce ${message}\n` });
  });

  test('uses a stack during an update, because keys must be revocable at any time', async () => {
    services.status = 'UPDATE_ROLLBACK_FAILED';
    expect((await run('keys', 'list')).code).toBe(0);
  });

  test('names a missing stack with its region, and needs only one of the two', async () => {
    expect(await run('first-key', 'claims')).toEqual({
      code: 1,
      out: '',
      error:
        'operator: There is no stack Granary-Claims in eu-west-1; deploy it, or set AWS_REGION or --stack-prefix.\n',
    });
    expect((await run('keys', 'list', '--stack-prefix', 'Acme')).error).toContain(
      'no stack Acme-Commerce in ',
    );
    expect((await run('keys', 'list')).out).toMatch(/^Commerce: \d+ brands?\n/);
  });

  test('names the outputs that the stack of another version lacks', async () => {
    const { error } = await run('relink', '--stack-prefix', 'Empty');
    expect(error).toBe(
      'operator: Stack Empty-Commerce lacks output EnvironmentName, DefaultCurrency, CommerceTableName, StarterPlanId, FarmPlanId, EnterprisePlanId; deploy this version of Granary.\n',
    );
  });

  test.each([
    [['brand', 'key', '--role', 'owner']],
    [['relink']],
    [['keys', 'list']],
    [['revoke', '--key', brand]],
  ])('names a missing brand: %j', async (args) => {
    const { code, error } = await run(...args, '--brand', brand);
    expect({ code, error }).toEqual({
      code: 1,
      error: `operator: There is no brand ${brand}; run operator keys list.\n`,
    });
  });

  test('names a missing key', async () => {
    const { code, error } = await run('revoke', '--key', brand);
    expect({ code, error }).toEqual({
      code: 1,
      error: `operator: There is no key ${brand}; run operator keys list.\n`,
    });
  });

  test('names a missing permission', async () => {
    const action = 'cloudformation:DescribeStacks';
    const message = `User: arn:aws:iam::1:user/ana is not authorized to perform: ${action} on resource: arn:aws:x`;
    const body = `<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error></ErrorResponse>`;
    services.refuse = () => ({ status: 403, headers: { 'Content-Type': 'text/xml' }, body });
    expect((await run('relink')).error).toBe(
      `operator: Access denied: ${action} on arn:aws:x is missing; docs/operator.md lists the permissions.\n`,
    );
  });

  test('creates production keys for the production environment', async () => {
    const { out } = await run('first-key', 'commerce', '--brand', 'Live');
    expect(out).toMatch(/^Key {8}gk_live_/m);
  });

  test('relink continues after a failed brand, over pages of the table, and exits with 1', async () => {
    const stored = [];
    for (const name of ['One', 'Two', 'Three']) {
      const author = { credential: 'none', operator: true } as const;
      const made = newBrand(brandInput.parse({ name }), author, { id: newId(), now: new Date() });
      const { plan, created_at: valid_from } = made;
      const gatewayKey = { id: 'gone', value: 'v'.repeat(64), plan, valid_from };
      await transact(services.table, [
        ...insertBrand({ ...made, gateway_keys: [gatewayKey] }, undefined),
        ...filler(),
      ]);
      stored.push(made);
    }
    const [, failing] = stored;
    services.refuse = ({ method, path }, { body }) => {
      const isFailing =
        method === 'POST' && path === '/apikeys' && JSON.stringify(body).includes(failing?.id ?? '');
      if (isFailing) throw new ServiceError('BadRequestException', 'API Key limit exceeded', 400);
      return undefined;
    };
    const { code, out } = await run('relink', '--json');
    expect(code).toBe(1);
    const report = JSON.parse(out);
    const outcomes = stored.map(({ id }) => report.brands.find((one: { id: string }) => one.id === id));
    expect(outcomes).toMatchObject([
      { name: 'One', outcome: 'new_key' },
      { name: 'Two', outcome: 'failed', error: 'API Key limit exceeded' },
      { name: 'Three', outcome: 'new_key' },
    ]);
    expect(report.failed).toBe(1);
    const text = await run('relink');
    expect(text.code).toBe(1);
    expect(text.out).toContain(`${failing?.id}  Two: failed. API Key limit exceeded\n`);
    expect(text.out).toMatch(/; failed: 1\n$/);
  });
});

/** Puts more than one scan page (1 MB) between two brands. */
const filler = () =>
  Array.from({ length: 4 }, () => ({
    Put: { Item: { pk: newId(), sk: 'FILLER', text: 'x'.repeat(350_000) } },
  }));
