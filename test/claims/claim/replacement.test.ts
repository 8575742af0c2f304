import { describe, expect, test } from '@jest/globals';
import type { Lane } from '#claims/claim/lifecycle.ts';
import { duplicatesOf, originalOf } from '#claims/claim/related-claims.ts';
import {
  blocksOtherCorrections,
  openCorrectionError,
  replacementTarget,
  replacementTargets,
} from '#claims/claim/replacement.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';

const correction = (lane: Lane | 'closed', frequency = '7') => claim({ id: 'c', frequency, lane });

describe('The target of a correction', () => {
  test('is the original claim if Granary has it', () => {
    expect(replacementTarget(claim({ frequency: '7', corrects: 'original' }))).toBe('original');
  });

  test('is provider, payer and payer claim control number otherwise', () => {
    const unknown = { frequency: '8', original_claim_number: 'ICN1', payer_id: 'P', billing_npi: '' };
    expect(replacementTarget({ ...unknown, tax_id: '84' })).toBe('["TAX-84","P","ICN1"]');
    expect(replacementTarget({ ...unknown, billing_npi: '12' })).toBe('["12","P","ICN1"]');
  });

  test('does not exist for other claims', () => {
    expect(replacementTargets([claim(), claim({ id: 'v', frequency: '8', corrects: 'o' })])).toEqual(
      new Map([['v', 'o']]),
    );
  });
});

test.each<[Lane | 'closed', boolean, boolean]>([
  ['draft', true, true],
  ['submitted', true, true],
  ['review', true, true],
  ['paid', false, true],
  ['underpaid', false, true],
  ['denied', false, false],
  ['payer_rejected', false, false],
  ['closed', false, false],
])('in lane %s a correction blocks others: %s, a void: %s', (lane, corrects, voids) => {
  expect(blocksOtherCorrections(correction(lane))).toBe(corrects);
  expect(blocksOtherCorrections(correction(lane, '8'))).toBe(voids);
});

test('names the open correction in the error', () => {
  expect(openCorrectionError(correction('ready', '8'))).toMatchObject({
    code: 'not_correctable',
    message: 'Void c of this claim is in lane ready',
    details: [{ path: ['claims', 'c'], code: 'correction_open' }],
  });
});

describe('Earlier claims', () => {
  const related = {
    sameNumber: [claim({ id: 'a' }), claim({ id: 'r', lane: 'rejected' })],
    sameContent: claim({ id: 'b' }),
  };

  test('are duplicates by number or content, unless they were rejected', () => {
    expect(duplicatesOf('1', related)).toEqual([
      { claim_id: 'a', by: 'patient_control_number' },
      { claim_id: 'b', by: 'content' },
    ]);
  });

  test('are not duplicates of a correction', () => {
    expect(duplicatesOf('7', related)).toEqual([]);
  });

  test('are the original of a correction: by payer number first, then by patient control number', () => {
    const more = {
      nextOrdinal: 2,
      hasUnmatchedPayments: false,
      sameNumber: [claim({ id: 'a' }), correction('ready')],
    };
    expect(originalOf('7', { ...more, originals: [claim({ id: 'icn' })] })?.id).toBe('icn');
    expect(originalOf('7', { ...more, originals: [] })?.id).toBe('a');
    expect(originalOf('1', { ...more, originals: [] })).toBeUndefined();
  });
});
