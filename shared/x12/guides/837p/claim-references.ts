import type { SegmentSpec } from '../../guide/guide.ts';
import { reference837p } from './segments.ts';

/** REF segments of loop 2300. */
export const claimReferenceSegments: readonly SegmentSpec[] = [
  reference837p('Service Authorization Exception Code', 1, '4N', {
    value: 'R127=1,2,3,4,5,6,7',
  }),
  reference837p('Mandatory Medicare (Section 4081) Crossover Indicator', 1, 'F5', { value: 'R127=N,Y' }),
  reference837p('Mammography Certification Number', 1, 'EW'),
  reference837p('Referral Number', 1, '9F'),
  reference837p('Prior Authorization', 1, 'G1', { value: 'R127!V071' }),
  reference837p('Payer Claim Control Number', 1, 'F8'),
  reference837p('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, 'X4'),
  reference837p('Repriced Claim Number', 1, '9A'),
  reference837p('Adjusted Repriced Claim Number', 1, '9C'),
  reference837p('Investigational Device Exemption Number', 1, 'LX'),
  reference837p('Claim Identifier for Transmission Intermediaries', 1, 'D9'),
  reference837p('Medical Record Number', 1, 'EA'),
  reference837p('Demonstration Project Identifier', 1, 'P4'),
  reference837p('Care Plan Oversight', 1, '1J'),
];
