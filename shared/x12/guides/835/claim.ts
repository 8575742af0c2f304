import { codes } from '../../guide/code-list.ts';
import {
  type AnyElementSpec,
  element,
  type LoopSpec,
  loop,
  notUsed,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../../guide/guide.ts';
import {
  amountSegment,
  dateTimeSegment,
  elementList,
  nameSegment,
  quantitySegment,
  referenceSegment,
} from '../shapes.ts';
import { adjustmentSegment, servicePaymentLoop } from './service.ts';

const payerQualifiers = 'AD FI NI PI PP XV';
const memberQualifiers = 'FI II MI';
const contactNumber = codes('EM', 'FX', 'TE');

const names: readonly SegmentSpec[] = [
  nameSegment('NM1-QC', 'Patient Name', 'QC', {
    usage: 'R',
    types: '1',
    lastName: 'S',
    id: 'S',
    idQualifiers: '34 HN II MI MR',
  }),
  nameSegment('NM1-IL', 'Insured Name', 'IL', {
    usage: 'S',
    types: '1 2',
    lastName: 'S',
    id: 'R',
    idQualifiers: memberQualifiers,
  }),
  nameSegment('NM1-74', 'Corrected Patient/Insured Name', '74', {
    usage: 'S',
    types: '1 2',
    lastName: 'S',
    id: 'S',
    idQualifiers: 'C',
  }),
  nameSegment('NM1-82', 'Service Provider Name', '82', {
    usage: 'S',
    types: '1 2',
    lastName: 'S',
    id: 'R',
    idQualifiers: 'BD BS FI MC PC SL UP XX',
  }),
  otherPayer('NM1-TT', 'Crossover Carrier Name', 'TT'),
  otherPayer('NM1-PR', 'Corrected Priority Payer Name', 'PR'),
  nameSegment('NM1-GB', 'Other Subscriber Name', 'GB', {
    usage: 'S',
    types: '1 2',
    lastName: 'S',
    id: 'S',
    idQualifiers: memberQualifiers,
  }),
];

function otherPayer(key: string, title: string, entity: string): SegmentSpec {
  return nameSegment(key, title, entity, {
    usage: 'S',
    types: '2',
    lastName: 'R',
    firstName: 'N',
    middleName: 'N',
    suffix: 'N',
    id: 'R',
    idQualifiers: payerQualifiers,
  });
}

// CLP02 and CLP06 have no code lists here: the claim checks report V123, because four filing indicators of the 837P are
// only a warning.
const claimPayment = segment('CLP', 'Claim Payment Information', 'R', 1, [
  ...elementList('R1028 R1029 R782 R782 S782 R1032 R127 S1331 S1325 N1352 S1354 S380 S954 N1073'),
]);

const inpatient = segment('MIA', 'Inpatient Adjudication Information', 'S', 1, [
  ...elementList('R380 S782 S380 S782 S127'),
  ...repeat(9, 'S', 782),
  element('S', 380),
  ...repeat(4, 'S', 782),
  ...repeat(4, 'S', 127),
  element('S', 782),
]);

const outpatient = segment('MOA', 'Outpatient Adjudication Information', 'S', 1, [
  element('S', 954),
  element('S', 782),
  ...repeat(5, 'S', 127),
  element('S', 782),
  element('S', 782),
]);

const contact = segment(
  'PER',
  'Claim Contact Information',
  'S',
  2,
  [
    element('R', 366, { codes: codes('CX') }),
    element('S', 93),
    element('R', 365, { codes: contactNumber }),
    element('R', 364),
    element('S', 365, { codes: codes('EM', 'EX', 'FX', 'TE') }),
    element('S', 364),
    element('S', 365, { codes: codes('EX') }),
    element('S', 364),
    notUsed(443),
  ],
  { rules: ['P0304', 'P0506', 'P0708'] },
);

export const claimPaymentLoop: LoopSpec = loop('2100', 'Claim Payment Information', 'R', unbounded, [
  claimPayment,
  adjustmentSegment('Claim Adjustment'),
  ...names,
  inpatient,
  outpatient,
  referenceSegment(
    'REF',
    'Other Claim Related Identification',
    5,
    '1L 1W 28 6P 9A 9C BB CE EA F8 G1 G3 IG SY',
  ),
  referenceSegment(
    'REF-provider',
    'Rendering Provider Identification',
    10,
    '0B 1A 1B 1C 1D 1G 1H 1J D3 G2 LU',
  ),
  dateTimeSegment('DTM-statement', 'Statement From or To Date', 2, '232 233'),
  dateTimeSegment('DTM-036', 'Coverage Expiration Date', 1, '036'),
  dateTimeSegment('DTM-050', 'Claim Received Date', 1, '050'),
  contact,
  amountSegment('AMT', 'Claim Supplemental Information', 13, 'AU D8 DY F5 I NL T T2 ZK ZL ZM ZN ZO'),
  quantitySegment(
    'QTY',
    'Claim Supplemental Information Quantity',
    14,
    'CA CD LA LE NE NR OU PS VS ZK ZL ZM ZN ZO',
  ),
  servicePaymentLoop,
]);

function repeat(times: number, usage: Usage, ref: number): AnyElementSpec[] {
  return Array.from({ length: times }, () => element(usage, ref));
}
