// `npm run lint:templates` runs cfn-lint over the templates of each checked combination of settings. Without cfn-lint on
// PATH, it is installed into .cache/ with Python; without Python, the check is skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Bundler } from '#lib/bundling/bundle.ts';
import { currentWebApp } from '#lib/bundling/web-app.ts';
import { createApp } from '#lib/granary-app.ts';
import { checkedSettings } from '#lib/settings/checked-settings.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

const version = '1.58.0';
const environment = fileURLToPath(new URL(`../.cache/cfn-lint-${version}`, import.meta.url));

/**
 * W3005: the CDK adds the dependency of a function on its role, which a reference already implies.
 * W6001: a stack repeats names of the Data stack as outputs, because the operator command reads one stack per service.
 */
const explainedWarnings = ['W3005', 'W6001'];

const linter = findLinter();
if (linter === undefined) {
  console.log('Skipped: cfn-lint needs Python 3.9 or later with venv and pip, or cfn-lint on PATH.');
} else {
  const bundles = new Bundler().makeDirectories();
  await currentWebApp();
  /** Digests of the templates so far: most are equal in all settings. */
  const linted = new Set<string>();
  const directory = await mkdtemp(path.join(tmpdir(), 'granary-lint-'));
  for (const [index, [label, context]] of Object.entries(checkedSettings).entries()) {
    const outdir = path.join(directory, String(index));
    createApp({ outdir, bundles, assets: 'in place', context, validation: 'off' }).synth();
    const all = globSync(path.join(directory, String(index), '*.template.json'));
    const templates = all.filter((template) => isNew(template, linted));
    const ignored = ['--ignore-checks', ...explainedWarnings];
    const { status } =
      templates.length === 0
        ? { status: 0 }
        : spawnSync(linter, [...ignored, '--template', ...templates], { stdio: 'inherit' });
    console.log(
      `cfn-lint, ${all.length} templates of ${label}, ${templates.length} of them new: ${status === 0 ? 'clean' : 'findings'}`,
    );
    if (status !== 0) process.exitCode = 1;
  }
  await rm(directory, { recursive: true });
}

function isNew(template: string, linted: Set<string>): boolean {
  const digest = createHash('sha256').update(readFileSync(template)).digest('hex');
  const isFirst = !linted.has(digest);
  linted.add(digest);
  return isFirst;
}

function findLinter(): string | undefined {
  if (runs('cfn-lint', '--version')) return 'cfn-lint';
  const installed = path.join(environment, 'bin/cfn-lint');
  if (existsSync(installed)) return installed;
  const python = path.join(environment, 'bin/python');
  const isInstalled =
    runs('python3', '-m', 'venv', environment) &&
    runs(python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `cfn-lint==${version}`);
  return isInstalled && existsSync(installed) ? installed : undefined;
}

function runs(program: string, ...arguments_: string[]): boolean {
  return spawnSync(program, arguments_, { stdio: 'ignore' }).status === 0;
}
