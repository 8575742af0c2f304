import { codes } from '../../guide/code-list.ts';
import type { SegmentSpec } from '../../guide/guide.ts';
import { referenceSegment, yesOrNo } from './segments.ts';

/** REF segments of loop 2300. */
export const claimReferenceSegments: readonly SegmentSpec[] = [
  referenceSegment('Service Authorization Exception Code', 1, ['4N'], {
    values: codes('1', '2', '3', '4', '5', '6', '7'),
  }),
  referenceSegment('Mandatory Medicare (Section 4081) Crossover Indicator', 1, ['F5'], { values: yesOrNo }),
  referenceSegment('Mammography Certification Number', 1, ['EW']),
  referenceSegment('Referral Number', 1, ['9F']),
  referenceSegment('Prior Authorization', 1, ['G1'], { edit: 'V071' }),
  referenceSegment('Payer Claim Control Number', 1, ['F8']),
  referenceSegment('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, ['X4']),
  referenceSegment('Repriced Claim Number', 1, ['9A']),
  referenceSegment('Adjusted Repriced Claim Number', 1, ['9C']),
  referenceSegment('Investigational Device Exemption Number', 1, ['LX']),
  referenceSegment('Claim Identifier for Transmission Intermediaries', 1, ['D9']),
  referenceSegment('Medical Record Number', 1, ['EA']),
  referenceSegment('Demonstration Project Identifier', 1, ['P4']),
  referenceSegment('Care Plan Oversight', 1, ['1J']),
];
