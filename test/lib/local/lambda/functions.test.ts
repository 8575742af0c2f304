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
  if (found === undefined) throw new Error(`There is no function ${part}`);
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
  test('each handles one invocation at a time, more start under concurrency up to the limit, the rest waits', async () => {
    // On a busy machine the first instances may do all of the work before the last one has started.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 10 }, () => call('/v1/slow?ms=150')));
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(answers.every(({ json }) => json.together === 1)).toBe(true);
      const instances = new Set(answers.map(({ json }) => json.pid)).size;
      expect(instances).toBeLessThanOrEqual(4);
      return instances === 4;
    });
  });

  test('a warm one is used again', async () => {
    const first = await call('/v1/slow?ms=1');
    const second = await call('/v1/slow?ms=1');
    expect(second.json.pid).toBe(first.json.pid);
    expect(fixture.requests.at(-1)?.cold).toBe(false);
  });

  test('reserved concurrency is the maximum', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('/v1/single?ms=30')));
    expect(new Set(answers.map(({ json }) => json.pid)).size).toBe(1);
  });

  test('idle ones end after a while', async () => {
    const { json } = await call('/v1/slow?ms=1');
    expect(isAlive(json.pid)).toBe(true);
    await until(() => pool('SlowFunction').instances.length === 0);
    await until(() => !isAlive(json.pid));
  });
});

test('all functions together keep to the bound; the one that is idle longest makes room', async () => {
  const small = await startFixture({ maxInstances: 4, maxProcesses: 2 });
  const running = () => small.runtime.functions.all().flatMap((one) => one.instances).length;
  const first = await small.call('/v1/slow?ms=1');
  await small.call('/v1/misbehave/x');
  expect(running()).toBe(2);
  expect((await small.call('/v1/open')).status).toBe(200);
  expect(running()).toBe(2);
  await until(() => !isAlive(first.json.pid));
  const answers = await Promise.all(Array.from({ length: 6 }, () => small.call('/v1/slow?ms=50')));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(running()).toBeLessThanOrEqual(2);
  await small.stop();
});

test('at the bound a function with an instance waits for it and takes no other function’s', async () => {
  const small = await startFixture({ maxInstances: 4, maxProcesses: 2 });
  await small.call('/v1/slow?ms=1');
  await small.call('/v1/single?ms=1');
  const cold = () => small.requests.filter((request) => request.cold).length;
  const before = cold();
  const paths = Array.from({ length: 12 }, (_, n) => (n % 2 ? '/v1/slow?ms=20' : '/v1/single?ms=20'));
  const answers = await Promise.all(paths.map((path) => small.call(path)));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(cold()).toBe(before);
  await small.stop();
});

describe('failures', () => {
  test('an instance killed while it works: the caller gets 502, the next one a new instance', async () => {
    await call('/v1/slow?ms=1');
    const [instance] = pool('SlowFunction').instances;
    const answer = call('/v1/slow?ms=3000');
    await until(() => pool('SlowFunction').instances.some(({ busy }) => busy));
    process.kill(instance?.pid ?? 0, 'SIGKILL');
    expect((await answer).status).toBe(502);
    const after = await call('/v1/slow?ms=1');
    expect(after.status).toBe(200);
    expect(after.json.pid).not.toBe(instance?.pid);
  });

  test('an instance killed while it is idle costs nobody anything', async () => {
    const before = await call('/v1/slow?ms=1');
    process.kill(before.json.pid, 'SIGKILL');
    await until(() => !isAlive(before.json.pid));
    expect((await call('/v1/slow?ms=1')).status).toBe(200);
  });

  test.each(['hang', 'spin'])('%s: killed at the template’s time-out, 502', async (how) => {
    const began = performance.now();
    const { status } = await call(`/v1/misbehave/${how}`);
    expect(status).toBe(502);
    expect(performance.now() - began).toBeGreaterThan(1_900);
    const report = () => fixture.reports.findLast(({ outcome }) => outcome?.ok === false)?.outcome;
    await until(() => report() !== undefined);
    expect(report()).toMatchObject({
      error: {
        errorType: 'Sandbox.Timedout',
        errorMessage: expect.stringContaining('timed out after 2.00 seconds'),
      },
    });
  });

  test.each(['exit', 'reject'])('%s: 502, and the instance is not used again', async (how) => {
    const before = await call('/v1/misbehave/x');
    expect((await call(`/v1/misbehave/${how}`)).status).toBe(502);
    const after = await call('/v1/misbehave/x');
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(before.text);
  });

  test('memory beyond the template’s: 502, and the runtime lives on', async () => {
    expect((await call('/v1/misbehave/memory')).status).toBe(502);
    expect((await call('/v1/misbehave/x')).status).toBe(200);
  });

  test('code that cannot be loaded: 502, and its reason is told', async () => {
    const { status } = await call('/v1/broken');
    expect(status).toBe(502);
    await until(() => fixture.reports.some(({ functionName }) => functionName.includes('Broken')));
    const { outcome } = fixture.reports.find(({ functionName }) => functionName.includes('Broken')) ?? {};
    expect(outcome).toMatchObject({ ok: false, error: { errorMessage: 'cannot be loaded' } });
  });
});

test('each function writes a log in Lambda’s form', async () => {
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
