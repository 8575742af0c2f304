import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/x12-payer-profile.md'), 'utf8');

describe('docs/x12-payer-profile.md', () => {
  test('has the same table of rules as the code', () => {
    const rows = [...page.matchAll(/^\| (R\d+) \| (.*?) \| (.*?) \| (.*?)\|$/gm)].map((row) =>
      row.slice(1).map((cell) => cell.trim()),
    );
    expect(rows).toEqual(
      stateRules.map(({ id, title, check, replaces }) => [id, title, check, replaces.join(', ')]),
    );
  });

  test('has an example that is a valid profile', () => {
    const [, json = ''] = /```json\n(.*?)```/s.exec(page) ?? [];
    expect(parsePayerProfile(JSON.parse(json))).toMatchObject({
      id: 'CO_TXIX',
      environment: 'production',
      expects: { orderingProvider: ['70010-79999', '80047-89398'], telehealthModifiers: [] },
      rules: { R204: { severity: 'warning' }, R210: { enabled: false } },
    });
  });

  test('documents every field', () => {
    const json = payerProfileToJson({ ...coloradoMedicaid, environment: 'test', tradingPartnerId: '1' });
    const fields = Object.keys(JSON.parse(JSON.stringify(json)));
    expect(fields.filter((field) => !page.includes(`\`${field}\``))).toEqual([]);
  });
});
