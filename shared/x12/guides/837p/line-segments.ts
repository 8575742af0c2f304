import type { SegmentSpec } from '../../guide/guide.ts';
import { dateSegment } from '../shapes.ts';
import { forPayer, reference837p } from './segments.ts';

/** DTP and REF segments of loop 2400. */

export const lineDateSegments: readonly SegmentSpec[] = [
  dateSegment('Service Date', '472', { usage: 'R', formats: 'D8,RD8', edit: 'V088' }),
  dateSegment('Prescription Date', '471'),
  dateSegment('Certification Revision/Recertification Date', '607'),
  dateSegment('Begin Therapy Date', '463'),
  dateSegment('Last Certification Date', '461'),
  dateSegment('Last Seen Date', '304'),
  dateSegment('Test Date', '738,739', { max: 2 }),
  dateSegment('Shipped Date', '011'),
  dateSegment('Last X-ray Date', '455'),
  dateSegment('Initial Treatment Date', '454'),
];

export const lineReferenceSegments: readonly SegmentSpec[] = [
  reference837p('Repriced Line Item Reference Number', 1, '9B'),
  reference837p('Adjusted Repriced Line Item Reference Number', 1, '9D'),
  reference837p('Prior Authorization', 5, 'G1', { ...forPayer, value: 'R127!V071' }),
  // The data element takes 50 characters; the guide limits the line item control number to 30.
  reference837p('Line Item Control Number', 1, '6R', { value: 'R127<30!V090' }),
  reference837p('Mammography Certification Number', 1, 'EW'),
  reference837p('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, 'X4'),
  reference837p('Referring CLIA Facility Identification', 1, 'F4'),
  reference837p('Immunization Batch Number', 1, 'BT'),
  reference837p('Referral Number', 5, '9F', forPayer),
];
