import { describe, expect, test } from '@jest/globals';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { JsonInputError } from '#x12/values/json-codec.ts';

function issuesOf(json: unknown): string[] {
  try {
    parsePayerProfile(json);
  } catch (error) {
    if (error instanceof JsonInputError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`);
    throw error;
  }
  return [];
}

describe('payer profile', () => {
  test('keeps a profile through JSON', () => {
    expect(parsePayerProfile(JSON.parse(JSON.stringify(payerProfileToJson(coloradoMedicaid))))).toEqual(
      coloradoMedicaid,
    );
  });

  test('takes missing fields from the profile that it extends', () => {
    const profile = parsePayerProfile({
      extends: 'CO_TXIX',
      environment: 'test',
      trading_partner_id: '12345678',
      timely_filing: { days: 120 },
      providers: [{ npi: '1234567893', tax_id: '841234567', zip: '802031234', taxonomies: ['207Q00000X'] }],
      rules: { R207: { severity: 'warning' } },
    });
    expect(profile).toMatchObject({
      id: 'CO_TXIX',
      environment: 'test',
      timelyFiling: { days: 120, warnFrom: 330 },
      providers: [{ npi: '1234567893', taxId: '841234567' }],
      rules: { R207: { severity: 'warning' } },
    });
  });

  test('requires every field without a base and reports each missing one', () => {
    expect(issuesOf({ id: 'OTHER' })).toEqual(
      expect.arrayContaining(['name: is missing', 'receiver: is missing', 'timely_filing: is missing']),
    );
  });

  test.each([
    [5, ': must be an object'],
    [{ extends: 'XX_TXIX' }, 'extends: is not a built-in profile'],
    [{ extends: 'CO_TXIX', member: { id_pattern: '(' } }, 'member.id_pattern: must be a regular expression'],
    [
      { extends: 'CO_TXIX', time_zone: 'Denver' },
      'time_zone: must be an IANA time zone, such as America/Denver',
    ],
    [{ extends: 'CO_TXIX', colour: 1 }, 'colour: is unknown'],
    [{ extends: 'CO_TXIX', providers: [{ npi: 1 }] }, 'providers[0].npi: must be a string'],
    [{ extends: 'CO_TXIX', rules: { R299: {} } }, 'rules.R299: is not a rule'],
    [
      { extends: 'CO_TXIX', rules: { R200: { severity: 'bad' } } },
      'rules.R200.severity: must be one of fatal, error, warning, information',
    ],
    [{ extends: 'CO_TXIX', environment: 'prod' }, 'environment: must be one of production, test'],
  ])('reports the fault in %j', (json, issue) => {
    expect(issuesOf(json)).toContain(issue);
  });
});
