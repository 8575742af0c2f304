import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { readDeployArguments } from '#lib/operations/deploy-command.ts';
import { settingNames } from '#lib/settings/settings.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(resolve(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

interface Block {
  readonly page: string;
  readonly line: number;
  readonly language: string;
  readonly text: string;
}

/**
 * Fenced blocks of a page. tour.test.ts runs the `sh` blocks and x12.test.ts the `console` blocks; this file tests the
 * others.
 */
function blocksOf(page: string): Block[] {
  const text = read(page);
  return [...text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ index, 1: language = '', 2: body = '' }) => ({
      page,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      text: body,
    }),
  );
}

const blocks = pages.flatMap(blocksOf);
const commandLine = /^\s*(\$ )?(npm|npx|node|aws|git|curl|\.ci\/run)\b/m;
const ofLanguage = (language: string) => blocks.filter((block) => block.language === language);

describe('commands of the pages', () => {
  test('are in blocks whose language selects their test', () => {
    const allowed = ['sh', 'sh unseeded', 'console', 'aws', 'scripts'];
    const elsewhere = blocks.filter(
      ({ language, text }) => !allowed.includes(language) && commandLine.test(text),
    );
    expect(elsewhere.map(({ page, line }) => `${page}:${line}`)).toEqual([]);
  });

  test('use scripts that exist', () => {
    const used = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:--silent )?([a-z][\w:-]*\w)/g)].map(([, name = '']) => ({
        page,
        name,
      })),
    );
    expect(used.filter(({ name }) => !(name in scripts))).toEqual([]);
  });
});

/** Commands that need an AWS account: only their syntax and settings are tested. */
describe.each(ofLanguage('aws'))('$page:$line, which needs an AWS account', ({ text }) => {
  test('is valid shell', () => {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: text, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  test('passes settings that exist to npm run deploy', () => {
    for (const [, options = ''] of text.matchAll(/^npm run deploy -- (.*?)(?: #.*)?$/gm)) {
      const { settings } = readDeployArguments(options.split(/\s+/), {});
      expect(Object.keys(settings).filter((name) => !settingNames.some((known) => known === name))).toEqual(
        [],
      );
    }
  });
});

/** Scripts that a test runs in their own process. */
const testOfScript: Readonly<Record<string, string>> = {
  'npm run fuzz -- mutants': 'test/x12/mutants/mutants.test.ts',
  'npm run client:pack': 'test/http/clients/package.test.ts',
  'npm run client:pack -- --destination /tmp/pack': 'test/http/clients/package.test.ts',
};

/** Scripts that take minutes: CI runs each of them. */
test.each(ofLanguage('scripts'))('CI or a test runs each script of $page:$line', ({ text }) => {
  const run = `${read('.ci/run')}\n${scripts['pretest']}\nnpm start\n.ci/run\nnpm test`;
  const lines = text.split('\n').flatMap((line) => /^(npm [^#]*?|\.ci\/run)\s*(?:#|$)/.exec(line)?.[1] ?? []);
  expect(lines.length).toBeGreaterThan(0);
  const untested = lines.map((line) => line.trim()).filter((line) => !run.includes(line));
  expect(untested.filter((line) => !existsSync(resolve(root, testOfScript[line] ?? 'none')))).toEqual([]);
});
