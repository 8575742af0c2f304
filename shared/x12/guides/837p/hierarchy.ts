import { claimFilingIndicators837p } from '../../codes/claim-codes.ts';
import { codes } from '../../guide/code-list.ts';
import {
  element,
  elementIs,
  type LoopSpec,
  loop,
  notUsed,
  type SegmentSpec,
  segment,
  unbounded,
} from '../../guide/guide.ts';
import { claimLoop } from './claim.ts';
import {
  cityStateZip,
  contact,
  demographics,
  entityName,
  hierarchicalLevel,
  providerTaxonomy,
  streetAddress,
  subscriberInformation,
} from './party-segments.ts';
import { notUsedElements, referenceSegment, strayReference, yes } from './segments.ts';

/** Loops 2000A (billing provider), 2000B (subscriber), 2000C (patient) with the names under them. */

/** Payer-assigned numbers of 4010; they moved to REF*G2 of 2010BB. */
const legacyQualifiers = '1A 1B 1C 1D 1E 1F 1H 1J B3 FH G2 G5 LU U3 X5'.split(' ');

const billingName = loop(
  '2010AA',
  'Billing Provider Name',
  'R',
  1,
  [
    entityName({
      entities: ['85'],
      types: ['1', '2'],
      name: 'R',
      id: { usage: 'S', qualifiers: ['XX'] },
    }),
    streetAddress('R', 'V024'),
    cityStateZip('R', 'V024'),
    referenceSegment('Billing Provider Tax Identification', 1, ['EI', 'SY'], {
      usage: 'R',
      edit: 'V028',
      segmentEdit: 'V028',
    }),
    referenceSegment('Billing Provider UPIN/License', 2, ['0B', '1G']),
    contact({ max: 2, numbers: ['EM', 'FX', 'TE'] }),
  ],
  {
    strays: [
      { id: 'REF', when: [elementIs(1, ...legacyQualifiers)], edit: 'V029' },
      ...strayReference.strays,
    ],
  },
);

const payToAddress = loop('2010AB', 'Pay-to Address Name', 'S', 1, [
  entityName({ entities: ['87'], types: ['1', '2'], name: 'N' }),
  streetAddress('R'),
  cityStateZip('R'),
]);

const payToPlan = loop(
  '2010AC',
  'Pay-to Plan Name',
  'S',
  1,
  [
    entityName({
      entities: ['PE'],
      types: ['2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['PI', 'XV'] },
    }),
    streetAddress('R'),
    cityStateZip('R'),
    referenceSegment('Pay-to Plan Secondary Identification', 1, ['2U', 'FY', 'NF']),
    referenceSegment('Pay-to Plan Tax Identification', 1, ['EI'], { usage: 'R', segmentEdit: 'V130' }),
  ],
  strayReference,
);

const currency = segment('CUR', 'Foreign Currency Information', 'S', 1, [
  element('R', 98, { codes: codes('85') }),
  element('R', 100),
  notUsed(280),
  notUsed(98),
  notUsed(100),
  notUsed(669),
  ...notUsedElements(15, [374, 373, 337]),
]);

function patientInformation(usage: 'R' | 'S'): SegmentSpec {
  const relationship =
    usage === 'R'
      ? element('R', 1069, { codes: codes('01', '19', '20', '21', '39', '40', '53', 'G8'), edit: 'V037' })
      : notUsed(1069);
  return segment(
    'PAT',
    'Patient Information',
    usage,
    1,
    [
      relationship,
      notUsed(1384),
      notUsed(584),
      notUsed(1220),
      element('S', 1250, { codes: codes('D8') }),
      element('S', 1251, { name: 'Date of Death' }),
      element('S', 355, { codes: codes('01') }),
      element('S', 81),
      element('S', 1073, { codes: yes }),
    ],
    { rules: ['P0506', 'P0708'], ...(usage === 'R' ? { edit: 'V037' } : {}) },
  );
}

const propertyCasualtyContact = contact({ max: 1, numbers: ['TE'], pairs: 2 });

const subscriberName = loop(
  '2010BA',
  'Subscriber Name',
  'R',
  1,
  [
    entityName({
      entities: ['IL'],
      types: ['1', '2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['II', 'MI'] },
      edit: 'V035',
    }),
    streetAddress('S'),
    cityStateZip('S'),
    demographics('S'),
    referenceSegment('Subscriber Secondary Identification', 1, ['SY']),
    referenceSegment('Property and Casualty Claim Number', 1, ['Y4']),
    propertyCasualtyContact,
  ],
  strayReference,
);

const payerName = loop(
  '2010BB',
  'Payer Name',
  'R',
  1,
  [
    entityName({
      entities: ['PR'],
      types: ['2'],
      name: 'R',
      id: { usage: 'R', qualifiers: ['PI', 'XV'] },
      idEdit: 'V036',
    }),
    streetAddress('S'),
    cityStateZip('S'),
    referenceSegment('Payer Secondary Identification', 3, ['2U', 'EI', 'FY', 'NF']),
    referenceSegment('Billing Provider Secondary Identification', 2, ['G2', 'LU']),
  ],
  strayReference,
);

const patientName = loop(
  '2010CA',
  'Patient Name',
  'R',
  1,
  [
    entityName({ entities: ['QC'], types: ['1'], name: 'R' }),
    streetAddress('R', 'V037'),
    cityStateZip('R', 'V037'),
    demographics('R', 'V037'),
    referenceSegment('Property and Casualty Claim Number', 1, ['Y4']),
    referenceSegment('Patient Secondary Identification', 1, ['1W', 'SY']),
    propertyCasualtyContact,
  ],
  strayReference,
);

const patientLevel = loop('2000C', 'Patient Hierarchical Level', 'S', unbounded, [
  hierarchicalLevel('23', 'R', ['0']),
  patientInformation('R'),
  patientName,
  { ...claimLoop, usage: 'R' },
]);

const subscriberLevel = loop('2000B', 'Subscriber Hierarchical Level', 'R', unbounded, [
  hierarchicalLevel('22', 'R', ['0', '1']),
  subscriberInformation({
    relationship: element('S', 1069, { codes: codes('18') }),
    filing: element('R', 1032, { codes: claimFilingIndicators837p, edit: 'V032' }),
  }),
  patientInformation('S'),
  subscriberName,
  payerName,
  claimLoop,
  patientLevel,
]);

export const billingProviderLevel: LoopSpec = loop(
  '2000A',
  'Billing Provider Hierarchical Level',
  'R',
  unbounded,
  [
    hierarchicalLevel('20', 'N', ['1']),
    providerTaxonomy('BI'),
    currency,
    billingName,
    payToAddress,
    payToPlan,
    subscriberLevel,
  ],
);
