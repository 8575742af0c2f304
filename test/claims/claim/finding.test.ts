import { expect, test } from '@jest/globals';
import { findingRecord } from '#claims/claim/finding.ts';

const finding = {
  id: 'V030',
  reference: '0001.9.1',
  snip: 2,
  severity: 'error',
  message: 'A finding',
  byteOffset: 0,
} as const;

test('marks a masked value of a finding', () => {
  expect(findingRecord({ ...finding, value: 'A9', valueMasked: true })).toMatchObject({
    value: 'A9',
    value_masked: true,
  });
  expect(findingRecord(finding)).not.toHaveProperty('value_masked');
});
