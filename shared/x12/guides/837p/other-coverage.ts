import { claimFilingIndicators837p } from '../../codes/claim-codes.ts';
import { codes } from '../../guide/code-list.ts';
import { element, type LoopSpec, loop, notUsed, type SegmentSpec, segment } from '../../guide/guide.ts';
import { cityStateZip, entityName, streetAddress, subscriberInformation } from './party-segments.ts';
import { amountSegment, dateSegment, referenceSegment, strayReference } from './segments.ts';

/** Loop 2320 (another payer's coverage of the claim) and loops 2330A to 2330G. */

/** CAS: a group and up to six triplets of reason, amount and quantity. */
export const otherPayerAdjustments: SegmentSpec = segment(
  'CAS',
  'Adjustment',
  'S',
  5,
  [
    element('R', 1033, { codes: codes('CO', 'CR', 'OA', 'PI', 'PR'), edit: 'V106' }),
    ...[0, 1, 2, 3, 4, 5].flatMap((triplet) => {
      const usage = triplet === 0 ? 'R' : 'S';
      return [
        element(usage, 1034, { edit: 'V106' }),
        element(usage, 782, { edit: 'V106' }),
        element('S', 380, { edit: 'V106' }),
      ];
    }),
  ],
  {
    rules:
      'L050607 C0605 C0705 L080910 C0908 C1008 L111213 C1211 C1311 L141516 C1514 C1614 L171819 C1817 C1917'.split(
        ' ',
      ),
  },
);

const coverageInformation = segment(
  'OI',
  'Other Insurance Coverage Information',
  'R',
  1,
  [
    notUsed(1032),
    notUsed(1383),
    element('R', 1073, { codes: codes('N', 'W', 'Y'), edit: 'V107' }),
    element('S', 1351, { codes: codes('P'), edit: 'V107' }),
    notUsed(1360),
    element('R', 1363, { codes: codes('I', 'Y'), edit: 'V107' }),
  ],
  { edit: 'V107' },
);

const outpatientAdjudication = segment('MOA', 'Outpatient Adjudication Information', 'S', 1, [
  element('S', 954),
  element('S', 782),
  element('S', 127),
  element('S', 127),
  element('S', 127),
  element('S', 127),
  element('S', 127),
  element('S', 782),
  element('S', 782),
]);

const otherSubscriberName = loop(
  '2330A',
  'Other Subscriber Name',
  'R',
  1,
  [
    entityName({
      entities: ['IL'],
      types: ['1', '2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['II', 'MI'] },
    }),
    streetAddress('S'),
    cityStateZip('S'),
    referenceSegment('Other Subscriber Secondary Identification', 1, ['SY']),
  ],
  { edit: 'V108', ...strayReference },
);

const otherPayerName = loop(
  '2330B',
  'Other Payer Name',
  'R',
  1,
  [
    entityName({
      entities: ['PR'],
      types: ['2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['PI', 'XV'] },
    }),
    streetAddress('S'),
    cityStateZip('S'),
    dateSegment('Claim Check or Remittance Date', ['573'], { edit: 'V105' }),
    referenceSegment('Other Payer Secondary Identifier', 2, ['2U', 'EI', 'FY', 'NF']),
    referenceSegment('Other Payer Prior Authorization Number', 1, ['G1']),
    referenceSegment('Other Payer Referral Number', 1, ['9F']),
    referenceSegment('Other Payer Claim Adjustment Indicator', 1, ['T4'], { values: codes('Y') }),
    referenceSegment('Other Payer Claim Control Number', 1, ['F8']),
  ],
  { edit: 'V108', ...strayReference },
);

interface OtherPayerProvider {
  readonly id: string;
  readonly name: string;
  readonly max: number;
  readonly entities: readonly string[];
  readonly types: readonly string[];
  readonly references: number;
  readonly qualifiers: readonly string[];
}

/** Provider numbers of the other payer: no name, only the secondary ids, which are the reason for the loop. */
function otherPayerProvider(provider: OtherPayerProvider): LoopSpec {
  const { id, name, max, entities, types, references, qualifiers } = provider;
  return loop(
    id,
    name,
    'S',
    max,
    [
      entityName({ entities, types, name: 'N' }),
      referenceSegment(`${name} Secondary Identification`, references, qualifiers, {
        usage: 'R',
        segmentEdit: 'V130',
      }),
    ],
    strayReference,
  );
}

export const otherCoverageLoop: LoopSpec = loop('2320', 'Other Subscriber Information', 'S', 10, [
  subscriberInformation({
    relationship: element('R', 1069, { codes: codes('01', '18', '19', '20', '21', '39', '40', '53', 'G8') }),
    filing: element('S', 1032, { codes: claimFilingIndicators837p, edit: 'V032' }),
  }),
  otherPayerAdjustments,
  amountSegment('Coordination of Benefits Payer Paid Amount', 'D'),
  amountSegment('Coordination of Benefits Total Non-Covered Amount', 'A8'),
  amountSegment('Remaining Patient Liability', 'EAF'),
  coverageInformation,
  outpatientAdjudication,
  otherSubscriberName,
  otherPayerName,
  otherPayerProvider({
    id: '2330C',
    name: 'Other Payer Referring Provider',
    max: 2,
    entities: ['DN', 'P3'],
    types: ['1'],
    references: 3,
    qualifiers: ['0B', '1G', 'G2'],
  }),
  otherPayerProvider({
    id: '2330D',
    name: 'Other Payer Rendering Provider',
    max: 1,
    entities: ['82'],
    types: ['1', '2'],
    references: 3,
    qualifiers: ['0B', '1G', 'G2', 'LU'],
  }),
  otherPayerProvider({
    id: '2330E',
    name: 'Other Payer Service Facility Location',
    max: 1,
    entities: ['77'],
    types: ['2'],
    references: 3,
    qualifiers: ['0B', 'G2', 'LU'],
  }),
  otherPayerProvider({
    id: '2330F',
    name: 'Other Payer Supervising Provider',
    max: 1,
    entities: ['DQ'],
    types: ['1'],
    references: 3,
    qualifiers: ['0B', '1G', 'G2', 'LU'],
  }),
  otherPayerProvider({
    id: '2330G',
    name: 'Other Payer Billing Provider',
    max: 1,
    entities: ['85'],
    types: ['1', '2'],
    references: 2,
    qualifiers: ['G2', 'LU'],
  }),
]);
