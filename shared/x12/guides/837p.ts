import type { GuideSpec } from '../guide/guide.ts';
import { beginningSegment, receiverLoop, submitterLoop } from './837p/header.ts';
import { billingProviderLevel } from './837p/hierarchy.ts';
import { header837p } from './headers.ts';

/** 005010X222A1, Health Care Claim: Professional. */
export const guide837p: GuideSpec = {
  ...header837p,
  children: [beginningSegment, submitterLoop, receiverLoop, billingProviderLevel],
  claimNumber: { path: '2300/CLM', element: 1 },
  businessUnit: { name: 'CLM01', path: '2300/CLM', element: 1 },
};
