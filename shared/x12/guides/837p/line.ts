import { composite, element, type LoopSpec, loop, segment, unbounded } from '../../guide/guide.ts';
import { adjustmentSegment, amountSegment, dateSegment, quantitySegment } from '../shapes.ts';
import { drugLoop } from './drug.ts';
import { linePartyLoops } from './line-parties.ts';
import { lineDateSegments, lineReferenceSegments } from './line-segments.ts';
import { loop837p } from './segments.ts';
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
