import {
  type CompositeSpec,
  componentIs,
  composite,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { reportedBy } from '../shapes.ts';

/** HI segments of loop 2300; each of the twelve elements is a composite C022. */

function codeInformation(usage: Usage, qualifiers: string, edit?: string): CompositeSpec {
  const by = reportedBy(edit);
  const components = `R1270=${qualifiers}${by} R1271${by} N1250 N1251 N782 N380 N799 N1271 N1073`;
  return composite(usage, 'C022', components, { name: 'Health Care Code Information', edit });
}

const diagnoses = [
  codeInformation('R', 'ABK,BK', 'V064'),
  ...Array.from({ length: 11 }, () => codeInformation('S', 'ABF,BF', 'V064')),
];
const anesthesia = [codeInformation('R', 'BP'), codeInformation('S', 'BO'), 'NC022x10'];
const conditions = [
  codeInformation('R', 'BG'),
  ...Array.from({ length: 11 }, () => codeInformation('S', 'BG')),
];

export const claimHealthCareCodes: readonly SegmentSpec[] = [
  segment('HI', 'Health Care Diagnosis Code', 'R', 1, diagnoses, {
    key: 'HI-ABK',
    when: [componentIs(1, 1, 'ABK', 'BK')],
    edit: 'V064',
  }),
  segment('HI', 'Anesthesia Related Procedure', 'S', 1, anesthesia, {
    key: 'HI-BP',
    when: [componentIs(1, 1, 'BP')],
  }),
  segment('HI', 'Condition Information', 'S', 2, conditions, {
    key: 'HI-BG',
    when: [componentIs(1, 1, 'BG')],
  }),
];
