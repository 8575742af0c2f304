import {
  composite,
  type GuideSpec,
  type LoopSpec,
  loop,
  qualifiedSegment,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../guide/guide.ts';
import { claimPaymentLoop } from './835/claim.ts';
import { header835 } from './headers.ts';
import { addressSegments, dateTimeSegment, referenceSegment } from './shapes.ts';

const payment = [
  'R305=C,D,H,I,P,U,X R782 R478=C,D R591=ACH,BOP,CHK,FWT,NON S812=CCP,CTX S506=01,04 S507 S569=DA',
  'S508 S509 S510 S506=01,04 S507 S569=DA,SG S508 R373 N1048 N506 N507 N569 N508',
];

/** BPR, TRN, CUR, the header REFs and DTM*405. */
const headerSegments: readonly SegmentSpec[] = [
  segment('BPR', 'Financial Information', 'R', 1, payment, {
    rules: ['P0607', 'C0809', 'P1213', 'C1415', 'P1819', 'C2021'],
  }),
  segment('TRN', 'Reassociation Trace Number', 'R', 1, 'R481=1 R127 R509 S127'),
  // CUR03 to CUR21 (exchange rate, market, dates) are not used.
  segment('CUR', 'Foreign Currency Information', 'S', 1, 'R98=PR R100 N280'),
  referenceSegment('Receiver Identification', 1, 'EV'),
  referenceSegment('Version Identification', 1, 'F2'),
  dateTimeSegment('Production Date', 1, '405'),
];

const pairs = { rules: ['P0304', 'P0506', 'P0708'] };
const businessContact = 'R366=CX S93 S365=EM,FX,TE S364 S365=EM,EX,FX,TE S364 S365=EX S364 N443';
const technicalContact = 'R366=BL S93 S365=EM,TE,UR S364 S365=EM,EX,FX,TE,UR S364 S365=EM,EX,FX,UR S364 N443';
const webSite = 'R366=IC N93 R365=UR R364 N365 N364 N365 N364 N443';

/** N1 of payer or payee. */
const partySegment = (name: string, elements: string): SegmentSpec =>
  qualifiedSegment('N1', name, 'R', 1, elements, { key: 'N1', rules: ['R0203', 'P0304'] });

const payerLoop: LoopSpec = loop('1000A', 'Payer Identification', 'R', 1, [
  partySegment('Payer Identification', 'R98=PR R93 S66=XV S67 N706 N98'),
  ...addressSegments('Payer Address', 'R'),
  referenceSegment('Additional Payer Identification', 4, '2U,EO,HI,NF', { key: 'REF' }),
  qualifiedSegment('PER', 'Payer Business Contact Information', 'S', 1, businessContact, pairs),
  qualifiedSegment('PER', 'Payer Technical Contact Information', 'R', unbounded, technicalContact, pairs),
  qualifiedSegment('PER', 'Payer Web Site', 'S', 1, webSite, pairs),
]);

const payeeLoop: LoopSpec = loop('1000B', 'Payee Identification', 'R', 1, [
  partySegment('Payee Identification', 'R98=PE R93 R66=FI,XV,XX R67 N706 N98'),
  ...addressSegments('Payee Address', 'S'),
  referenceSegment('Payee Additional Identification', unbounded, '0B,D3,PQ,TJ', { key: 'REF' }),
  segment('RDM', 'Remittance Delivery Method', 'S', 1, 'R756=BM,EM,FT,OL S93 S364'),
]);

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
