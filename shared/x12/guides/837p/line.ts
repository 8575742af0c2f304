import { codes } from '../../guide/code-list.ts';
import {
  type CompositeSpec,
  composite,
  element,
  elementIs,
  type LoopSpec,
  loop,
  notUsed,
  type SegmentSpec,
  segment,
  unbounded,
} from '../../guide/guide.ts';
import { lineConditions } from './conditions.ts';
import { drugLoop } from './drug.ts';
import { linePartyLoops } from './line-parties.ts';
import { lineDateSegments, lineReferenceSegments } from './line-segments.ts';
import { otherPayerAdjustments } from './other-coverage.ts';
import {
  amountSegment,
  dateSegment,
  notUsedComposite,
  notUsedElements,
  strayReference,
  yes,
} from './segments.ts';
import {
  ambulanceTransport,
  attachmentSegment,
  contractSegment,
  equipmentCertificate,
  fixedFormat,
  lineRepricing,
  noteSegment,
} from './supplements.ts';

/** Loop 2400 (service line) and the loops under it. */

const procedureQualifiers = codes('ER', 'HC', 'IV', 'WK');

function procedure(edits?: { readonly code: string; readonly modifier: string }): CompositeSpec {
  const edit = edits === undefined ? {} : { edit: edits.code };
  const modifierEdit = edits === undefined ? {} : { edit: edits.modifier };
  return composite(
    'R',
    'C003',
    [
      element('R', 235, { codes: procedureQualifiers, ...edit }),
      element('R', 234, edit),
      ...[3, 4, 5, 6].map(() => element('S', 1339, modifierEdit)),
      element('S', 352),
      notUsed(234),
    ],
    { name: 'Composite Medical Procedure Identifier', ...edit },
  );
}

const diagnosisPointers = composite(
  'R',
  'C004',
  (['R', 'S', 'S', 'S'] as const).map((usage) => element(usage, 1328, { edit: 'V087' })),
  { name: 'Composite Diagnosis Code Pointer', edit: 'V087' },
);

const professionalService = segment(
  'SV1',
  'Professional Service',
  'R',
  1,
  [
    procedure({ code: 'V081', modifier: 'V083' }),
    element('R', 782, { name: 'Line Item Charge Amount', edit: 'V085' }),
    element('R', 355, { codes: codes('MJ', 'UN'), edit: 'V086' }),
    element('R', 380, { edit: 'V086' }),
    element('S', 1331),
    notUsed(1365),
    diagnosisPointers,
    notUsed(782),
    element('S', 1073, { codes: yes }),
    notUsed(1340),
    element('S', 1073, { codes: yes }),
    element('S', 1073, { codes: yes }),
    notUsed(1364),
    notUsed(1341),
    element('S', 1327, { codes: codes('0') }),
    notUsed(1334),
    notUsed(127),
    notUsed(116),
    notUsed(782),
    notUsed(1337),
    notUsed(1360),
  ],
  { rules: ['P0304'] },
);

const equipmentService = segment(
  'SV5',
  'Durable Medical Equipment Service',
  'S',
  1,
  [
    composite('R', 'C003', [
      element('R', 235, { codes: codes('HC') }),
      element('R', 234),
      notUsed(1339),
      notUsed(1339),
      notUsed(1339),
      notUsed(1339),
      notUsed(352),
      notUsed(234),
    ]),
    element('R', 355, { codes: codes('DA') }),
    element('R', 380),
    element('R', 782),
    element('R', 782),
    element('R', 594, { codes: codes('1', '4', '6') }),
    notUsed(923),
  ],
  { rules: ['R0405', 'C0604'] },
);

const equipmentCertification = segment(
  'CR3',
  'Durable Medical Equipment Certification',
  'S',
  1,
  [
    element('R', 1322, { codes: codes('I', 'R', 'S') }),
    element('R', 355, { codes: codes('MO') }),
    element('R', 380),
    notUsed(1335),
    notUsed(352),
  ],
  { rules: ['P0203'] },
);

function quantity(name: string, qualifier: string): SegmentSpec {
  return segment(
    'QTY',
    name,
    'S',
    1,
    [
      element('R', 673, { codes: codes(qualifier) }),
      element('R', 380),
      notUsedComposite('C001'),
      notUsed(61),
    ],
    { key: `QTY-${qualifier}`, when: [elementIs(1, qualifier)], rules: ['R0204', 'E0204'] },
  );
}

const testResult = segment('MEA', 'Test Result', 'S', 5, [
  element('R', 737, { codes: codes('OG', 'TR') }),
  element('R', 738, { codes: codes('HT', 'R1', 'R2', 'R3', 'R4') }),
  element('R', 739),
  notUsedComposite('C001'),
  ...notUsedElements(6, [740, 741, 935, 936, 752, 1373]),
]);

const purchasedService = segment('PS1', 'Purchased Service Information', 'S', 1, [
  element('R', 127),
  element('R', 782),
  notUsed(156),
]);

/** Decision of another payer about the line; SVD01 is the NM109 of that payer's loop 2330B. */
const lineAdjudication = loop('2430', 'Line Adjudication Information', 'S', 15, [
  segment('SVD', 'Line Adjudication Information', 'R', 1, [
    element('R', 67),
    element('R', 782, { name: 'Service Line Paid Amount' }),
    procedure(),
    notUsed(234),
    element('R', 380),
    element('S', 554),
  ]),
  otherPayerAdjustments,
  dateSegment('Line Check or Remittance Date', ['573'], { usage: 'R', edit: 'V105' }),
  amountSegment('Remaining Patient Liability', 'EAF'),
]);

const supportingForm = loop('2440', 'Form Identification Code', 'S', unbounded, [
  segment('LQ', 'Form Identification Code', 'R', 1, [
    element('R', 1270, { codes: codes('AS', 'UT') }),
    element('R', 1271),
  ]),
  segment(
    'FRM',
    'Supporting Documentation',
    'R',
    99,
    [
      element('R', 350),
      element('S', 1073, { codes: codes('N', 'W', 'Y') }),
      element('S', 127),
      element('S', 373),
      element('S', 332),
    ],
    { rules: ['R02030405'] },
  ),
]);

export const serviceLineLoop: LoopSpec = loop(
  '2400',
  'Service Line Number',
  'R',
  50,
  [
    segment('LX', 'Service Line Number', 'R', 1, [element('R', 554, { edit: 'V080' })]),
    professionalService,
    equipmentService,
    equipmentCertificate,
    attachmentSegment,
    ambulanceTransport,
    equipmentCertification,
    ...lineConditions,
    ...lineDateSegments,
    quantity('Ambulance Patient Count', 'PT'),
    quantity('Obstetric Anesthesia Additional Units', 'FL'),
    testResult,
    contractSegment,
    ...lineReferenceSegments,
    amountSegment('Sales Tax Amount', 'T'),
    amountSegment('Postage Claimed Amount', 'F4'),
    fixedFormat,
    noteSegment('Line Note', ['ADD', 'DCP'], 'NTE-ADD'),
    noteSegment('Third Party Organization Notes', ['TPO'], 'NTE-TPO'),
    purchasedService,
    lineRepricing,
    drugLoop,
    ...linePartyLoops,
    lineAdjudication,
    supportingForm,
  ],
  { edit: 'V017', ...strayReference },
);
