import type { SegmentSpec } from '../../guide/guide.ts';
import { dateSegment } from '../shapes.ts';

/** DTP segments of loop 2300. */
export const claimDateSegments: readonly SegmentSpec[] = [
  dateSegment('Onset of Current Illness or Symptom', '431'),
  dateSegment('Initial Treatment Date', '454'),
  dateSegment('Last Seen Date', '304'),
  dateSegment('Acute Manifestation', '453'),
  dateSegment('Accident', '439'),
  dateSegment('Last Menstrual Period', '484'),
  dateSegment('Last X-ray Date', '455'),
  dateSegment('Hearing and Vision Prescription Date', '471'),
  dateSegment('Disability Dates', '314,360,361', { formats: 'D8,RD8' }),
  dateSegment('Last Worked', '297'),
  dateSegment('Authorized Return to Work', '296'),
  dateSegment('Admission', '435'),
  dateSegment('Discharge', '096'),
  dateSegment('Assumed and Relinquished Care Dates', '090,091', { max: 2 }),
  dateSegment('Property and Casualty Date of First Contact', '444'),
  dateSegment('Repricer Received Date', '050'),
];
