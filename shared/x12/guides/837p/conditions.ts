import { type CodeList, codes } from '../../guide/code-list.ts';
import { element, elementIs, notUsed, type SegmentSpec, segment } from '../../guide/guide.ts';
import { yes, yesOrNo } from './segments.ts';

/** CRC segments: conditions that apply (or do not) to the claim of loop 2300 or the line of loop 2400. */

interface ConditionOptions {
  readonly max: number;
  readonly categories: readonly string[];
  /** CRC02. */
  readonly applies: CodeList;
  readonly conditions: CodeList;
  /** How many of CRC03 to CRC07 the guide uses; the first is required. */
  readonly used: number;
}

function condition(name: string, options: ConditionOptions): SegmentSpec {
  const { max, categories, applies, conditions, used } = options;
  const indicators = [0, 1, 2, 3, 4].map((i) =>
    i < used ? element(i === 0 ? 'R' : 'S', 1321, { codes: conditions }) : notUsed(1321),
  );
  return segment(
    'CRC',
    name,
    'S',
    max,
    [
      element('R', 1136, { codes: codes(...categories) }),
      element('R', 1073, { codes: applies }),
      ...indicators,
    ],
    { key: `CRC-${categories[0]}`, when: [elementIs(1, ...categories)] },
  );
}

const ambulanceCertification = condition('Ambulance Certification', {
  max: 3,
  categories: ['07'],
  applies: yesOrNo,
  conditions: codes('01', '04', '05', '06', '07', '08', '09', '12'),
  used: 5,
});

export const claimConditions: readonly SegmentSpec[] = [
  ambulanceCertification,
  condition('Patient Condition Information: Vision', {
    max: 3,
    categories: ['E1', 'E2', 'E3'],
    applies: yesOrNo,
    conditions: codes('L1', 'L2', 'L3', 'L4', 'L5'),
    used: 5,
  }),
  condition('Homebound Indicator', {
    max: 1,
    categories: ['75'],
    applies: yes,
    conditions: codes('IH'),
    used: 1,
  }),
  condition('EPSDT Referral', {
    max: 1,
    categories: ['ZZ'],
    applies: yesOrNo,
    conditions: codes('AV', 'NU', 'S2', 'ST'),
    used: 3,
  }),
];

export const lineConditions: readonly SegmentSpec[] = [
  ambulanceCertification,
  condition('Hospice Employee Indicator', {
    max: 1,
    categories: ['70'],
    applies: yesOrNo,
    conditions: codes('65'),
    used: 1,
  }),
  condition('Condition Indicator/Durable Medical Equipment', {
    max: 1,
    categories: ['09'],
    applies: yesOrNo,
    conditions: codes('38', 'ZV'),
    used: 2,
  }),
];
