import type { SegmentSpec } from '../../guide/guide.ts';
import { date, reference } from './segments.ts';

/** DTP and REF segments of loop 2400. */

export const lineDates: readonly SegmentSpec[] = [
  date('Service Date', ['472'], { usage: 'R', formats: ['D8', 'RD8'], edit: 'V088' }),
  date('Prescription Date', ['471']),
  date('Certification Revision/Recertification Date', ['607']),
  date('Begin Therapy Date', ['463']),
  date('Last Certification Date', ['461']),
  date('Last Seen Date', ['304']),
  date('Test Date', ['738', '739'], { max: 2 }),
  date('Shipped Date', ['011']),
  date('Last X-ray Date', ['455']),
  date('Initial Treatment Date', ['454']),
];

export const lineReferences: readonly SegmentSpec[] = [
  reference('Repriced Line Item Reference Number', 1, ['9B']),
  reference('Adjusted Repriced Line Item Reference Number', 1, ['9D']),
  reference('Prior Authorization', 5, ['G1'], { forPayer: true, edit: 'V071' }),
  // The data element takes 50 characters; the guide limits the line item control number to 30.
  reference('Line Item Control Number', 1, ['6R'], { max: 30, edit: 'V090' }),
  reference('Mammography Certification Number', 1, ['EW']),
  reference('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, ['X4']),
  reference('Referring CLIA Facility Identification', 1, ['F4']),
  reference('Immunization Batch Number', 1, ['BT']),
  reference('Referral Number', 5, ['9F'], { forPayer: true }),
];
