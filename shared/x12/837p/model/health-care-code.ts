import type { Segment } from '../../reader/segment.ts';
import { code, type Described, type RecordSpec, record, text } from './field.ts';
import { required } from './places.ts';

const healthCareCodeFields = {
  qualifier: required(1, code(3), {
    default: 'ABF',
    about: 'ABK principal diagnosis, ABF further diagnoses (ICD-10-CM)',
  }),
  code: required(2, text(30)),
};

/** One composite of an HI segment. */
export interface HealthCareCode extends Described<typeof healthCareCodeFields> {}

export const readHealthCareCode = (segment: Segment, element: number): HealthCareCode => ({
  qualifier: segment.component(element, 1),
  code: segment.component(element, 2),
});

export const healthCareCode: RecordSpec<HealthCareCode> = record<HealthCareCode>(healthCareCodeFields, {
  readComposite: readHealthCareCode,
});
