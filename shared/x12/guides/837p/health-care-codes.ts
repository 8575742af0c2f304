import { codes } from '../../guide/code-list.ts';
import {
  type CompositeSpec,
  componentIs,
  composite,
  element,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { notUsedComposite } from './segments.ts';

/** HI segments of loop 2300; each of the twelve elements is a composite C022. */

function codeInformation(usage: Usage, qualifiers: readonly string[], edit?: string): CompositeSpec {
  const options = edit === undefined ? {} : { edit };
  return composite(
    usage,
    'C022',
    [
      element('R', 1270, { codes: codes(...qualifiers), ...options }),
      element('R', 1271, options),
      notUsed(1250),
      notUsed(1251),
      notUsed(782),
      notUsed(380),
      notUsed(799),
      notUsed(1271),
      notUsed(1073),
    ],
    { name: 'Health Care Code Information', ...options },
  );
}

const diagnoses = segment(
  'HI',
  'Health Care Diagnosis Code',
  'R',
  1,
  [
    codeInformation('R', ['ABK', 'BK'], 'V064'),
    ...Array.from({ length: 11 }, () => codeInformation('S', ['ABF', 'BF'], 'V064')),
  ],
  { key: 'HI-ABK', when: [componentIs(1, 1, 'ABK', 'BK')], edit: 'V064' },
);

const anesthesiaProcedure = segment(
  'HI',
  'Anesthesia Related Procedure',
  'S',
  1,
  [
    codeInformation('R', ['BP']),
    codeInformation('S', ['BO']),
    ...Array.from({ length: 10 }, () => notUsedComposite('C022')),
  ],
  { key: 'HI-BP', when: [componentIs(1, 1, 'BP')] },
);

const conditionCodes = segment(
  'HI',
  'Condition Information',
  'S',
  2,
  [codeInformation('R', ['BG']), ...Array.from({ length: 11 }, () => codeInformation('S', ['BG']))],
  { key: 'HI-BG', when: [componentIs(1, 1, 'BG')] },
);

export const claimHealthCareCodes: readonly SegmentSpec[] = [diagnoses, anesthesiaProcedure, conditionCodes];
