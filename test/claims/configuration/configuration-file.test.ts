import { describe, expect, test } from '@jest/globals';
import { findPayerConfig, payerProfiles, statusPolicies } from '#claims/configuration/configuration.ts';
import { ConfigurationInvalid, parseConfiguration } from '#claims/configuration/configuration-file.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { configurationChanges } from '#claims/configuration/reload.ts';

const configuration = await parseConfiguration(defaultConfiguration);

/** Returns the faults of a changed default file as `line: path message`. `change` replaces text in one line. */
async function problemsOf(text: string): Promise<string[]> {
  try {
    await parseConfiguration(text);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigurationInvalid)) throw error;
    return error.problems.map(({ line, path, message }) => `${line}: ${path.join('.')}: ${message}`);
  }
}

const changed = (...edits: readonly (readonly [string, string])[]): string =>
  edits.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The default has no ${from}`);
    return text.replace(from, to);
  }, defaultConfiguration);

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

describe('the default configuration', () => {
  test('contains three NPIs, a stub clearinghouse, and settings for each transaction of each payer', () => {
    expect(configuration.providers.map(({ npi }) => npi)).toEqual(['1234567893', '1245319599', '1679576722']);
    expect(configuration.clearinghouse).toMatchObject({
      transport: 'stub',
      file_name: { prefix: 'tp', part: '1of1', extension: 'x12', time_zone: 'America/Denver' },
    });
    expect(
      configuration.payer_configs.map(({ payer_id, transaction }) => `${payer_id} ${transaction}`),
    ).toEqual(
      ['CO_TXIX', '60054'].flatMap((id) => ['837P', '999', '277CA', '835'].map((kind) => `${id} ${kind}`)),
    );
  });

  test('completes the state profile with providers, trading partner and environment', () => {
    const profile = payerProfiles(configuration).get('CO_TXIX');
    expect(profile?.providers.map(({ npi }) => npi)).toEqual(configuration.providers.map(({ npi }) => npi));
    expect(profile).toMatchObject({ tradingPartnerId: '12345678', environment: 'test', maximumClaims: 5000 });
    expect(payerProfiles(configuration).has('60054')).toBe(false);
  });

  test('reads times of the state program in its zone, and other times in UTC', async () => {
    const policyOf = statusPolicies(configuration);
    expect(policyOf('CO_TXIX').timeZone).toBe('America/Denver');
    // The payer's id as a receiver, and as a sender.
    expect(policyOf('COMEDASSISTPROG').timeZone).toBe('America/Denver');
    expect(policyOf('60054').timeZone).toBeUndefined();
    expect(policyOf('NOBODY').timeZone).toBeUndefined();
    const inBlock = changed([
      'time_zone: America/Denver\n        overdue',
      'time_zone: America/Chicago\n        overdue',
    ]);
    expect(statusPolicies(await parseConfiguration(inBlock))('CO_TXIX').timeZone).toBe('America/Chicago');
    const fromProfile = changed(['        time_zone: America/Denver\n        overdue', '        overdue']);
    expect(statusPolicies(await parseConfiguration(fromProfile))('CO_TXIX').timeZone).toBe('America/Denver');
  });

  test('reads statuses by the contract, with overdue times of 1 hour, 2 days and 30 days', () => {
    expect(findPayerConfig(configuration, '60054', '277CA')).toMatchObject({
      reading: 'contract',
      overdue_after_hours: 48,
      send_for_received_claims: true,
    });
    expect(findPayerConfig(configuration, '60054', '999')?.overdue_after_hours).toBe(1);
    expect(findPayerConfig(configuration, '60054', '835')?.overdue_after_hours).toBe(720);
    expect(findPayerConfig(configuration, 'NOBODY', '835')).toBeUndefined();
  });
});

describe('errors of the file', () => {
  test.each<[string, readonly [string, string], string, string]>([
    [
      'an NPI whose check digit is wrong',
      ['"1679576722"', '"1679576723"'],
      '"1679576723"',
      'providers.2.npi',
    ],
    ['a number that should be text', ['"1679576722"', '1679576722'], '1679576722', 'put it in quotes'],
    [
      'a repeated NPI',
      ['"1679576722"', '"1234567893"'],
      '"1234567893"\n    name: VALLEY CLINIC SOUTH',
      'Occurs twice; remove one',
    ],
    ['an unknown field', ['site: Boulder', 'site: Boulder\n    sight: x'], 'sight: x', 'Unknown field'],
    ['an unknown reading', ['reading: contract\n', 'reading: both\n'], 'both', 'transactions.277CA.reading'],
    ['an unknown profile', ['extends: CO_TXIX', 'extends: UT_TXIX'], 'extends: UT_TXIX', 'extends'],
    [
      'an invalid value in a profile',
      ['{ extends: CO_TXIX }', '{ extends: CO_TXIX, timely_filing: { days: long } }'],
      'long',
      'profile.timely_filing.days',
    ],
    [
      'a receiver of a profile that does not fit into an envelope',
      [
        '{ extends: CO_TXIX }',
        '{ extends: CO_TXIX, receiver: { qualifier: ZZ, id: "1234567890123456", name: X } }',
      ],
      '{ extends',
      'profile.receiver.id',
    ],
    [
      'a name that no segment can hold',
      ['name: GRANARY BILLING', 'name: "GRANARY\\tBILLING"'],
      '"GRANARY',
      'clearhouse.submitter.name: Expected no control characters',
    ],
    [
      'an invalid value under a key that is a number',
      ['999: { overdue_after_hours: 1 }', '999: { overdue_after_hours: -1 }'],
      '{ overdue_after_hours: -1',
      'transactions.999.overdue_after_hours',
    ],
    [
      'the same key as a number and as text',
      ['999: { overdue_after_hours: 1 }', '999: {}\n      "999": {}'],
      '"999"',
      'Map keys must be unique',
    ],
    [
      'SFTP without its block',
      ['transport: stub', 'transport: sftp'],
      'id: clearinghouse',
      'clearhouse.sftp',
    ],
    [
      'a path to a parent folder in a payer id',
      ['id: "60054"\n    name', 'id: ../x\n    name'],
      '../x',
      'payers.1.id',
    ],
  ])('%s: with its line', async (_, edit, part, message) => {
    const text = changed(edit);
    const problems = await problemsOf(text);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(message);
    expect(problems[0]).toMatch(new RegExp(`^${lineOf(text, part)}: `));
  });

  test('are all reported', async () => {
    const text = changed(
      ['"1679576722"', '"1"'],
      ['reading: contract\n', 'reading: x\n'],
      ['version: 1', 'version: 2'],
    );
    expect(await problemsOf(text)).toHaveLength(3);
  });

  test('include invalid YAML', async () => {
    expect((await problemsOf('clearhouse: [1'))[0]).toMatch(/^1: /);
    expect((await problemsOf('a: 1\na: 2'))[0]).toMatch(/^2: /);
    expect(await problemsOf('')).not.toEqual([]);
  });

  test('include aliases that would fill the memory', async () => {
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let i = 0; i < 8; i++) bomb.push(`b${i}: &b${i} [${Array(9).fill(i === 0 ? '*a' : `*b${i - 1}`)}]`);
    expect((await problemsOf(bomb.join('\n')))[0]).toContain('too many aliases');
  });
});

describe('configuration changes', () => {
  test('are empty for the same file', async () => {
    expect(configurationChanges(configuration, await parseConfiguration(defaultConfiguration))).toEqual([]);
  });

  test('name added, removed and changed records with their fields', async () => {
    const text = changed(['"1679576722"', '"1689672081"'], ['reading: contract\n', 'reading: standard\n']);
    const after = await parseConfiguration(text);
    expect(configurationChanges(configuration, after)).toEqual([
      { entity: 'provider', id: '1689672081', change: 'added' },
      // The profile holds the providers.
      { entity: 'payer_config', id: 'CO_TXIX/837P', change: 'changed', fields: ['profile'] },
      { entity: 'payer_config', id: 'CO_TXIX/277CA', change: 'changed', fields: ['reading'] },
      { entity: 'provider', id: '1679576722', change: 'removed' },
    ]);
  });
});
