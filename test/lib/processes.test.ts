import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { startBuildProcess } from '#lib/build-process.ts';
import { createApp } from '#lib/granary-app.ts';
import { whileLocked } from '#lib/process-lock.ts';
import { compiledCode } from '../compiled-code.ts';
import { assemblyDirectory, assemblyInPlace, repeatedAssembly } from './synthesis/assemblies.ts';
import { scratch } from './synthesis/scratch.ts';
import { synthesizedStacks } from './synthesis/template.ts';

describe('a build process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-build-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs statements as a build process. @returns how it ended */
  function run(statements: string, environment = process.env) {
    const program = path.join(folder, `${crypto.randomUUID()}.mjs`);
    writeFileSync(program, statements);
    return startBuildProcess('The build of the web app', program, { environment }).ended;
  }

  const shortOfMemory =
    'The build of the web app was ended by the system, most likely because memory was short: close other programs, and try again';

  test('that the system ends names memory as the likely reason', async () => {
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({ code: null, reason: shortOfMemory });
  });

  test('whose heap is full does so as well', async () => {
    const environment = { ...process.env, NODE_OPTIONS: '--max-old-space-size=20' };
    const { reason } = await run('for (const all = [];;) all.push([all.length]);', environment);
    expect(reason).toBe(shortOfMemory);
  });

  test('that fails gives its own reason', async () => {
    expect(await run("process.stderr.write('no such page\\n'); process.exitCode = 3")).toEqual({
      code: 3,
      reason: 'no such page',
    });
  });

  test('collects its new objects before they fill 16 MB', async () => {
    const { reason } = await run(`
      import v8 from 'node:v8';
      const spaces = () => v8.getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
      let kept = [];
      let largest = 0;
      for (let n = 0; n < 3_000_000; n++) {
        kept.push({ n });
        if (n % 1_000 === 0) largest = Math.max(largest, spaces().space_size);
        if (n % 200_000 === 0) kept = [];
      }
      console.log(largest / 2 ** 20 < 16);`);
    expect(reason).toBe('true');
  });
});

describe('process lock', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-lock-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const lock = path.join(folder, 'made/lock');
  const log = path.join(folder, 'log');
  const lockModule = path.resolve(import.meta.dirname, '../../lib/process-lock.ts');

  /** Notes the begin and end of its work, with time in between for others to interfere. */
  const program = `
  import { appendFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  import { whileLocked } from ${JSON.stringify(lockModule)};
  await whileLocked(${JSON.stringify(lock)}, async () => {
    appendFileSync(${JSON.stringify(log)}, 'begin\\n');
    await delay(300);
    appendFileSync(${JSON.stringify(log)}, 'end\\n');
  });
`;

  const start = (): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, ...compiledCode, NODE_OPTIONS: '' },
      stdio: 'inherit',
    });

  const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));

  test('processes work one after the other', async () => {
    expect(await Promise.all([start(), start(), start()].map(ended))).toEqual([0, 0, 0]);
    expect(readFileSync(log, 'utf8')).toBe('begin\nend\n'.repeat(3));
    expect(existsSync(lock)).toBe(false);
  });

  test('callers of one process work one after the other, also after a failure', async () => {
    const done: string[] = [];
    const work = (name: string) => async () => {
      done.push(name);
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push(name);
      if (name === 'a') throw new Error('failed');
      return name;
    };
    const [a, b] = await Promise.allSettled(['a', 'b'].map((name) => whileLocked(lock, work(name))));
    expect(a?.status).toBe('rejected');
    expect(b).toMatchObject({ value: 'b' });
    expect(done).toEqual(['a', 'a', 'b', 'b']);
  });

  test.each([['that was killed'], ['that left an empty file']])(
    'the lock of a process %s is taken over',
    async (state) => {
      const child = start();
      while (!existsSync(lock)) await new Promise((resolve) => setTimeout(resolve, 5));
      child.kill('SIGKILL');
      await ended(child);
      expect(existsSync(lock)).toBe(true);
      if (state.includes('empty')) writeFileSync(lock, '');
      expect(await whileLocked(lock, () => Promise.resolve('done'))).toBe('done');
    },
  );

  test('the lock of a process that has not written its content yet is not taken over', async () => {
    writeFileSync(lock, '');
    let isTaken = false;
    const next = whileLocked(lock, async () => {
      isTaken = true;
    });
    await delay(300);
    writeFileSync(lock, String(process.pid));
    await delay(300);
    expect(isTaken).toBe(false);
    rmSync(lock);
    await next;
    expect(isTaken).toBe(true);
  });

  test('a folder that cannot be made is an error', async () => {
    writeFileSync(path.join(folder, 'file'), '');
    await expect(whileLocked(path.join(folder, 'file/lock'), () => Promise.resolve())).rejects.toThrow();
  });
});

describe('synthesize', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));

  const template = (directory: string, stack: string) =>
    readFile(path.join(directory, `${stack}.template.json`), 'utf8').then(JSON.parse);

  /** An environment without the developer's credentials, region and AWS settings. */
  const bareEnvironment = () => ({
    ...compiledCode,
    PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: scratch,
  });

  const run = (...command: string[]) =>
    spawnSync(process.execPath, command, { cwd: root, env: bareEnvironment(), encoding: 'utf8' });

  describe('the app', () => {
    test('writes the same templates and asset hashes from the same sources', async () => {
      const [first, second] = [await assemblyDirectory('defaults'), await repeatedAssembly()];
      for (const stack of ['Data', 'Commerce', 'Claims']) {
        expect(await template(second, stack)).toEqual(await template(first, stack));
      }
    });

    test('names functions in place before their bundles are there', async () => {
      const directory = await assemblyInPlace();
      const bundles = path.join(directory, '../empty-bundles');
      const options = { outdir: path.join(scratch, 'copied'), bundles, validation: 'off' } as const;
      expect(() => createApp(options)).toThrow('Function commerce/authorizer');
      const copies = readdirSync(directory).filter((name) => name.startsWith('asset.'));
      expect(copies).toEqual([]);
    });

    test('refuses an unknown setting', () => {
      const options = { outdir: path.join(scratch, 'none'), context: { encription: 'customer-managed' } };
      expect(() => createApp(options)).toThrow('unknown: encription');
    });

    test('names a function of the contract without a bundle', () => {
      expect(() => createApp({ outdir: path.join(scratch, 'refused'), bundles: scratch })).toThrow(
        'Function commerce/authorizer',
      );
    });

    test('stackPrefix changes the name of every stack', async () => {
      const stacks = await synthesizedStacks('hostedZone');
      const names = ['Data', 'Claims', 'Commerce'].map((id) => stacks(id).stackName);
      expect(names).toEqual(['Harvest-Data', 'Harvest-Claims', 'Harvest-Commerce']);
      expect(JSON.stringify(stacks('Commerce').template.toJSON())).not.toContain('Granary-');
    });
  });

  describe('the CDK command line, without credentials, region or network', () => {
    test('reads the assembly', async () => {
      const assembly = await assemblyDirectory('defaults');
      const { stdout, stderr } = run('node_modules/aws-cdk/bin/cdk', 'ls', '--app', assembly);
      expect(`${stdout}${stderr}`).toContain('Commerce (Granary-Commerce)');
    });
  });
});
