import { describe, expect, test } from '@jest/globals';
import { claimFile, claimInput } from '../../fixtures/claims/claim-input.ts';
import { personOf } from '../../fixtures/sensitive-values.ts';
import { leaksIn } from './log-leaks.ts';

const inLine = (text: string) => leaksIn([{ file: 'a.log', text: `{"level":"INFO"}\n${text}\n` }]);
const person = personOf(4711);

describe('a planted leak is found', () => {
  test.each([
    ['a name', `{"message":"Claim of ${person.firstName} not stored"}`],
    ['a name', `Error: no such key inbox/${person.lastName.toLowerCase()}.x12`],
    [
      'a name',
      `GET /api/files?name=${[...person.lastName].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`,
    ],
    [
      'a name',
      `{"body":"${Buffer.from(JSON.stringify(claimInput({ number: 'A', person: 4711 }))).toString('base64')}"}`,
    ],
    ['an address', `at ${person.street}`],
    ['a member id', `{"member_id":"${person.memberId}"}`],
    ['a date of birth', `born ${person.birthDate}`],
    ['a date of birth', `D8*${person.birthDate.replaceAll('-', '')}`],
    ['a diagnosis', `{"code":"${person.diagnosis}"}`],
    ['a raw segment', 'at CLM*A*125'],
    ['a raw segment', '~\\nHI*ABK:J069~'],
  ])('%s: %s', (what, text) => {
    expect(inLine(text)).toEqual([expect.objectContaining({ file: 'a.log', line: 2, what })]);
  });

  test('in every claim of the tests', () => {
    const text = claimFile([{ number: 'A1' }]).toString();
    for (const segment of text.split('~').filter((one) => /^(NM1\*IL|N3|DMG|HI|CLM|SV1)/.test(one)))
      expect(inLine(segment)).toHaveLength(1);
  });
});

test('allows permitted data', () => {
  const line = JSON.stringify({
    message: 'File processed',
    file_id: '40d00e90-837a-8a66-87df-df31d180ad31',
    claim_id: '01a1fde3-751c-746f-b657-e9dac7a6a7b1',
    kinds: ['837P'],
    xray: '1-6740f2b5-Z12345678901234',
    at: '2026-11-21T11:38:46.399Z',
    key: 'gc_test_TPCBGWBV',
  });
  expect(inLine(line)).toEqual([]);
});
