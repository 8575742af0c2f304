import type { SegmentSpec } from '../../guide/guide.ts';
import { reference } from './segments.ts';

/** REF segments of loop 2300. */
export const claimReferenceSegments: readonly SegmentSpec[] = [
  reference('Service Authorization Exception Code', 1, '4N', {
    value: 'R127=1,2,3,4,5,6,7',
  }),
  reference('Mandatory Medicare (Section 4081) Crossover Indicator', 1, 'F5', { value: 'R127=N,Y' }),
  reference('Mammography Certification Number', 1, 'EW'),
  reference('Referral Number', 1, '9F'),
  reference('Prior Authorization', 1, 'G1', { value: 'R127!V071' }),
  reference('Payer Claim Control Number', 1, 'F8'),
  reference('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, 'X4'),
  reference('Repriced Claim Number', 1, '9A'),
  reference('Adjusted Repriced Claim Number', 1, '9C'),
  reference('Investigational Device Exemption Number', 1, 'LX'),
  reference('Claim Identifier for Transmission Intermediaries', 1, 'D9'),
  reference('Medical Record Number', 1, 'EA'),
  reference('Demonstration Project Identifier', 1, 'P4'),
  reference('Care Plan Oversight', 1, '1J'),
];
