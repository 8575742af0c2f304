import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { readSynthArguments } from '../../bin/synth-arguments.ts';

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
  [['-c', 'inboxConcurrency=many'], 'The settings are invalid: inboxConcurrency: Invalid input'],
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
  ['wrong.json', '{"corsOrigin":"nowhere"}', 'The settings are invalid: corsOrigin: Expected * or an origin'],
])('refuses the settings file %s in one sentence', (name, text, sentence) => {
  if (text !== undefined) writeFileSync(path.join(folder, name), text);
  expect(() => read([], { GRANARY_SETTINGS: name })).toThrow(sentence);
});

test('takes settings of the file, those of the command line, and neither for --check', () => {
  writeFileSync(path.join(folder, 'granary.json'), '{"corsOrigin":"https://a.example","inboxConcurrency":4}');
  expect(read(['-c', 'corsOrigin=https://b.example'])).toMatchObject({
    settings: { corsOrigin: 'https://b.example' },
    defaults: { corsOrigin: 'https://a.example', inboxConcurrency: '4' },
  });
  expect(read(['--check'])).toMatchObject({ check: true, settings: {}, defaults: {} });
});
