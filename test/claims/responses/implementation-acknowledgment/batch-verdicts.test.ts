import { describe, expect, test } from '@jest/globals';
import { type BatchSet, verdictsOnBatch } from '#claims/acknowledgments/batch-verdicts.ts';
import type {
  FunctionalGroupResponse,
  SegmentError,
  TransactionSetResponse,
} from '#x12/999/functional-group-response.ts';

/** Claims at 20, 30 (of one subscriber) and 45 (of a dependent of another). */
const batchSet = (set: string): BatchSet => ({
  set,
  claims: [
    claim(`${set}-1`, 20, { subscriber: 13 }),
    claim(`${set}-2`, 30, { subscriber: 13 }),
    claim(`${set}-3`, 45, { subscriber: 38, patient: 41 }),
  ],
});

const claim = (number: string, at: number, under: { subscriber: number; patient?: number }) => ({
  claim_id: `id-${number}`,
  patient_control_number: number,
  at,
  billing: 7,
  ...under,
});

const error = (over: Partial<SegmentError> = {}): SegmentError => ({
  segment: 'REF',
  position: 22,
  loop: '2300',
  code: '8',
  reference: '',
  triggers: [],
  businessUnit: [],
  elements: [],
  ...over,
});

const answer = (
  controlNumber: string,
  code: string,
  segments: readonly SegmentError[] = [],
): TransactionSetResponse => ({
  set: '837',
  controlNumber,
  implementation: '',
  code,
  accepted: code === 'A' || code === 'E',
  errors: code === 'R' ? ['5'] : [],
  segments,
});

const group = (
  code: string,
  sets: readonly TransactionSetResponse[],
  over: Partial<FunctionalGroupResponse> = {},
) => ({
  functionalId: 'HC',
  controlNumber: '17',
  version: '005010X222A1',
  code,
  accepted: code === 'A' || code === 'E',
  errors: code === 'R' ? ['1'] : [],
  included: 1,
  received: 1,
  acceptedCount: 1,
  sets,
  ...over,
});

const verdicts = (code: string, sets: readonly TransactionSetResponse[]) =>
  verdictsOnBatch(group(code, sets), [batchSet('0001')]).claims.map(({ verdict }) => verdict);

describe('the verdict of a 999 on the claims of a set', () => {
  test.each([
    // AK901 and IK501, as TR3 005010X231A1 combines them.
    ['A', undefined, 'accepted'],
    ['E', undefined, 'accepted'],
    ['A', 'A', 'accepted'],
    ['A', 'E', 'accepted'],
    ['P', 'A', 'accepted'],
    ['P', 'E', 'accepted'],
    ['P', 'R', 'rejected'],
    ['P', 'M', 'rejected'],
    ['P', 'W', 'rejected'],
    ['P', 'X', 'rejected'],
    ['P', undefined, 'unknown'],
    ['R', undefined, 'rejected'],
    ['M', undefined, 'rejected'],
    ['W', undefined, 'rejected'],
    ['X', undefined, 'rejected'],
    ['R', 'R', 'rejected'],
    ['R', 'A', 'rejected'],
    // Combinations outside the table: a rejected set stays rejected; nothing else is assumed.
    ['A', 'R', 'rejected'],
    ['Z', 'A', 'unknown'],
    ['P', 'Z', 'unknown'],
    ['A', 'Z', 'unknown'],
    ['P', '', 'unknown'],
  ])('AK901 %s with IK501 %s: %s', (code, ofSet, expected) => {
    const sets = ofSet === undefined ? [] : [answer('0001', ofSet)];
    expect(verdicts(code, sets)).toEqual([expected, expected, expected]);
  });

  test('reports a contradiction between group and set', () => {
    const { findings } = verdictsOnBatch(group('R', [answer('0001', 'A')]), [batchSet('0001')]);
    expect(findings).toContainEqual(expect.objectContaining({ code: 'contradiction' }));
  });

  test('finds sets by their number as text, then without leading zeros', () => {
    const acknowledgment = group('P', [answer('1', 'R'), answer('0002', 'A')], { included: 2, received: 2 });
    const { claims, findings } = verdictsOnBatch(acknowledgment, [batchSet('0001'), batchSet('0002')]);
    expect(claims.map(({ set, verdict }) => [set, verdict])).toEqual([
      ...Array.from({ length: 3 }, () => ['0001', 'rejected']),
      ...Array.from({ length: 3 }, () => ['0002', 'accepted']),
    ]);
    expect(findings).toEqual([]);
  });

  test('prefers the rejection when a set has several responses', () => {
    for (const sets of [
      [answer('0001', 'A'), answer('0001', 'R')],
      [answer('0001', 'R'), answer('0001', 'A')],
    ]) {
      expect(verdicts('P', sets)).toEqual(['rejected', 'rejected', 'rejected']);
    }
  });

  test('reports a wrong count of sets, and a set that was not sent', () => {
    const acknowledgment = group('P', [answer('0009', 'A')], { received: 1 });
    const { findings } = verdictsOnBatch(acknowledgment, [batchSet('0001'), batchSet('0002')]);
    expect(findings.map(({ code }) => code)).toEqual(['set_count', 'unknown_set', 'unclear', 'unclear']);
    expect(findings[0]?.message).toBe('The receiver counted 1 sets; 2 were sent');
  });
});

test('limits the findings of an acknowledgment of many sets', () => {
  const sets = Array.from({ length: 20_000 }, (_, n) => answer(String(100_000 + n), 'A'));
  const sent = Array.from({ length: 20_000 }, (_, n) => ({ set: String(100_000 + n), claims: [] }));
  const { findings } = verdictsOnBatch(group('R', sets, { received: 20_000 }), sent);
  expect(findings).toHaveLength(200);
});

describe('the claims of an error', () => {
  const causes = (...errors: SegmentError[]) =>
    verdictsOnBatch(group('R', [answer('0001', 'R', errors)]), [batchSet('0001')])
      .claims.filter(({ role }) => role === 'cause')
      .map(({ patient_control_number }) => patient_control_number);

  test('are the claims that CTX names, at any position', () => {
    expect(causes(error({ position: 22, businessUnit: [{ name: 'CLM01', value: '0001-3' }] }))).toEqual([
      '0001-3',
    ]);
    expect(causes(error({ businessUnit: [{ name: 'CLM01', value: '1-2' }] }))).toEqual(['0001-2']);
  });

  test('are the claims at the position if CTX names two claims', () => {
    const twins = batchSet('0001').claims.map((one) => ({ ...one, patient_control_number: 'TWIN' }));
    const rolesAt = (position: number) =>
      verdictsOnBatch(
        group('R', [
          answer('0001', 'R', [error({ position, businessUnit: [{ name: 'CLM01', value: 'TWIN' }] })]),
        ]),
        [{ set: '0001', claims: twins }],
      ).claims.map(({ role }) => role);
    expect(rolesAt(32)).toEqual(['collateral', 'cause', 'collateral']);
    expect(rolesAt(2)).toEqual(['cause', 'cause', 'cause']);
  });

  test('follow from the position when CTX names no claim', () => {
    expect(causes(error({ businessUnit: [{ name: 'CLM01', value: 'NONE' }] }))).toEqual(['0001-1']);
    expect(causes(error({ businessUnit: [{ name: 'PATIENT NAME NM109', value: '0001-3' }] }))).toEqual([
      '0001-1',
    ]);
  });

  test.each([
    [20, ['0001-1']],
    [29, ['0001-1']],
    [30, ['0001-2']],
    [37, ['0001-2']],
    // HL of the subscriber, then of the dependent
    [13, ['0001-1', '0001-2']],
    [19, ['0001-1', '0001-2']],
    [38, ['0001-3']],
    [41, ['0001-3']],
    [44, ['0001-3']],
    [60, ['0001-3']],
    // HL of the billing provider: all claims below it
    [7, ['0001-1', '0001-2', '0001-3']],
    // Header: the set as a whole
    [2, []],
  ])('position %i: %j', (position, expected) => {
    expect(causes(error({ position }))).toEqual(expected);
  });

  test('include the claim before a missing segment that is reported at the next CLM or HL', () => {
    expect(causes(error({ position: 30, code: '3', segment: 'DTP' }))).toEqual(['0001-1']);
    expect(causes(error({ position: 38, code: 'I6', segment: 'HI' }))).toEqual(['0001-2']);
    expect(causes(error({ position: 26, code: '3', segment: 'HI' }))).toEqual(['0001-1']);
    // The claim segment itself is missing.
    expect(causes(error({ position: 30, code: 'I8', segment: 'CLM' }))).toEqual(['0001-2']);
  });

  test('do not include the other claims of the set, which are collateral', () => {
    const bad = error({ position: 22, elements: [element(2, 'I12')] });
    const { claims } = verdictsOnBatch(group('R', [answer('0001', 'R', [bad])]), [batchSet('0001')]);
    expect(claims.map(({ role }) => role)).toEqual(['cause', 'collateral', 'collateral']);
    expect(claims[0]?.errors[0]).toBe(
      'REF at 22 in 2300: 8 segment has element errors (02: I12 does not match the pattern)',
    );
    expect(claims[1]?.errors).toEqual([
      'group R rejected',
      'group 1 functional group not supported',
      'set R rejected',
      'set 5 segments in error',
    ]);
  });

  test('keep the errors of an accepted set', () => {
    const { claims } = verdictsOnBatch(group('E', [answer('0001', 'E', [error({ position: 31 })])]), [
      batchSet('0001'),
    ]);
    expect(claims.map(({ errors, role }) => [errors.length, role])).toEqual([
      [0, undefined],
      [1, undefined],
      [0, undefined],
    ]);
  });

  test('have texts without values from the file', () => {
    const bad = error({ segment: 'JANE DOE', loop: 'B123 SMITH', code: 'Z99 DOE' });
    const { claims } = verdictsOnBatch(group('R', [answer('0001', 'R', [bad])]), [batchSet('0001')]);
    expect(JSON.stringify(claims)).not.toMatch(/DOE|SMITH/);
  });
});

const element = (number: number, code: string) => ({
  element: number,
  component: undefined,
  repetition: undefined,
  ref: '127',
  code,
  value: 'JANE DOE',
  reference: '',
  triggers: [],
});
