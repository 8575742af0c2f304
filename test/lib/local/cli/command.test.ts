import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { TerminalLog } from '#lib/local/cli/terminal-log.ts';
import { issuerKey } from '#lib/local/identity/tokens.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { writeAddress } from '#lib/local/state/local-description.ts';
import { compiledCode } from '../../../compiled-code.ts';
import { newFolder, removeFolder } from '../fixture/runtime.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = newFolder();
afterAll(() => removeFolder(folder));

const run = (
  program: string,
  arguments_: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) =>
  spawnSync(process.execPath, [`bin/${program}.ts`, ...arguments_], {
    cwd: root,
    encoding: 'utf8',
    env: { ...compiledCode, PATH: process.env['PATH'], GRANARY_DATA: `${folder}/unused`, ...environment },
  });

describe('npm start', () => {
  test('--help lists the options and starts nothing', () => {
    const { status, stdout } = run('local', ['--help']);
    expect(status).toBe(0);
    for (const option of [
      '--fresh',
      '--no-seed',
      '--no-test-payer',
      '--no-web',
      '--port',
      '--verbose',
      'GRANARY_DATA',
    ])
      expect(stdout).toContain(option);
    expect(existsSync(`${folder}/unused`)).toBe(false);
  });

  test.each([
    [['--frsh'], /^Unknown option '--frsh'.*\n$/],
    [['extra'], /^Unexpected argument 'extra'.*\n$/],
    [['--port', 'many'], /^Invalid port many: expected a number from 0 to 65535\.\n$/],
    [['--port', '70000'], /^Invalid port 70000: /],
    // An empty variable is none, so the next fault is named.
    [['--concurrency', 'many'], /^Invalid concurrency many: expected a number of at least 1\.\n$/],
  ])('refuses %j in one sentence', (arguments_, message) => {
    const { status, stderr } = run('local', arguments_, { PORT: '' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
  });
});

describe('npm run token', () => {
  const claimsOf = (token: string) =>
    JSON.parse(Buffer.from(token.trim().split('.')[1] ?? '', 'base64url').toString());

  test('needs a first start for its key', () => {
    const { status, stderr } = run('token', ['--role', 'viewer']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('start it once with npm start')]);
  });

  test('signs the claims of its options, by default for the sample brand, without a running stack', async () => {
    const data = `${folder}/data`;
    mkdirSync(`${data}/state`, { recursive: true });
    const folderOfData = DataFolder.look(data);
    await issuerKey(folderOfData);
    writeAddress(folderOfData, 'http://127.0.0.1:4000');
    const seeded = { brandId: 'the-brand', otherBrandId: 'other', apiKeys: {}, claimsApiKeys: {} };
    writeFileSync(`${data}/seed.json`, JSON.stringify(seeded));
    const environment = { GRANARY_DATA: data };

    const viewer = claimsOf(run('token', ['--role', 'viewer'], environment).stdout);
    expect(viewer).toMatchObject({
      iss: 'http://127.0.0.1:4000/.local/oidc',
      aud: 'granary',
      sub: 'local-user',
      granary_brands: { 'the-brand': 'viewer' },
    });
    expect(viewer.exp - viewer.iat).toBe(3_600);
    const options =
      '--role owner --brand other --sub ann --claims-role biller --claims-role admin --operator'.split(' ');
    const many = claimsOf(run('token', [...options, '--expires=10m'], environment).stdout);
    expect(many).toMatchObject({
      sub: 'ann',
      granary_brands: { other: 'owner' },
      granary_claims_roles: ['biller', 'admin'],
      granary_operator: true,
    });
    expect(many.exp - many.iat).toBe(600);
    const expired = claimsOf(run('token', ['--expires=-1h'], environment).stdout);
    expect(expired.exp).toBeLessThan(Date.now() / 1_000);

    for (const wrong of [['--role', 'king'], ['--claims-role', 'owner'], ['--what']]) {
      expect(run('token', wrong, environment).status).toBe(1);
    }
    writeFileSync(`${data}/state/address.json`, '{"baseUrl":');
    const damaged = run('token', ['--role', 'viewer'], environment);
    expect([damaged.status, damaged.stderr]).toEqual([
      1,
      expect.stringMatching(/^The data folder is damaged: .*address\.json/),
    ]);
  });
});

describe('the terminal log', () => {
  const request = {
    method: 'GET',
    path: '/v1/x',
    status: 200,
    milliseconds: 12.4,
    cold: true,
    error: undefined,
  };
  const outcome = (payload: string) =>
    ({ ok: true, payload, id: '1', milliseconds: 1, initMilliseconds: undefined }) as const;
  const printed = (use: (terminal: TerminalLog) => void, verbose = false) => {
    let text = '';
    use(new TerminalLog({ verbose, write: (more) => (text += more) }));
    return text;
  };

  test('has one line per request', () => {
    expect(printed((terminal) => terminal.request(request))).toBe('GET /v1/x 200 12 ms cold\n');
    expect(printed((terminal) => terminal.request({ ...request, cold: undefined }))).toBe(
      'GET /v1/x 200 12 ms\n',
    );
  });

  test('shows the log of a function that failed or responded with 5xx; every log if verbose', () => {
    const report = (payload: string) => ({ functionName: 'F', outcome: outcome(payload), text: 'a line\n' });
    expect(printed((terminal) => terminal.invocation(report('{"statusCode":200}')))).toBe('');
    expect(printed((terminal) => terminal.invocation(report('{"statusCode":200}')), true)).toBe(
      '  F | a line\n',
    );
    expect(printed((terminal) => terminal.invocation(report('{"statusCode":500}')))).toBe('  F | a line\n');
    const error = {
      errorType: 'TypeError',
      errorMessage: 'no',
      trace: ['TypeError: no', '    at f (a.ts:1:1)'],
    };
    const failed = { ok: false, error, id: '1', milliseconds: 1, initMilliseconds: undefined } as const;
    expect(printed((terminal) => terminal.invocation({ functionName: 'F', outcome: failed, text: '' }))).toBe(
      '  F | TypeError: no\n  F |     at f (a.ts:1:1)\n',
    );
  });
});
