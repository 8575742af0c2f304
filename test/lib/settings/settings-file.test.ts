import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parseSettings } from '#lib/settings/settings.ts';
import { readSettingsFile } from '#lib/settings/settings-file.ts';
import { overriddenAssembly } from '../synthesis/assemblies.ts';
import { scratch } from '../synthesis/scratch.ts';

const write = (text: string, name = 'granary.json') => writeFileSync(path.join(scratch, name), text);

describe('the settings file', () => {
  test('returns no settings without a file', () => {
    expect(readSettingsFile(path.join(scratch, 'nowhere'), {})).toEqual({});
  });

  test('returns texts, as from the command line', () => {
    write('{ "encryption": "customer-managed", "checkpointRetentionDays": 3650 }');
    const settings = readSettingsFile(scratch, {});
    expect(settings).toEqual({ encryption: 'customer-managed', checkpointRetentionDays: '3650' });
    expect(parseSettings(settings)).toMatchObject({ checkpointRetentionDays: 3650 });
  });

  test('GRANARY_SETTINGS names another file', () => {
    write('{ "environment": "staging" }', 'staging.json');
    expect(readSettingsFile(scratch, { GRANARY_SETTINGS: 'staging.json' })).toEqual({
      environment: 'staging',
    });
    expect(() => readSettingsFile(scratch, { GRANARY_SETTINGS: 'missing.json' })).toThrow(
      'GRANARY_SETTINGS names missing.json, which does not exist.',
    );
  });

  test.each([
    ['{ "encryption": ', /^granary\.json is invalid: .*JSON/],
    ['["encryption"]', 'granary.json is invalid: Expected one JSON object of settings'],
    ['{ "issuer": ["a", "b"] }', 'granary.json is invalid: issuer: Expected text, a number or a boolean'],
    ['{ "encription": "x" }', 'granary.json is invalid: unknown: encription (known: encryption, '],
    ['{ "@aws-cdk/core:x": true }', 'granary.json is invalid: unknown: @aws-cdk/core:x'],
  ])('%s is refused with its name', (text, message) => {
    write(text);
    expect(() => readSettingsFile(scratch, {})).toThrow(message);
  });

  test('the command line overrides it', async () => {
    const text = readFileSync(path.join(await overriddenAssembly(), 'Data.template.json'), 'utf8');
    expect(text).toContain('testing');
    expect(text).not.toContain('staging');
  });
});
