import {
  type AnyElementSpec,
  composite,
  element,
  type GuideSpec,
  loop,
  notUsed,
  segment,
  type Usage,
  unbounded,
} from '../guide/guide.ts';
import { claimPaymentLoop } from './835/claim.ts';
import { headerSegments, payeeLoop, payerLoop } from './835/header.ts';
import { elementList } from './shapes.ts';

const providerSummary = segment('TS3', 'Provider Summary Information', 'S', 1, [
  ...elementList('R127 R1331 R373 R380 R782'),
  ...Array.from({ length: 7 }, () => notUsed(782)),
  // TS313 to TS322.
  ...Array.from('SNSNSSNSSS', (usage) => (usage === 'S' ? element('S', 782) : notUsed(782))),
  element('S', 380),
  element('S', 782),
]);

const supplementalSummary = segment(
  'TS2',
  'Provider Supplemental Summary Information',
  'S',
  1,
  [782, 782, 782, 782, 782, 782, 380, 782, 782, 380, 380, 380, 380, 380, 782, 380, 782, 782, 782].map((ref) =>
    element('S', ref),
  ),
);

const providerAdjustment = segment(
  'PLB',
  'Provider Adjustment',
  'S',
  unbounded,
  [
    element('R', 127),
    element('R', 373),
    ...adjustmentPair('R'),
    ...Array.from({ length: 5 }, () => adjustmentPair('S')).flat(),
  ],
  { rules: ['P0506', 'P0708', 'P0910', 'P1112', 'P1314'] },
);

function adjustmentPair(usage: Usage): AnyElementSpec[] {
  // The remittance checks report unknown reasons (V123), which are only a warning.
  const identifier = composite(usage, 'C042', [element('R', 426), element('S', 127)]);
  return [identifier, element(usage, 782)];
}

/** Health Care Claim Payment/Advice, 005010X221A1. */
export const guide835: GuideSpec = {
  name: '835',
  set: '835',
  functionalId: 'HP',
  version: '005010X221A1',
  accepts: ['005010X221A1', '005010X221'],
  alsoReads: ['004010X091A1', '004010X091'],
  hasImplementationReference: false,
  claimNumber: { path: '2100/CLP', element: 1 },
  businessUnit: { name: 'TRN02', path: '/TRN', element: 2 },
  children: [
    ...headerSegments,
    payerLoop,
    payeeLoop,
    loop('2000', 'Header Number', 'S', unbounded, [
      segment('LX', 'Header Number', 'R', 1, [element('R', 554)]),
      providerSummary,
      supplementalSummary,
      claimPaymentLoop,
    ]),
    providerAdjustment,
  ],
};
