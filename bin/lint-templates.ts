// `npm run lint:templates` runs cfn-lint over the templates of each checked combination of settings, and asks it for the regions
// in which a type of resource does not exist. Without cfn-lint on PATH, it is installed into .cache/ with Python; without Python,
// the check is skipped.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { Bundler } from '#lib/bundling/bundle.ts';
import { currentWebApp } from '#lib/bundling/web-app.ts';
import { createApp } from '#lib/granary-app.ts';
import { regionsWithout } from '#lib/operations/account-limits.ts';
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

/** The settings that add resources of a service which not every region has. */
const settingOfService: Readonly<Record<string, keyof typeof regionsWithout>> = {
  SES: 'senderEmail',
  SMSVOICE: 'smsOrigination',
};

/** Regions into which Granary does not deploy. */
const otherPartition = /^(cn|us-gov|us-iso\w*|eu-isoe|eusc)-/;

const templateSchema = z.object({ Resources: z.record(z.string(), z.object({ Type: z.string() })) });
const findingsSchema = z.array(z.object({ Rule: z.object({ Id: z.string() }), Message: z.string() }));

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
  const wrong = wrongRegions(linter, directory);
  for (const line of wrong) console.log(line);
  console.log(`cfn-lint, types of resources in all regions: ${wrong.length === 0 ? 'clean' : 'findings'}`);
  if (wrong.length > 0) process.exitCode = 1;
  await rm(directory, { recursive: true });
}

/**
 * Compares the regions in which a type of the templates does not exist with those of which `npm run deploy` and docs/deploy.md
 * know. cfn-lint knows the types of each region; one resource of each type is enough to ask for them.
 *
 * @returns a line for each difference
 */
function wrongRegions(program: string, directory: string): readonly string[] {
  const types = new Set(
    globSync(path.join(directory, '*/*.template.json')).flatMap((file) => {
      const { Resources } = templateSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
      return Object.values(Resources).map(({ Type }) => Type);
    }),
  );
  const real = [...types].filter((type) => type.startsWith('AWS::')).sort();
  const template = path.join(directory, 'types.json');
  writeFileSync(
    template,
    JSON.stringify({ Resources: Object.fromEntries(real.map((Type, n) => [`R${n}`, { Type }])) }),
  );
  const options = ['--regions', 'ALL_REGIONS', '--format', 'json', '--template', template];
  const { stdout } = spawnSync(program, options, { encoding: 'utf8', maxBuffer: 1e9 });
  const missing = findingsSchema.parse(JSON.parse(stdout)).flatMap(({ Rule, Message }) => {
    const [, service = '', region = ''] =
      /'AWS::(\w+)::\w+' does not exist in '([\w-]+)'/.exec(Message) ?? [];
    return Rule.Id === 'E3006' && !otherPartition.test(region) ? [`${service} is not in ${region}`] : [];
  });
  const known = Object.entries(settingOfService).flatMap(([service, setting]) =>
    regionsWithout[setting].map((region) => `${service} is not in ${region}`),
  );
  return [...new Set(missing).symmetricDifference(new Set(known))].map(
    (one) => `Unlike regionsWithout: ${one}`,
  );
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
