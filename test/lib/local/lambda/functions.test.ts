import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Fixture, startFixture, until } from '../fixture/runtime.ts';

let fixture: Fixture;
let call: Fixture['call'];

beforeAll(async () => {
  fixture = await startFixture({ maxInstances: 4, idleMilliseconds: 3_000 });
  call = fixture.call;
});

afterAll(() => fixture?.stop());

const pool = (part: string) => {
  const found = fixture.runtime.functions.all().find(({ config }) => config.constructId.includes(part));
  if (found === undefined) throw new Error(`No function ${part}`);
  return found;
};

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('instances', () => {
  test('run one invocation at a time; more start up to the limit, and further calls wait', async () => {
    // On a busy machine the first instances may do all the work before the last one starts.
    await until(async () => {
      const responses = await Promise.all(Array.from({ length: 10 }, () => call('/v1/slow?ms=150')));
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(responses.every(({ json }) => json.concurrent === 1)).toBe(true);
      const instances = new Set(responses.map(({ json }) => json.pid)).size;
      expect(instances).toBeLessThanOrEqual(4);
      return instances === 4;
    });
  });

  test('are reused', async () => {
    const first = await call('/v1/slow?ms=1');
    const second = await call('/v1/slow?ms=1');
    expect(second.json.pid).toBe(first.json.pid);
    expect(fixture.requests.at(-1)?.cold).toBe(false);
  });

  test('are limited by reserved concurrency', async () => {
    const responses = await Promise.all(Array.from({ length: 4 }, () => call('/v1/single?ms=30')));
    expect(new Set(responses.map(({ json }) => json.pid)).size).toBe(1);
  });

  test('end when they are idle', async () => {
    const { json } = await call('/v1/slow?ms=1');
    expect(isAlive(json.pid)).toBe(true);
    await until(() => pool('SlowFunction').instances.length === 0);
    await until(() => !isAlive(json.pid));
  });
});

test('the instances of all functions keep to a limit: the longest idle one makes room', async () => {
  const small = await startFixture({ maxInstances: 4, maxProcesses: 2 });
  const running = () => small.runtime.functions.all().flatMap((one) => one.instances).length;
  const first = await small.call('/v1/slow?ms=1');
  await small.call('/v1/misbehave/x');
  expect(running()).toBe(2);
  expect((await small.call('/v1/open')).status).toBe(200);
  expect(running()).toBe(2);
  await until(() => !isAlive(first.json.pid));
  const responses = await Promise.all(Array.from({ length: 6 }, () => small.call('/v1/slow?ms=50')));
  expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(running()).toBeLessThanOrEqual(2);
  await small.stop();
});

test('at the limit a function waits for its own instance and ends no other', async () => {
  const small = await startFixture({ maxInstances: 4, maxProcesses: 2 });
  await small.call('/v1/slow?ms=1');
  await small.call('/v1/single?ms=1');
  const cold = () => small.requests.filter((request) => request.cold).length;
  const before = cold();
  const paths = Array.from({ length: 12 }, (_, n) => (n % 2 ? '/v1/slow?ms=20' : '/v1/single?ms=20'));
  const responses = await Promise.all(paths.map((path) => small.call(path)));
  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(cold()).toBe(before);
  await small.stop();
});

test('a call waits for the code of its function, and fails with the reason if there is none', async () => {
  let code = Promise.resolve();
  const early = await startFixture({ codeReady: () => code });
  code = Promise.reject(new Error('slow.ts:1:2: a semicolon is missing'));
  expect((await early.call('/v1/slow?ms=1')).status).toBe(502);
  const failed = early.reports.find(({ outcome }) => outcome?.ok === false);
  expect(failed?.outcome).toMatchObject({ error: { errorMessage: 'slow.ts:1:2: a semicolon is missing' } });
  const bundled = Promise.withResolvers<void>();
  code = bundled.promise;
  const waiting = early.call('/v1/slow?ms=1');
  const other = early.call('/v1/slow?ms=1');
  bundled.resolve();
  expect([(await waiting).status, (await other).status]).toEqual([200, 200]);
  await early.stop();
});

describe('failures', () => {
  test('a killed busy instance is 502; the next call gets a new instance', async () => {
    await call('/v1/slow?ms=1');
    const [instance] = pool('SlowFunction').instances;
    const response = call('/v1/slow?ms=3000');
    await until(() => pool('SlowFunction').instances.some(({ busy }) => busy));
    process.kill(instance?.pid ?? 0, 'SIGKILL');
    expect((await response).status).toBe(502);
    const after = await call('/v1/slow?ms=1');
    expect(after.status).toBe(200);
    expect(after.json.pid).not.toBe(instance?.pid);
  });

  test('a killed idle instance fails no call', async () => {
    const before = await call('/v1/slow?ms=1');
    process.kill(before.json.pid, 'SIGKILL');
    await until(() => !isAlive(before.json.pid));
    expect((await call('/v1/slow?ms=1')).status).toBe(200);
  });

  test.each(['hang', 'spin'])('%s ends at the time-out of the template with 502', async (how) => {
    const startedAt = performance.now();
    const { status } = await call(`/v1/misbehave/${how}`);
    expect(status).toBe(502);
    expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    const report = () => fixture.reports.findLast(({ outcome }) => outcome?.ok === false)?.outcome;
    await until(() => report() !== undefined);
    expect(report()).toMatchObject({
      error: {
        errorType: 'Sandbox.Timedout',
        errorMessage: expect.stringContaining('timed out after 2.00 seconds'),
      },
    });
  });

  test.each(['exit', 'reject'])('%s is 502, and the instance is not reused', async (how) => {
    const before = await call('/v1/misbehave/x');
    expect((await call(`/v1/misbehave/${how}`)).status).toBe(502);
    const after = await call('/v1/misbehave/x');
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(before.text);
  });

  test('more memory than in the template is 502, and the runtime survives', async () => {
    expect((await call('/v1/misbehave/memory')).status).toBe(502);
    expect((await call('/v1/misbehave/x')).status).toBe(200);
  });

  test('code that cannot be loaded is 502 with a reported reason', async () => {
    const { status } = await call('/v1/broken');
    expect(status).toBe(502);
    await until(() => fixture.reports.some(({ functionName }) => functionName.includes('Broken')));
    const { outcome } = fixture.reports.find(({ functionName }) => functionName.includes('Broken')) ?? {};
    expect(outcome).toMatchObject({ ok: false, error: { errorMessage: 'cannot be loaded' } });
  });
});

test('each function writes a log in Lambda’s format', async () => {
  await call('/v1/misbehave/throw');
  const file = fixture.runtime.folder.file('logs', `${pool('Misbehave').config.name}.log`);
  const text = () => readFile(file, 'utf8').catch(() => '');
  await until(async () => (await text()).includes('thrown on purpose'));
  expect(await text()).toMatch(
    /START RequestId: [\da-f-]{36}\nabout to throw\nERROR TypeError: thrown on purpose\n[\s\S]*?REPORT RequestId: [\da-f-]{36} Duration: [\d.]+ ms/,
  );
});

test('a call after the stop fails and starts no instance', async () => {
  const slow = pool('SlowFunction');
  await fixture.stop();
  expect(await slow.invoke('{}')).toMatchObject({ ok: false, error: { errorType: 'Runtime.Stopped' } });
  expect(slow.instances).toEqual([]);
});
