import { composite, type GuideSpec, loop, segment, type Usage, unbounded } from '../guide/guide.ts';
import { claimPaymentLoop } from './835/claim.ts';
import { headerSegments, payeeLoop, payerLoop } from './835/header.ts';
import { header835 } from './headers.ts';

const providerSummary = 'R127 R1331 R373 R380 R782 N782x7 S782 N782 S782 N782 S782x2 N782 S782x3 S380 S782';
const supplementalSummary = 'S782x6 S380 S782x2 S380x5 S782 S380 S782x3';

/** Reason and amount of a PLB. The remittance checks report unknown reasons (V123), which are only a warning. */
const adjustmentPair = (usage: Usage) => [composite(usage, 'C042', 'R426 S127'), `${usage}782`];
const adjustmentPairs = (['R', 'S', 'S', 'S', 'S', 'S'] as const).flatMap(adjustmentPair);

/** Health Care Claim Payment/Advice, 005010X221A1. */
export const guide835: GuideSpec = {
  ...header835,
  claimNumber: { path: '2100/CLP', element: 1 },
  businessUnit: { name: 'TRN02', path: '/TRN', element: 2 },
  children: [
    ...headerSegments,
    payerLoop,
    payeeLoop,
    loop('2000', 'Header Number', 'S', unbounded, [
      segment('LX', 'Header Number', 'R', 1, 'R554'),
      segment('TS3', 'Provider Summary Information', 'S', 1, providerSummary),
      segment('TS2', 'Provider Supplemental Summary Information', 'S', 1, supplementalSummary),
      claimPaymentLoop,
    ]),
    segment('PLB', 'Provider Adjustment', 'S', unbounded, ['R127 R373', ...adjustmentPairs], {
      rules: ['P0506', 'P0708', 'P0910', 'P1112', 'P1314'],
    }),
  ],
};
