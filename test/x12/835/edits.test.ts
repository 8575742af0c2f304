import { describe, expect, test } from '@jest/globals';
import { findingsOf, idsOf } from '#test/fixtures/x12/findings.ts';
import {
  claim,
  line,
  remittance,
  remittanceFile,
  remittanceOf,
  transfer,
} from '#test/fixtures/x12/remittance.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';

const denial = (reason: string, group = 'CO', over = {}): RemittanceInput =>
  remittanceOf(
    [
      claim({
        paid: 0,
        patientResponsibility: undefined,
        lines: [line({ paid: 0, adjustments: [{ group, reason, amount: 10_000 }], ...over })],
      }),
    ],
    { payment: { ...transfer, handling: 'H', method: 'NON', amount: 0, sender: {}, receiver: {} } },
  );

const reversal = claim({
  statusCode: '22',
  charge: -10_000,
  paid: -8_000,
  patientResponsibility: undefined,
  lines: [
    line({
      charge: -10_000,
      paid: -8_000,
      adjustments: [
        { group: 'CO', reason: '45', amount: -1_500 },
        { group: 'PR', reason: '2', amount: -500 },
      ],
    }),
  ],
});

/** Files that trigger exactly one edit. */
const cases: readonly [id: string, what: string, draft: RemittanceInput][] = [
  [
    'V120',
    'a line paid more than charge less adjustments',
    remittanceOf([claim({ lines: [line({ paid: 8_100 })] })]),
  ],
  ['V121', 'a claim paid more than charge less adjustments', remittanceOf([claim({ paid: 8_100 })])],
  ['V121', 'lines that do not add up to the charge', remittanceOf([claim({ charge: 9_900, paid: 7_900 })])],
  [
    'V122',
    'a payment that is not the sum of claims and adjustments',
    remittance({ payment: { ...transfer, amount: 16_001 } }),
  ],
  ['V123', 'an unknown claim status', remittanceOf([claim({ statusCode: '5' })])],
  ['V123', 'an unknown filing indicator', remittanceOf([claim({ filingIndicator: 'QQ' })])],
  ['V123', 'an unknown reason code', denial('999')],
  ['V123', 'a reason code withdrawn before the service', denial('42')],
  ['V123', 'an unknown remark code', remittanceOf([claim({ outpatient: {}, remarks: ['X99'] })])],
  [
    'V123',
    'a remark code withdrawn before the service',
    remittanceOf([claim({ lines: [line({ remarks: [{ qualifier: 'HE', value: 'N29' }] })] })]),
  ],
  [
    'V123',
    'an unknown provider adjustment',
    remittance({
      providerAdjustments: [
        { provider: '1234567893', fiscalPeriod: '2025-12-31', reason: 'ZZ', amount: 8_000 },
      ],
    }),
  ],
  ['V150', 'a reason that needs a remark code', denial('16')],
  [
    'V150',
    'a reason that needs a remark code and has an alert only',
    denial('96', 'CO', { remarks: [{ qualifier: 'HE', value: 'MA01' }] }),
  ],
  ['V151', 'a reason with a wrong group', denial('18')],
  ['V152', 'the contract adjustment taking the whole charge', denial('45')],
  [
    'V153',
    'a patient responsibility other than the PR adjustments',
    remittanceOf([claim({ patientResponsibility: 400 })]),
  ],
  [
    'V154',
    'a reversal of other amounts than its original',
    remittanceOf([
      claim({ charge: 11_000, paid: 9_000, lines: [line({ charge: 11_000, paid: 9_000 })] }),
      claim({ patientControlNumber: 'PCN2' }),
      reversal,
    ]),
  ],
  [
    'V154',
    'a reversal that pays',
    remittanceOf([claim({ statusCode: '22', patientResponsibility: undefined })]),
  ],
  [
    'V155',
    'a transfer without bank',
    remittanceOf([claim()], {
      payment: { ...transfer, amount: 8_000, format: undefined, sender: {}, receiver: {} },
    }),
  ],
  [
    'V155',
    'a check with a bank',
    remittanceOf([claim()], { payment: { ...transfer, amount: 8_000, method: 'CHK' } }),
  ],
];

describe('835 edits', () => {
  test('reports nothing for a remittance without faults', () => {
    expect(findingsOf(remittanceFile(remittance()))).toEqual([]);
  });

  test.each(cases)('%s: %s', (id, _what, draft) => {
    expect(idsOf(findingsOf(remittanceFile(draft)))).toEqual([id]);
  });

  test('reports an unknown status or filing indicator as an error, one of the 837P as a warning', () => {
    const severity = (changes: Parameters<typeof claim>[0]) =>
      findingsOf(remittanceFile(remittanceOf([claim(changes)]))).map((one) => [one.severity, one.element]);
    expect(severity({ statusCode: '5' })).toEqual([['error', 2]]);
    expect(severity({ filingIndicator: 'QQ' })).toEqual([['error', 6]]);
    for (const filingIndicator of ['11', 'BL', 'CI', 'FI']) {
      expect(severity({ filingIndicator })).toEqual([['warning', 6]]);
    }
  });

  test('distinguishes unknown and withdrawn codes', () => {
    const texts = (draft: RemittanceInput) => findingsOf(remittanceFile(draft)).map(({ message }) => message);
    expect(texts(denial('999'))).toEqual([
      'Adjustment reason code is not in the code list and is kept as sent; ask the payer',
    ]);
    expect(texts(denial('42'))).toEqual([
      'Adjustment reason code is no longer in force on the service date and is kept as sent; ask the payer',
    ]);
  });

  test('reports V124 for the same remittance twice in a file', () => {
    expect(idsOf(findingsOf(remittanceFile(remittance(), remittance())))).toEqual(['V124']);
    const other = remittance({ payment: { ...transfer, trace: 'EFT2' } });
    expect(findingsOf(remittanceFile(remittance(), other))).toEqual([]);
  });

  test('reports V124 for a remittance in the history', () => {
    const keys: string[] = [];
    const remittances = {
      isKnown(key: string): boolean {
        keys.push(key);
        return true;
      },
    };
    expect(idsOf(findingsOf(remittanceFile(remittance()), { remittances }))).toEqual(['V124']);
    expect(keys).toEqual(['EFT1|1512345678|2025-03-10|16000|1234567893']);
  });

  test('reports nothing for valid exceptions', () => {
    const explained = denial('16', 'CO', { remarks: [{ qualifier: 'HE', value: 'N30' }] });
    const pharmacy = denial('16', 'CO', { remarks: [{ qualifier: 'RX', value: '65' }] });
    const correction = remittanceOf([claim(), reversal, claim({ payerControlNumber: 'ICN9' })]);
    const oldCode = denial('42', 'CO', { serviceDate: '2007-05-01' });
    for (const draft of [explained, pharmacy, denial('18', 'OA'), correction, oldCode]) {
      expect(findingsOf(remittanceFile(draft))).toEqual([]);
    }
  });

  const text = remittanceFile(remittance()).toString();
  const changed = (from: string, to: string) => {
    expect(text).toContain(from);
    const found = findingsOf(Buffer.from(text.replace(from, to))).filter(({ id }) => id === 'V123');
    return found.map(({ segment, element, value, details }) => ({ segment, element, value, details }));
  };
  const unknown = { standing: 'unknown' };

  test('points V123 at its own element after an empty triplet and masks other text', () => {
    expect(changed('CAS*CO*45*15~', 'CAS*CO****SMITH*15~')).toEqual([
      { segment: 'CAS', element: 5, value: 'AAAAA', details: unknown },
    ]);
    expect(changed('WO:ICN0', 'SMITH:ICN0')).toEqual([
      { segment: 'PLB', element: 3, value: 'AAAAA', details: unknown },
    ]);
  });

  test('names the segment of a remark in V123', () => {
    expect(changed('DTM*232', 'MOA*****ZZZZ~DTM*232')).toEqual([
      { segment: 'MOA', element: 5, value: 'AAAA', details: unknown },
    ]);
    expect(changed('DTM*232', 'MIA*1****ZZZZ~DTM*232')).toEqual([
      { segment: 'MIA', element: 5, value: 'AAAA', details: unknown },
    ]);
    expect(changed('REF*6R*L2~', 'REF*6R*L2~LQ*HE*ZZZZ~')).toEqual([
      { segment: 'LQ', element: 2, value: 'AAAA', details: unknown },
    ]);
  });

  test('names place, equation and claim, and no value', () => {
    const [found] = findingsOf(remittanceFile(remittanceOf([claim({ paid: 8_100 })])));
    expect(found).toMatchObject({
      id: 'V121',
      severity: 'warning',
      snip: 3,
      loop: '2100',
      segment: 'CLP',
      element: 4,
      transaction: '0001',
      patientControlNumber: 'PCN1',
      details: { level: 'claim', computed: '80.00', stated: '81.00', difference: '1.00' },
    });
  });
});
