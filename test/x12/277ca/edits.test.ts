import { describe, expect, test } from '@jest/globals';
import {
  acknowledgment,
  acknowledgmentFile,
  acknowledgmentOf,
  rejected,
  status,
  stc,
} from '#test/fixtures/x12/acknowledgment.ts';
import { findingsOf, idsOf } from '#test/fixtures/x12/findings.ts';
import type { ClaimAcknowledgmentInput } from '#x12/277ca/write-claim-acknowledgments.ts';

/** Files that trigger exactly one edit. */
const cases: readonly [id: string, what: string, draft: ClaimAcknowledgmentInput][] = [
  [
    'V127',
    'more claims than the totals state',
    acknowledgment({ totals: { accepted: 1, acceptedAmount: 25_000 } }),
  ],
  [
    'V127',
    'amounts that differ from the totals',
    acknowledgment({ totals: { accepted: 1, rejected: 1, acceptedAmount: 1, rejectedAmount: 2 } }),
  ],
  [
    'V127',
    'totals of a provider that differ',
    acknowledgment({
      providers: [
        {
          provider: { entity: '85', name: 'CLINIC', idQualifier: 'XX', id: '1234567893' },
          totals: { accepted: 1 },
          claims: [status(), rejected],
        },
      ],
    }),
  ],
  ['V128', 'an unknown category', acknowledgmentOf([status({ statuses: [stc('A9', '20')] })])],
  ['V128', 'a category that was withdrawn', acknowledgmentOf([status({ statuses: [stc('F5', '20')] })])],
  [
    'V128',
    'a rejection with the action of an acceptance',
    acknowledgmentOf([status({ statuses: [stc('A7', '562', { action: 'WQ' })] })]),
  ],
  [
    'V128',
    'an acceptance with the action of a rejection',
    acknowledgmentOf([status({ statuses: [stc('A2', '20', { action: 'U' })] })]),
  ],
  ['V156', 'an unknown status code', acknowledgmentOf([status({ statuses: [stc('A2', '9999')] })])],
  [
    'V156',
    'a status code that was withdrawn, in the third reason',
    acknowledgmentOf([
      status({
        statuses: [stc('A2', '20', { reasons: ['20', '19', '4'].map((code) => ({ category: 'A2', code })) })],
      }),
    ]),
  ],
];

describe('277CA edits', () => {
  test('reports nothing for an acknowledgment without faults', () => {
    expect(findingsOf(acknowledgmentFile(acknowledgment()))).toEqual([]);
  });

  test.each(cases)('%s: %s', (id, _what, draft) => {
    expect(idsOf(findingsOf(acknowledgmentFile(draft)))).toEqual([id]);
  });

  const history = (...numbers: string[]) => ({
    submissions: {
      hasClaim: (number: string) => numbers.includes(number),
      batch: (reference: string) => (reference === 'BATCH1' ? { claims: 2, amount: 25_000 } : undefined),
    },
  });

  test('reports V126 for a status that names no submitted claim in either reading', () => {
    const bytes = acknowledgmentFile(acknowledgment());
    const found = findingsOf(bytes, history('PCN1'));
    expect(found).toMatchObject([{ id: 'V126', patientControlNumber: 'PCN2', loop: '2200D' }]);
    expect(findingsOf(bytes, history('PCN1', 'PCN2'))).toEqual([]);
    expect(findingsOf(bytes, history('ICN1', 'PCN2'))).toEqual([]);
  });

  test('reports V127 for totals that differ from the submitted claims', () => {
    const fewer = acknowledgmentOf([status()]);
    expect(findingsOf(acknowledgmentFile(fewer), history('PCN1'))).toMatchObject([
      { id: 'V127', segment: 'QTY', details: { stated: 1, submitted: 2 } },
      { id: 'V127', segment: 'AMT', details: { stated: '125.00', submitted: '250.00' } },
    ]);
  });

  test('accepts totals of more claims than are listed', () => {
    const onlyRejected = acknowledgmentOf([rejected], {
      totals: { accepted: 9, rejected: 1, acceptedAmount: 9 },
    });
    expect(findingsOf(acknowledgmentFile(onlyRejected))).toEqual([]);
  });

  test('reads a level of the 277 response and reports it as not used', () => {
    const text = acknowledgmentFile(acknowledgment()).toString().replace('*PT~', '*22~');
    expect(idsOf(findingsOf(Buffer.from(text)))).toContain('V147');
  });
});

test('V134 for an entity code of a second status that the level does not allow', () => {
  const text = Buffer.from(acknowledgmentFile(acknowledgment())).toString('latin1');
  const [first = ''] = /STC\*A\d[^~]*/.exec(text.slice(text.indexOf('HL*4'))) ?? [];
  const missing = '*'.repeat(10 - first.split('*').length + 1);
  const withEntity = (entity: string) =>
    findingsOf(Buffer.from(text.replace(first, `${first}${missing}A3:21:${entity}`), 'latin1')).filter(
      ({ element }) => element === 10,
    );
  expect(withEntity('QC')).toEqual([]);
  expect(withEntity('ZZ')).toEqual([expect.objectContaining({ id: 'V134', segment: 'STC', component: 3 })]);
});
