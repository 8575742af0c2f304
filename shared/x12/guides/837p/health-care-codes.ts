import { codes } from '../../guide/code-list.ts';
import {
  type CompositeSpec,
  composite,
  onComponent,
  type SegmentSpec,
  segment,
  type Usage,
  unused,
  use,
} from '../../guide/guide.ts';
import { unusedComposite } from './segments.ts';

/** HI segments of loop 2300; each of the twelve elements is a composite C022. */

function codeInformation(usage: Usage, qualifiers: readonly string[], edit?: string): CompositeSpec {
  const options = edit === undefined ? {} : { edit };
  return composite(
    usage,
    'C022',
    [
      use('R', 1270, { codes: codes(...qualifiers), ...options }),
      use('R', 1271, options),
      unused(1250),
      unused(1251),
      unused(782),
      unused(380),
      unused(799),
      unused(1271),
      unused(1073),
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
  { key: 'HI-ABK', when: [onComponent(1, 1, 'ABK', 'BK')], edit: 'V064' },
);

const anesthesiaProcedure = segment(
  'HI',
  'Anesthesia Related Procedure',
  'S',
  1,
  [
    codeInformation('R', ['BP']),
    codeInformation('S', ['BO']),
    ...Array.from({ length: 10 }, () => unusedComposite('C022')),
  ],
  { key: 'HI-BP', when: [onComponent(1, 1, 'BP')] },
);

const conditionCodes = segment(
  'HI',
  'Condition Information',
  'S',
  2,
  [codeInformation('R', ['BG']), ...Array.from({ length: 11 }, () => codeInformation('S', ['BG']))],
  { key: 'HI-BG', when: [onComponent(1, 1, 'BG')] },
);

export const claimHealthCareCodes: readonly SegmentSpec[] = [diagnoses, anesthesiaProcedure, conditionCodes];
