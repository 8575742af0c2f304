import { describe, expect, test } from '@jest/globals';
import {
  dependentVisit,
  edited,
  envelope,
  fileOf,
  officeVisit,
  profile,
  service,
  withLines,
} from '#test/fixtures/x12/claim.ts';
import { type EditCase, editCase, idOf } from '#test/fixtures/x12/edits/edit-case.ts';
import { brief, check } from '#test/fixtures/x12/findings.ts';
import type { CheckSettings } from '#x12/837p/check/settings.ts';
import { coloradoMedicaid, type PayerProfile } from '#x12/837p/profile/payer-profile.ts';
import { parsePayerProfile, payerProfileToJson } from '#x12/837p/profile/payer-profile-json.ts';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { type WritableClaim, writeClaims } from '#x12/837p/write/claims.ts';
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

const goodName = 'tp12345678-837P-20260315113000000-1of1.x12';
const sound: Partial<CheckSettings> = { profile, fileName: goodName };
const office = fileOf(officeVisit);

function claim(changes: Partial<WritableClaim>): string {
  return fileOf({ ...officeVisit, ...changes });
}

function subscriber(changes: Partial<WritableClaim['subscriber']>): string {
  return claim({ subscriber: { ...officeVisit.subscriber, ...changes } });
}

function billing(changes: Partial<WritableClaim['billingProvider']>): string {
  return claim({ billingProvider: { ...officeVisit.billingProvider, ...changes } });
}

function on(serviceDate: string, changes: Partial<WritableClaim> = {}): string {
  return claim({ ...changes, lines: (officeVisit.lines ?? []).map((line) => ({ ...line, serviceDate })) });
}

function withFileName(fileName: string): Partial<CheckSettings> {
  return { fileName };
}

function enrolled(change: Partial<PayerProfile>): Partial<CheckSettings> {
  return { profile: { ...profile, ...change } };
}

const cases: readonly EditCase[] = [
  editCase('R200 error ISA.5', 'ISA05 is another qualifier', () =>
    edited(office, ['*ZZ*12345678', '*30*12345678']),
  ),
  editCase('R200 error ISA.7', 'ISA07 is another qualifier', () =>
    edited(office, ['*ZZ*COMED', '*30*COMED']),
  ),
  editCase('R200 error ISA.8', 'ISA08 is another receiver', () =>
    edited(office, ['ZZ*COMEDASSISTPROG', 'ZZ*COMEDASSISTPRO ']),
  ),
  editCase('R200 error GS.3', 'GS03 is another receiver', () =>
    edited(office, ['12345678*COMEDASSISTPROG', '12345678*COMED']),
  ),
  editCase('R200 error 1000B/NM1.9', 'NM1*40 has another id', () =>
    edited(office, ['46*COMEDASSISTPROG', '46*COMED']),
  ),
  editCase('R200 error 1000B/NM1.3', 'NM1*40 has another name', () =>
    edited(office, ['NM1*40*2*COLORADO MEDICAL', 'NM1*40*2*MEDICAL']),
  ),
  editCase('R201 error GS.2', 'GS02 is not ISA06', () =>
    edited(office, ['GS*HC*12345678', 'GS*HC*12345679']),
  ),
  editCase('R201 error 1000A/NM1.9', 'NM1*41 is not ISA06', () =>
    edited(office, ['46*12345678', '46*12345679']),
  ),
  editCase(
    ['R201 error ISA.6', 'R201 error GS.2', 'R201 error 1000A/NM1.9'],
    'another partner is configured',
    () => office,
    {
      profile: { ...profile, tradingPartnerId: '87654321' },
    },
  ),
  editCase('R201 error ISA.15', 'a test file is sent to production', () =>
    edited(office, ['*0*P*:', '*0*T*:']),
  ),
  editCase('R202 error BHT.6', 'the claims are a subrogation demand', () =>
    edited(office, ['*1130*CH', '*1130*31']),
  ),
  editCase(
    'R202 warning 2300/CLM',
    'a set has more claims than the payer accepts',
    () =>
      fileOf(officeVisit, {
        ...officeVisit,
        subscriber: { ...officeVisit.subscriber, id: 'A123457' },
        patientControlNumber: 'PCN-2',
      }),
    { profile: { ...profile, maximumClaims: 1 } },
  ),
  editCase('R203 error 2010BB/NM1.9', 'the payer differs', () =>
    edited(office, ['PI*CO_TXIX', 'PI*NM_TXIX']),
  ),
  editCase('R203 error 2010BB/NM1.8', 'the payer has a plan id', () =>
    edited(office, ['PI*CO_TXIX', 'XV*CO_TXIX']),
  ),
  editCase('R203 error 2000B/SBR.9', 'the claim is filed as commercial', () =>
    subscriber({ claimFiling: 'CI' }),
  ),
  editCase('R203 error 2000B/SBR.9', 'the claim is filed as Medicare, which paid nothing', () =>
    subscriber({ claimFiling: 'MB' }),
  ),
  editCase('R204 error 2000C/HL.3', 'there is a dependent', () => {
    const { subscriber: _, rendering: __, serviceFacility: ___, ...rest } = dependentVisit;
    return fileOf({ ...rest, subscriber: { ...officeVisit.subscriber, relationship: undefined } });
  }),
  editCase('R204 error 2010BA/NM1.8', 'the member id is standard', () => subscriber({ idQualifier: 'II' })),
  editCase('R204 warning 2010BA/NM1.9', 'the member id has no letter', () => subscriber({ id: '1234567' })),
  editCase('R204 error 2010BA/NM1.2', 'the member is an organization', () =>
    edited(office, ['NM1*IL*1*MARLOW*TESSA', 'NM1*IL*2*MARLOW*']),
  ),
  editCase('R204 error 2010BA/DMG', 'the member has no demographics', () =>
    edited(office, [/DMG\*.*\n/, '']),
  ),
  editCase('R205 error 2010AA/NM1.9', 'the provider is not enrolled', () => billing({ id: '1679576722' })),
  editCase('R205 error 2010AA/N4.3', 'the NPI belongs to another site', () => billing({ id: '1245319599' })),
  editCase('R205 error 2010AA/REF.2', 'the tax id differs', () => billing({ taxId: '841234568' })),
  editCase('R205 error 2000A/PRV.3', 'the taxonomy is not enrolled', () =>
    billing({ taxonomy: '208D00000X' }),
  ),
  editCase('R205 error 2000A/PRV', 'the taxonomy is missing', () => billing({ taxonomy: undefined })),
  editCase('R205 error 2010AA/NM1.9', 'an atypical provider has no provider number', () =>
    billing({ idQualifier: undefined, id: undefined }),
  ),
  editCase('R206 error 2300/CLM.5-3', 'the frequency is 6, a corrected claim', () =>
    claim({ frequency: '6' }),
  ),
  editCase('R206 error 2300/REF', 'a void names no original', () => claim({ frequency: '8' })),
  editCase('R206 error 2300/REF.2', 'a timely original refers to another claim', () =>
    claim({ references: { originalClaimNumber: 'ICN1' } }),
  ),
  editCase('R207 error 2400/DTP.3', 'the service is 366 days ago', () => on('2025-03-14')),
  editCase('R207 warning 2400/DTP.3', 'the service is 330 days ago', () => on('2025-04-19')),
  editCase('R208 error 2300/PWK', 'the claim has an attachment', () =>
    claim({ attachments: [{ reportType: 'OZ', transmission: 'AA' }] }),
  ),
  editCase('R208 error 2400/PWK', 'a line has an attachment', () =>
    fileOf(
      withLines(officeVisit, {
        ...service('99213', 100),
        attachments: [{ reportType: 'OZ', transmission: 'AA' }],
      }),
    ),
  ),
  editCase('R208 error 2310C/N3.1', 'the facility is at the billing address', () =>
    claim({
      serviceFacility: {
        role: '77',
        entityType: '2',
        lastName: 'VALLEY SITE',
        address: { line1: '100 clinic way', city: 'Denver', state: 'CO', zip: '802039876' },
      },
    }),
  ),
  ...[
    'tp12345678-837P-20260315113000000-1of2.x12',
    'tp12345678-837I-20260315113000000-1of1.x12',
    'tp12345678-837P-2026031511300000-1of1.x12',
    'tp12345678-837P-20260230113000000-1of1.x12',
    'tp12345678-837P-20260315253000000-1of1.x12',
    'tp12345678-837P-20260315113000000-1of1.txt',
    '12345678-837P-20260315113000000-1of1.x12',
    'tp12345678-837P-20260315120501000-1of1.x12',
  ].map((name) => editCase('R209 error ', `the name is ${name}`, () => office, withFileName(name))),
  editCase(
    'R210 error ISA.6',
    'the name is of another partner',
    () => office,
    withFileName('tp12345679-837P-20260315113000000-1of1.x12'),
  ),
  editCase('R210 error ', 'the name was used before', () => office, {
    history: { hasFile: (name) => name === goodName },
  }),
  editCase(
    'R210 error ISA',
    'the file has two interchanges',
    () =>
      office +
      fileOf({
        ...officeVisit,
        patientControlNumber: 'PCN-2',
        subscriber: { ...officeVisit.subscriber, id: 'A123457' },
      }).replaceAll('000000905', '000000906'),
  ),
];

describe('state rules', () => {
  test('reports nothing for a file that the program accepts', () => {
    expect(check(office, sound).map(brief)).toEqual([]);
  });

  test.each(cases.map((one) => [idOf(one), one.when, one] as const))(
    '%s when %s',
    (_, __, { findings, file, settings }) => {
      const expected = typeof findings === 'string' ? [findings] : findings;
      expect(check(file(), { ...sound, ...settings }).map(brief)).toEqual(expected);
    },
  );

  test('has a file that breaks each rule', () => {
    const broken = new Set(cases.map(idOf));
    expect(stateRules.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
  });

  test.each([
    ['a name in other case', office, withFileName(goodName.toUpperCase())],
    [
      'a name five minutes ahead of the clock in Denver',
      office,
      withFileName('tp12345678-837P-20260315120500000-1of1.x12'),
    ],
    ['a late claim with a delay reason', on('2025-03-01', { delayReason: '7' }), {}],
    [
      'a late claim that names an earlier one',
      on('2025-03-01', { references: { originalClaimNumber: 'ICN1' } }),
      {},
    ],
    ['a service 329 days ago', on('2025-04-20'), {}],
    [
      'a replacement with its original',
      claim({ frequency: '7', references: { originalClaimNumber: 'ICN1' } }),
      {},
    ],
    [
      'an atypical provider with its provider number',
      fileOf({
        ...officeVisit,
        billingProvider: { ...officeVisit.billingProvider, idQualifier: undefined, id: undefined },
        subscriber: {
          ...officeVisit.subscriber,
          payer: {
            role: 'PR',
            entityType: '2',
            ...officeVisit.subscriber.payer,
            billingProviderIds: [{ qualifier: 'G2', value: '9000123' }],
          },
        },
      }),
      {},
    ],
    ['an encounter', edited(office, ['*1130*CH', '*1130*RP']), {}],
    ['any provider when none is configured', billing({ id: '1679576722' }), enrolled({ providers: [] })],
  ] as const)('reports nothing for %s', (_, file, settings) => {
    expect(check(file, { ...sound, ...settings }).map(brief)).toEqual([]);
  });

  test('lets a profile switch off a rule or change its texts', () => {
    const rules = {
      R206: { enabled: false },
      R207: { severity: 'warning', message: 'Late for our contract' },
    } as const;
    const file = on('2025-03-01', { frequency: '6' });
    const findings = check(file, { ...sound, profile: { ...profile, rules } });
    expect(findings.map(({ id, severity, message }) => [id, severity, message])).toEqual([
      ['V056', 'error', expect.any(String)],
      ['R207', 'warning', 'Late for our contract'],
    ]);
  });

  test('checks no state rule without a profile', () => {
    const file = writeClaims([officeVisit], { ...envelope, receiver: 'SOMEONE' });
    expect(check(file, { fileName: 'any.txt' }).map(brief)).toEqual([]);
  });

  test('reports the rule, its kind and place, and the claim', () => {
    const [finding] = check(claim({ frequency: '8' }), sound);
    expect(finding).toMatchObject({
      id: 'R206',
      snip: 7,
      severity: 'error',
      interchange: '000000905',
      group: '17',
      transaction: '0001',
      loop: '2300',
      segment: 'REF',
      patientControlNumber: 'PCN-1',
    });
  });
});
