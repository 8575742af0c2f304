import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path, { resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { readSynthArguments } from '../../bin/synth-arguments.ts';
import { compiledCode } from '../compiled-code.ts';

describe('synth arguments', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-synth-arguments-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (args: readonly string[], environment = {}) => readSynthArguments(args, folder, environment);

  test.each([
    [['-c'], "Option '-c, --context <value>' argument missing; try --help"],
    [['--nonsense'], "Unknown option '--nonsense'; try --help"],
    [['Data'], "Unexpected argument 'Data'. This command does not take positional arguments"],
    [['-c', 'corsOrigin'], '-c corsOrigin is not a setting; write -c name=value'],
    [['-c', '=on'], '-c =on is not a setting; write -c name=value'],
    [['-c', 'corsorigin=*'], 'The settings are invalid: unknown: corsorigin (known: '],
    [['-c', 'testPayer=yes'], 'The settings are invalid: testPayer: Invalid option'],
    [['-c', 'backgroundConcurrency=many'], 'The settings are invalid: backgroundConcurrency: Invalid input'],
    [['-c', 'alarmEmail=nobody'], 'The settings are invalid: alarmEmail: Invalid'],
    [['-c', 'domainName=api.example.com'], 'The settings are invalid: '],
  ])('refuses %j in one sentence', (args, sentence) => {
    expect(() => read(args)).toThrow(sentence.split('. ')[0] ?? '');
  });

  test.each([
    ['no.json', undefined, 'GRANARY_SETTINGS names no.json, which does not exist.'],
    ['bad.json', '{', 'bad.json is invalid: '],
    ['list.json', '[]', 'list.json is invalid: Expected one JSON object of settings'],
    [
      'deep.json',
      '{"corsOrigin":["*"]}',
      'deep.json is invalid: corsOrigin: Expected text, a number or a boolean',
    ],
    [
      'wrong.json',
      '{"corsOrigin":"nowhere"}',
      'The settings are invalid: corsOrigin: Expected * or an origin',
    ],
  ])('refuses the settings file %s in one sentence', (name, text, sentence) => {
    if (text !== undefined) writeFileSync(path.join(folder, name), text);
    expect(() => read([], { GRANARY_SETTINGS: name })).toThrow(sentence);
  });

  test('takes settings of the file, those of the command line, and neither for --check', () => {
    writeFileSync(
      path.join(folder, 'granary.json'),
      '{"corsOrigin":"https://a.example","backgroundConcurrency":9}',
    );
    expect(read(['-c', 'corsOrigin=https://b.example'])).toMatchObject({
      settings: { corsOrigin: 'https://b.example' },
      defaults: { corsOrigin: 'https://a.example', backgroundConcurrency: '9' },
    });
    expect(read(['--check'])).toMatchObject({ check: true, settings: {}, defaults: {} });
  });
});

interface Ran {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly error: string;
}

function run(program: string, ...args: readonly string[]): Promise<Ran> {
  const file = resolve(import.meta.dirname, '../../bin', program);
  const options = { env: { ...process.env, ...compiledCode } };
  return new Promise((done) => {
    execFile(process.execPath, [file, ...args], options, (error, out, errorText) =>
      done({ code: error === null ? 0 : error.code, out, error: errorText }),
    );
  });
}

describe.each([
  ['x12-pack.ts', 'x12:pack'],
  ['client-pack.ts', 'client:pack'],
])('%s', (program, command) => {
  test('prints its usage for --help', async () => {
    const { code, out, error } = await run(program, '--help');
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^Usage: npm run ${command} -- \\[--destination FOLDER\\]\n`));
  });

  test.each([
    ['--nonsense', "Unknown option '--nonsense'"],
    ['--destination', "Option '--destination <value>' argument missing"],
    ['folder', "Unexpected argument 'folder'"],
  ])('refuses %s in one line', async (argument, fault) => {
    expect(await run(program, argument)).toEqual({
      code: 2,
      out: '',
      error: `${command}: ${fault}; try --help\n`,
    });
  });
});
