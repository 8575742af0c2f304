import { type LoopSpec, loop, type SegmentSpec, segment, unbounded } from '../../guide/guide.ts';
import {
  adjustmentSegment,
  amountSegment,
  dateTimeSegment,
  nameSegment,
  procedureComposite,
  quantitySegment,
  referenceSegment,
} from '../shapes.ts';

export const servicePaymentLoop: LoopSpec = loop('2110', 'Service Payment Information', 'S', 999, [
  segment('SVC', 'Service Payment Information', 'R', 1, [
    procedureComposite('R', 'AD,ER,HC,HP,IV,N4,N6,NU,UI,WK'),
    'R782 R782 S234 S380',
    procedureComposite('S', 'AD,ER,HC,HP,IV,N4,NU,WK', 'S'),
    'S380',
  ]),
  dateTimeSegment('Service Date', 2, '150,151,472', 'DTM'),
  // Reason codes are dated, so the claim checks compare them with the service date.
  adjustmentSegment('Service Adjustment', 99, 'CO,OA,PI,PR'),
  referenceSegment('Service Identification', 8, '1S,APC,BB,E9,G1,G3,LU,RB', { key: 'REF-service' }),
  referenceSegment('Line Item Control Number', 1, '6R'),
  referenceSegment('Rendering Provider Information', 10, '0B,1A,1B,1C,1D,1G,1H,1J,D3,G2,HPI,SY,TJ', {
    key: 'REF-provider',
  }),
  referenceSegment('Healthcare Policy Identification', 5, '0K'),
  amountSegment('Service Supplemental Amount', 9, 'B6,KH,T,T2,ZK,ZL,ZM,ZN,ZO', 'AMT'),
  quantitySegment('Service Supplemental Quantity', 6, 'ZK,ZL,ZM,ZN,ZO', 'QTY'),
  segment('LQ', 'Health Care Remark Codes', 'S', 99, 'R1270=HE,RX R1271', { rules: ['C0102'] }),
]);

/** NM102 to NM109 of a person or organization, and of another payer. */
const person = (id: 'R' | 'S', qualifiers: string, types = '1,2') =>
  `R1065=${types} S1035 S1036 S1037 N1038 S1039 ${id}66=${qualifiers} ${id}67`;
const otherPayer = 'R1065=2 R1035 N1036 N1037 N1038 N1039 R66=AD,FI,NI,PI,PP,XV R67';

const names: readonly SegmentSpec[] = [
  nameSegment('Patient Name', 'R', 'QC', person('S', '34,HN,II,MI,MR', '1'), 'NM1-QC'),
  nameSegment('Insured Name', 'S', 'IL', person('R', 'FI,II,MI'), 'NM1-IL'),
  nameSegment('Corrected Patient/Insured Name', 'S', '74', person('S', 'C'), 'NM1-74'),
  nameSegment('Service Provider Name', 'S', '82', person('R', 'BD,BS,FI,MC,PC,SL,UP,XX'), 'NM1-82'),
  nameSegment('Crossover Carrier Name', 'S', 'TT', otherPayer, 'NM1-TT'),
  nameSegment('Corrected Priority Payer Name', 'S', 'PR', otherPayer, 'NM1-PR'),
  nameSegment('Other Subscriber Name', 'S', 'GB', person('S', 'FI,II,MI'), 'NM1-GB'),
];

// CLP02 and CLP06 have no code lists here: the claim checks report V123, because four filing indicators of the 837P are
// only a warning.
const claimPayment = 'R1028 R1029 R782 R782 S782 R1032 R127 S1331 S1325 N1352 S1354 S380 S954 N1073';
const inpatient = 'R380 S782 S380 S782 S127 S782x9 S380 S782x4 S127x4 S782';
const contact = 'R366=CX S93 R365=EM,FX,TE R364 S365=EM,EX,FX,TE S364 S365=EX S364 N443';

export const claimPaymentLoop: LoopSpec = loop('2100', 'Claim Payment Information', 'R', unbounded, [
  segment('CLP', 'Claim Payment Information', 'R', 1, claimPayment),
  adjustmentSegment('Claim Adjustment', 99, 'CO,OA,PI,PR'),
  ...names,
  segment('MIA', 'Inpatient Adjudication Information', 'S', 1, inpatient),
  segment('MOA', 'Outpatient Adjudication Information', 'S', 1, 'S954 S782 S127x5 S782x2'),
  referenceSegment('Other Claim Related Identification', 5, '1L,1W,28,6P,9A,9C,BB,CE,EA,F8,G1,G3,IG,SY', {
    key: 'REF-claim',
  }),
  referenceSegment('Rendering Provider Identification', 10, '0B,1A,1B,1C,1D,1G,1H,1J,D3,G2,LU', {
    key: 'REF-provider',
  }),
  dateTimeSegment('Statement From or To Date', 2, '232,233', 'DTM-statement'),
  dateTimeSegment('Coverage Expiration Date', 1, '036'),
  dateTimeSegment('Claim Received Date', 1, '050'),
  segment('PER', 'Claim Contact Information', 'S', 2, contact, { rules: ['P0304', 'P0506', 'P0708'] }),
  amountSegment('Claim Supplemental Information', 13, 'AU,D8,DY,F5,I,NL,T,T2,ZK,ZL,ZM,ZN,ZO', 'AMT'),
  quantitySegment(
    'Claim Supplemental Information Quantity',
    14,
    'CA,CD,LA,LE,NE,NR,OU,PS,VS,ZK,ZL,ZM,ZN,ZO',
    'QTY',
  ),
  servicePaymentLoop,
]);
