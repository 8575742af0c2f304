import type { SegmentSpec } from '../../guide/guide.ts';
import { date } from './segments.ts';

/** DTP segments of loop 2300. */
export const claimDates: readonly SegmentSpec[] = [
  date('Onset of Current Illness or Symptom', ['431']),
  date('Initial Treatment Date', ['454']),
  date('Last Seen Date', ['304']),
  date('Acute Manifestation', ['453']),
  date('Accident', ['439']),
  date('Last Menstrual Period', ['484']),
  date('Last X-ray Date', ['455']),
  date('Hearing and Vision Prescription Date', ['471']),
  date('Disability Dates', ['314', '360', '361'], { formats: ['D8', 'RD8'] }),
  date('Last Worked', ['297']),
  date('Authorized Return to Work', ['296']),
  date('Admission', ['435']),
  date('Discharge', ['096']),
  date('Assumed and Relinquished Care Dates', ['090', '091'], { max: 2 }),
  date('Property and Casualty Date of First Contact', ['444']),
  date('Repricer Received Date', ['050']),
];
