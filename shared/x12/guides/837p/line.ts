import { codes } from '../../guide/code-list.ts';
import {
  type CompositeSpec,
  composite,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  unbounded,
  unused,
  use,
} from '../../guide/guide.ts';
import { lineConditions } from './conditions.ts';
import { drug } from './drug.ts';
import { lineDates, lineReferences } from './line-numbers.ts';
import { lineParties } from './line-parties.ts';
import { adjustment } from './other-coverage.ts';
import { amount, date, strayReference, unusedComposite, unusedRun, withQualifier, yes } from './segments.ts';
import {
  ambulanceTransport,
  attachment,
  contract,
  equipmentCertificate,
  fixedFormat,
  lineRepricing,
  note,
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
      use('R', 235, { codes: procedureQualifiers, ...edit }),
      use('R', 234, edit),
      ...[3, 4, 5, 6].map(() => use('S', 1339, modifierEdit)),
      use('S', 352),
      unused(234),
    ],
    { name: 'Composite Medical Procedure Identifier', ...edit },
  );
}

const diagnosisPointers = composite(
  'R',
  'C004',
  (['R', 'S', 'S', 'S'] as const).map((usage) => use(usage, 1328, { edit: 'V087' })),
  { name: 'Composite Diagnosis Code Pointer', edit: 'V087' },
);

const professionalService = segment(
  'SV1',
  'Professional Service',
  'R',
  1,
  [
    procedure({ code: 'V081', modifier: 'V083' }),
    use('R', 782, { name: 'Line Item Charge Amount', edit: 'V085' }),
    use('R', 355, { codes: codes('MJ', 'UN'), edit: 'V086' }),
    use('R', 380, { edit: 'V086' }),
    use('S', 1331),
    unused(1365),
    diagnosisPointers,
    unused(782),
    use('S', 1073, { codes: yes }),
    unused(1340),
    use('S', 1073, { codes: yes }),
    use('S', 1073, { codes: yes }),
    unused(1364),
    unused(1341),
    use('S', 1327, { codes: codes('0') }),
    unused(1334),
    unused(127),
    unused(116),
    unused(782),
    unused(1337),
    unused(1360),
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
      use('R', 235, { codes: codes('HC') }),
      use('R', 234),
      unused(1339),
      unused(1339),
      unused(1339),
      unused(1339),
      unused(352),
      unused(234),
    ]),
    use('R', 355, { codes: codes('DA') }),
    use('R', 380),
    use('R', 782),
    use('R', 782),
    use('R', 594, { codes: codes('1', '4', '6') }),
    unused(923),
  ],
  { rules: ['R0405', 'C0604'] },
);

const equipmentCertification = segment(
  'CR3',
  'Durable Medical Equipment Certification',
  'S',
  1,
  [
    use('R', 1322, { codes: codes('I', 'R', 'S') }),
    use('R', 355, { codes: codes('MO') }),
    use('R', 380),
    unused(1335),
    unused(352),
  ],
  { rules: ['P0203'] },
);

function quantity(name: string, qualifier: string): SegmentSpec {
  return segment(
    'QTY',
    name,
    'S',
    1,
    [use('R', 673, { codes: codes(qualifier) }), use('R', 380), unusedComposite('C001'), unused(61)],
    { key: `QTY-${qualifier}`, when: withQualifier(qualifier), rules: ['R0204', 'E0204'] },
  );
}

const testResult = segment('MEA', 'Test Result', 'S', 5, [
  use('R', 737, { codes: codes('OG', 'TR') }),
  use('R', 738, { codes: codes('HT', 'R1', 'R2', 'R3', 'R4') }),
  use('R', 739),
  unusedComposite('C001'),
  ...unusedRun(6, [740, 741, 935, 936, 752, 1373]),
]);

const purchasedService = segment('PS1', 'Purchased Service Information', 'S', 1, [
  use('R', 127),
  use('R', 782),
  unused(156),
]);

/** What another payer decided of the line; SVD01 is the NM109 of that payer's loop 2330B. */
const lineAdjudication = loop('2430', 'Line Adjudication Information', 'S', 15, [
  segment('SVD', 'Line Adjudication Information', 'R', 1, [
    use('R', 67),
    use('R', 782, { name: 'Service Line Paid Amount' }),
    procedure(),
    unused(234),
    use('R', 380),
    use('S', 554),
  ]),
  adjustment,
  date('Line Check or Remittance Date', ['573'], { usage: 'R', edit: 'V105' }),
  amount('Remaining Patient Liability', 'EAF'),
]);

const supportingForm = loop('2440', 'Form Identification Code', 'S', unbounded, [
  segment('LQ', 'Form Identification Code', 'R', 1, [
    use('R', 1270, { codes: codes('AS', 'UT') }),
    use('R', 1271),
  ]),
  segment(
    'FRM',
    'Supporting Documentation',
    'R',
    99,
    [
      use('R', 350),
      use('S', 1073, { codes: codes('N', 'W', 'Y') }),
      use('S', 127),
      use('S', 373),
      use('S', 332),
    ],
    { rules: ['R02030405'] },
  ),
]);

export const serviceLine: LoopSpec = loop(
  '2400',
  'Service Line Number',
  'R',
  50,
  [
    segment('LX', 'Service Line Number', 'R', 1, [use('R', 554, { edit: 'V080' })]),
    professionalService,
    equipmentService,
    equipmentCertificate,
    attachment,
    ambulanceTransport,
    equipmentCertification,
    ...lineConditions,
    ...lineDates,
    quantity('Ambulance Patient Count', 'PT'),
    quantity('Obstetric Anesthesia Additional Units', 'FL'),
    testResult,
    contract,
    ...lineReferences,
    amount('Sales Tax Amount', 'T'),
    amount('Postage Claimed Amount', 'F4'),
    fixedFormat,
    note('Line Note', ['ADD', 'DCP'], 'NTE-ADD'),
    note('Third Party Organization Notes', ['TPO'], 'NTE-TPO'),
    purchasedService,
    lineRepricing,
    drug,
    ...lineParties,
    lineAdjudication,
    supportingForm,
  ],
  { edit: 'V017', ...strayReference },
);
