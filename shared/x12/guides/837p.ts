import type { GuideSpec } from '../guide/guide.ts';
import { beginningSegment, receiverLoop, submitterLoop } from './837p/header.ts';
import { billingProviderLevel } from './837p/hierarchy.ts';

/** 005010X222A1, Health Care Claim: Professional. */
export const guide837p: GuideSpec = {
  name: '837P',
  set: '837',
  functionalId: 'HC',
  version: '005010X222A1',
  // The base guide and the later errata differ in nothing that reading needs.
  accepts: ['005010X222', '005010X222A2'],
  alsoReads: ['004010X098', '004010X098A1'],
  hasImplementationReference: true,
  children: [beginningSegment, submitterLoop, receiverLoop, billingProviderLevel],
  claimNumber: { path: '2300/CLM', element: 1 },
  businessUnit: { name: 'CLM01', path: '2300/CLM', element: 1 },
};
