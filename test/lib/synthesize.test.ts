import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { createApp } from '#lib/granary-app.ts';
import { compiledCode } from '../compiled-code.ts';
import { assemblyDirectory, assemblyInPlace, repeatedAssembly } from './synthesis/assemblies.ts';
import { scratch } from './synthesis/scratch.ts';
import { synthesizedStacks } from './synthesis/template.ts';

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
