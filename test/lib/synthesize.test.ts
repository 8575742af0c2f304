import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { createApp } from '#lib/granary-app.ts';
import { synthesize } from '#lib/synthesize.ts';
import { compiledCode } from '../compiled-code.ts';
import { scratch, stubBundles, stubFunctions } from './synthesized-app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

let assembly: string;

beforeAll(async () => {
  const { assemblyDirectory } = await synthesize({
    outdir: path.join(scratch, 'assembly'),
    functionsDirectory: await stubFunctions(),
  });
  assembly = assemblyDirectory;
});

const template = (directory: string, stack: string) =>
  readFile(path.join(directory, `${stack}.template.json`), 'utf8').then(JSON.parse);

/** Nothing of the developer's own: no credentials, no region, no home with AWS settings. */
const bareEnvironment = () => ({
  ...compiledCode,
  PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin`,
  HOME: scratch,
});

const run = (...command: string[]) =>
  spawnSync(process.execPath, command, { cwd: root, env: bareEnvironment(), encoding: 'utf8' });

describe('synthesize', () => {
  test.each(['Data', 'Commerce', 'Claims'])('writes the template of %s', async (stack) => {
    expect(Object.keys((await template(assembly, stack)).Resources).length).toBeGreaterThan(0);
  });

  test('writes the same templates, asset hashes included, from the same sources', async () => {
    const bundles = await stubBundles();
    const directories = ['first', 'second'].map((name) => path.join(scratch, name));
    for (const outdir of directories) createApp({ outdir, bundles, validation: 'off' }).synth();
    const [first, second] = await Promise.all(directories.map((outdir) => template(outdir, 'Commerce')));
    expect(first).toEqual(second);
  });

  test('refuses a setting that it does not know', async () => {
    const options = { outdir: path.join(scratch, 'none'), context: { encription: 'customer-managed' } };
    await expect(synthesize(options)).rejects.toThrow('unknown: encription');
  });

  test('names the function of the contract that has no source', () => {
    expect(() => createApp({ outdir: path.join(scratch, 'refused'), bundles: scratch })).toThrow(
      'Function commerce/authorizer',
    );
  });

  test('stackPrefix makes a second Granary in the same account', async () => {
    const outdir = path.join(scratch, 'prefixed');
    const app = createApp({
      outdir,
      bundles: await stubBundles(),
      context: { stackPrefix: 'Test' },
      validation: 'off',
    });
    expect(app.synth().stacks.map(({ stackName }) => stackName)).toEqual([
      'Test-Data',
      'Test-Claims',
      'Test-Commerce',
    ]);
    expect(JSON.stringify(await template(outdir, 'Commerce'))).not.toContain('Granary-');
  });
});

describe('the CDK command line, without credentials, region or network', () => {
  test('reads what the library writes', () => {
    const { stdout, stderr } = run('node_modules/aws-cdk/bin/cdk', 'ls', '--app', assembly);
    expect(`${stdout}${stderr}`).toContain('Commerce (Granary-Commerce)');
  });
});
