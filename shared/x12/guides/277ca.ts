import {
  composite,
  elementIs,
  type GuideSpec,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  type Usage,
  unbounded,
} from '../guide/guide.ts';
import { header277ca } from './headers.ts';
import {
  amountSegment,
  dateSegment,
  nameSegment,
  procedureComposite,
  quantitySegment,
  referenceSegment,
} from './shapes.ts';

/** Entity codes of an STC, by level. */
const receiverEntities = '36,40,41,AY,PR';
const providerEntities = '36,40,41,77,82,85,87,AY,PR';
export const claimEntities =
  '03,1P,1Z,40,41,71,72,73,77,82,85,87,DK,DN,DQ,FA,GB,HK,IL,LI,MSC,PR,PRP,QB,QC,QD,SEP,TL,TTP,TU';

/** The HL of a level, detected by HL03. */
function levelSegment(
  title: string,
  level: string,
  parent: Usage,
  child: Usage,
  childCodes = '0,1',
): SegmentSpec {
  const elements = `R628 ${parent}734 R735=${level} ${child}736=${childCodes}`;
  return segment('HL', title, 'R', 1, elements, { when: [elementIs(3, level)] });
}

/** TRN: type 1 has a trace of the sender, type 2 the number of the acknowledged batch or claim. */
function traceSegment(title: string, type: '1' | '2'): SegmentSpec {
  return segment('TRN', title, 'R', 1, `R481=${type} R127 N509 N127`);
}

/**
 * STC; `usages` are those of date (STC02), amount (STC04) and message (STC12). Category and status codes (code sources
 * 507 and 508) are dated and checked with the status.
 */
function statusSegment(title: string, usage: Usage, entities: string, usages: string): SegmentSpec {
  const [date, amount, message] = usages;
  const statusCode = composite('R', 'C043', `R1271 R1271 S98=${entities} N1270`);
  const furtherCode = composite('S', 'C043', `R1271 R1271 S98=${entities} N1270`);
  const elements = `${date}373 R306=U,WQ ${amount}782 N782 N373 N591 N373 N429`;
  const list = [statusCode, elements, furtherCode, furtherCode, `${message}933`];
  return segment('STC', title, usage, unbounded, list);
}

const serviceLine: LoopSpec = loop('2220D', 'Service Line Information', 'S', unbounded, [
  segment('SVC', 'Service Line Information', 'R', 1, [
    procedureComposite('R', 'AD,ER,HC,HP,IV,N4,NU,WK'),
    'R782 N782 S234 N380 N234 S380',
  ]),
  // The guide allows one STC per line; some senders repeat it.
  statusSegment('Service Line Level Status Information', 'R', claimEntities, 'RNN'),
  referenceSegment('Service Line Item Identification', 1, 'FJ'),
  referenceSegment('Pharmacy Prescription Number', 1, 'XZ'),
  dateSegment('Service Line Date', '472', { formats: 'D8,RD8' }),
]);

const claimStatus: LoopSpec = loop('2200D', 'Claim Status Tracking Number', 'S', unbounded, [
  traceSegment('Claim Status Tracking Number', '2'),
  statusSegment('Claim Level Status Information', 'R', claimEntities, 'RRS'),
  referenceSegment('Payer Claim Control Number', 1, '1K'),
  referenceSegment('Claim Identifier Number for Clearinghouses', 1, 'D9'),
  referenceSegment('Institutional Bill Type Identification', 1, 'BLT'),
  // REF*EJ belongs to the 277 response (X212). Allowed, because the service contract reads a tax id from it.
  referenceSegment('Patient Account Number', 1, 'EJ'),
  dateSegment('Claim Level Service Date', '472', { usage: 'R', formats: 'D8,RD8' }),
  serviceLine,
]);

const patientName = nameSegment(
  'Patient Name',
  'R',
  'QC',
  'R1065=1 R1035 S1036 S1037 S1038 S1039 R66=II,MI R67',
);

/** The guide does not use HL04 here. Allowed, because senders fill it. */
const patient: LoopSpec = loop('2000D', 'Patient Level', 'S', unbounded, [
  levelSegment('Patient Level', 'PT', 'R', 'S'),
  loop('2100D', 'Patient Name', 'R', 1, [patientName]),
  claimStatus,
]);

// Levels 22 and 23 belong to the 277 response (X212). They are reported as not used, and described here so that their
// statuses are read.
const foreignLevel = (id: string, title: string, level: string, below: readonly LoopSpec[]): LoopSpec =>
  loop(id, title, 'N', unbounded, [
    levelSegment(title, level, 'S', 'S'),
    segment('NM1', `${title} Name`, 'S', unbounded, nameElements),
    segment('TRN', 'Trace', 'S', unbounded, 'R481 R127 S509 S127', { position: anyPlace }),
    { ...statusSegment('Status Information', 'S', claimEntities, 'SSS'), position: anyPlace },
    segment('REF', 'Reference', 'S', unbounded, 'R128 R127', { position: anyPlace }),
    segment('DTP', 'Date', 'S', unbounded, 'R374 R1250 R1251', { position: anyPlace }),
    ...below,
  ]);

const anyPlace = 3;
const nameElements = 'R98 R1065 S1035 S1036 S1037 S1038 S1039 S66 S67';

const subscriber = foreignLevel('2000S', 'Subscriber Level', '22', [
  foreignLevel('2000E', 'Dependent Level', '23', []),
  patient,
]);

/** QTY and AMT of the accepted and the rejected claims. */
const totalSegments = (accepted: string, rejected: string) => [
  quantitySegment('Total Accepted Quantity', 1, accepted),
  quantitySegment('Total Rejected Quantity', 1, rejected),
  amountSegment('Total Accepted Amount', 1, 'YU'),
  amountSegment('Total Rejected Amount', 1, 'YY'),
];

const provider: LoopSpec = loop('2000C', 'Billing Provider of Service Level', 'S', unbounded, [
  levelSegment('Billing Provider of Service Level', '19', 'R', 'R'),
  loop('2100C', 'Billing Provider Name', 'R', unbounded, [
    nameSegment(
      'Billing Provider Name',
      'R',
      '85',
      'R1065=1,2 R1035 S1036 S1037 S1038 S1039 R66=FI,SV,XX R67',
    ),
  ]),
  loop('2200C', 'Provider of Service Information Trace Identifier', 'S', 1, [
    traceSegment('Provider of Service Information Trace Identifier', '1'),
    // Situational, because the published samples of the guide leave it out.
    statusSegment('Billing Provider Status Information', 'S', providerEntities, 'NRN'),
    referenceSegment('Provider Secondary Identifier', 3, '0B,1G,G2,LU,SY,TJ', { key: 'REF' }),
    ...totalSegments('QA', 'QC'),
  ]),
  patient,
  subscriber,
]);

const receiver: LoopSpec = loop('2000B', 'Information Receiver Level', 'R', 1, [
  levelSegment('Information Receiver Level', '21', 'R', 'R'),
  loop('2100B', 'Information Receiver Name', 'R', 1, [
    nameSegment('Information Receiver Name', 'R', '41', 'R1065=1,2 R1035 S1036 S1037 N1038 N1039 R66=46 R67'),
  ]),
  loop('2200B', 'Information Receiver Trace Identifier', 'R', 1, [
    traceSegment('Information Receiver Trace Identifier', '2'),
    statusSegment('Information Receiver Status Information', 'R', receiverEntities, 'RRN'),
    ...totalSegments('90', 'AA'),
  ]),
  provider,
]);

const source: LoopSpec = loop('2000A', 'Information Source Level', 'R', unbounded, [
  levelSegment('Information Source Level', '20', 'N', 'R', '1'),
  loop('2100A', 'Information Source Name', 'R', 1, [
    nameSegment(
      'Information Source Name',
      'R',
      'AY,PR',
      'R1065=2 R1035 N1036 N1037 N1038 N1039 R66=46,FI,PI,XV R67',
    ),
  ]),
  loop('2200A', 'Transmission Receipt Control Identifier', 'R', unbounded, [
    traceSegment('Transmission Receipt Control Identifier', '1'),
    dateSegment('Information Source Receipt Date', '050', { usage: 'R' }),
    dateSegment('Information Source Process Date', '009', { usage: 'R' }),
  ]),
  receiver,
]);

const beginning = 'R1005=0085 R353=08 R127 R373 R337 R640=TH';

/** Health Care Claim Acknowledgment, 005010X214. */
export const guide277ca: GuideSpec = {
  ...header277ca,
  claimNumber: { path: '2200D/TRN', element: 2 },
  children: [segment('BHT', 'Beginning of Hierarchical Transaction', 'R', 1, beginning), source],
};
