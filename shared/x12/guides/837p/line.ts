import {
  composite,
  element,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  unbounded,
} from '../../guide/guide.ts';
import { adjustmentSegment, amountSegment, dateSegment, quantitySegment } from '../shapes.ts';
import {
  address,
  ambulanceLocations,
  contact,
  entityName,
  nameless,
  npi,
  organization,
  person,
  personOrOrganization,
  providerTaxonomy,
} from './party-segments.ts';
import { forPayer, loop837p, reference837p, situationalLoop } from './segments.ts';
import {
  ambulanceTransport,
  attachmentSegment,
  contractSegment,
  equipmentCertificate,
  fixedFormat,
  lineConditions,
  lineRepricing,
  noteSegment,
} from './supplements.ts';

/** Loops 2420A to 2420H; sent only where a party differs from that of the claim. */

const linePartyLoops: readonly LoopSpec[] = [
  situationalLoop('2420A', 'Rendering Provider Name', 1, [
    entityName('82', personOrOrganization, npi),
    providerTaxonomy('PE'),
    reference837p('Rendering Provider Secondary Identification', 20, '0B,1G,G2,LU', forPayer),
  ]),
  situationalLoop('2420B', 'Purchased Service Provider Name', 1, [
    entityName('QB', `R1065=1,2 ${nameless}`, npi),
    reference837p('Purchased Service Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
  ]),
  situationalLoop('2420C', 'Service Facility Location Name', 1, [
    entityName('77', organization, npi),
    ...address('R'),
    reference837p('Service Facility Location Secondary Identification', 3, 'G2,LU', forPayer),
  ]),
  situationalLoop('2420D', 'Supervising Provider Name', 1, [
    entityName('DQ', person, npi),
    reference837p('Supervising Provider Secondary Identification', 20, '0B,1G,G2,LU', forPayer),
  ]),
  situationalLoop('2420E', 'Ordering Provider Name', 1, [
    entityName('DK', person, npi),
    ...address('S'),
    reference837p('Ordering Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
    contact(1, 'EM,FX,TE'),
  ]),
  situationalLoop('2420F', 'Referring Provider Name', 2, [
    entityName('DN,P3', person, npi),
    reference837p('Referring Provider Secondary Identification', 20, '0B,1G,G2', forPayer),
  ]),
  ...ambulanceLocations('2420G', '2420H'),
];

/** DTP and REF segments of loop 2400. */

const lineDateSegments: readonly SegmentSpec[] = [
  dateSegment('Service Date', '472', { usage: 'R', formats: 'D8,RD8', edit: 'V088' }),
  dateSegment('Prescription Date', '471'),
  dateSegment('Certification Revision/Recertification Date', '607'),
  dateSegment('Begin Therapy Date', '463'),
  dateSegment('Last Certification Date', '461'),
  dateSegment('Last Seen Date', '304'),
  dateSegment('Test Date', '738,739', { max: 2 }),
  dateSegment('Shipped Date', '011'),
  dateSegment('Last X-ray Date', '455'),
  dateSegment('Initial Treatment Date', '454'),
];

const lineReferenceSegments: readonly SegmentSpec[] = [
  reference837p('Repriced Line Item Reference Number', 1, '9B'),
  reference837p('Adjusted Repriced Line Item Reference Number', 1, '9D'),
  reference837p('Prior Authorization', 5, 'G1', { ...forPayer, value: 'R127!V071' }),
  // The data element takes 50 characters; the guide limits the line item control number to 30.
  reference837p('Line Item Control Number', 1, '6R', { value: 'R127<30!V090' }),
  reference837p('Mammography Certification Number', 1, 'EW'),
  reference837p('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, 'X4'),
  reference837p('Referring CLIA Facility Identification', 1, 'F4'),
  reference837p('Immunization Batch Number', 1, 'BT'),
  reference837p('Referral Number', 5, '9F', forPayer),
];

const identification = `N350 R235=EN,EO,HI,N4,ON,UK,UP R234!V095${' N235 N234'.repeat(14)}`;
const unit = `R355=F2,GR,ME,ML,UN!V095${' N1018 N649 N355'.repeat(4)} N1018 N649`;
const unitOfMeasure = composite('R', 'C001', unit, { name: 'Composite Unit of Measure', edit: 'V095' });
const quantity = ['N687 N236 N212 R380!V095', unitOfMeasure, 'N648 N649 N782 N639 N499 N289'];

/** Loop 2410: the drug or product that the service line bills. */
const drugLoop: LoopSpec = situationalLoop('2410', 'Drug Identification', 1, [
  segment('LIN', 'Drug Identification', 'R', 1, identification),
  segment('CTP', 'Drug Quantity', 'R', 1, quantity, { edit: 'V095' }),
  reference837p('Prescription or Compound Drug Association Number', 1, 'VY,XZ'),
]);

const procedureName = 'Composite Medical Procedure Identifier';
const billedProcedure = composite('R', 'C003', 'R235=ER,HC,IV,WK!V081 R234!V081 S1339x4!V083 S352 N234', {
  name: procedureName,
  edit: 'V081',
});
const paidProcedure = composite('R', 'C003', 'R235=ER,HC,IV,WK R234 S1339x4 S352 N234', {
  name: procedureName,
});
const equipmentProcedure = composite('R', 'C003', 'R235=HC R234 N1339x4 N352 N234');

const diagnosisPointers = composite('R', 'C004', 'R1328!V087 S1328x3!V087', {
  name: 'Composite Diagnosis Code Pointer',
  edit: 'V087',
});

const professionalService = [
  billedProcedure,
  element('R', 782, { name: 'Line Item Charge Amount', edit: 'V085' }),
  'R355=MJ,UN!V086 R380!V086 S1331 N1365',
  diagnosisPointers,
  'N782 S1073=Y N1340 S1073=Y S1073=Y N1364 N1341 S1327=0 N1334 N127 N116 N782 N1337 N1360',
];

const equipmentService = [equipmentProcedure, 'R355=DA R380 R782 R782 R594=1,4,6 N923'];
const equipmentCertification = 'R1322=I,R,S R355=MO R380 N1335 N352';
const testResult = 'R737=OG,TR R738=HT,R1,R2,R3,R4 R739 NC001 N740 N741 N935 N936 N752 N1373';

const adjudication = [
  'R67',
  element('R', 782, { name: 'Service Line Paid Amount' }),
  paidProcedure,
  'N234 R380 S554',
];

/** Decision of another payer about the line; SVD01 is the NM109 of that payer's loop 2330B. */
const lineAdjudication = loop('2430', 'Line Adjudication Information', 'S', 15, [
  segment('SVD', 'Line Adjudication Information', 'R', 1, adjudication),
  adjustmentSegment('Adjustment', 5, 'CO,CR,OA,PI,PR', 'V106'),
  dateSegment('Line Check or Remittance Date', '573', { usage: 'R', edit: 'V105' }),
  amountSegment('Remaining Patient Liability', 1, 'EAF'),
]);

const supportingForm = loop('2440', 'Form Identification Code', 'S', unbounded, [
  segment('LQ', 'Form Identification Code', 'R', 1, 'R1270=AS,UT R1271'),
  segment('FRM', 'Supporting Documentation', 'R', 99, 'R350 S1073=N,W,Y S127 S373 S332', {
    rules: ['R02030405'],
  }),
]);

const lines = { usage: 'R', max: 50, edit: 'V017' } as const;

/** Loop 2400 (service line) and the loops under it. */
export const serviceLineLoop: LoopSpec = loop837p('2400', 'Service Line Number', lines, [
  segment('LX', 'Service Line Number', 'R', 1, 'R554!V080'),
  segment('SV1', 'Professional Service', 'R', 1, professionalService, { rules: ['P0304'] }),
  segment('SV5', 'Durable Medical Equipment Service', 'S', 1, equipmentService, {
    rules: ['R0405', 'C0604'],
  }),
  equipmentCertificate,
  attachmentSegment,
  ambulanceTransport,
  segment('CR3', 'Durable Medical Equipment Certification', 'S', 1, equipmentCertification, {
    rules: ['P0203'],
  }),
  ...lineConditions,
  ...lineDateSegments,
  quantitySegment('Ambulance Patient Count', 1, 'PT'),
  quantitySegment('Obstetric Anesthesia Additional Units', 1, 'FL'),
  segment('MEA', 'Test Result', 'S', 5, testResult),
  contractSegment,
  ...lineReferenceSegments,
  amountSegment('Sales Tax Amount', 1, 'T'),
  amountSegment('Postage Claimed Amount', 1, 'F4'),
  fixedFormat,
  noteSegment('Line Note', 'ADD,DCP', 'NTE-ADD'),
  noteSegment('Third Party Organization Notes', 'TPO', 'NTE-TPO'),
  segment('PS1', 'Purchased Service Information', 'S', 1, 'R127 R782 N156'),
  lineRepricing,
  drugLoop,
  ...linePartyLoops,
  lineAdjudication,
  supportingForm,
]);
