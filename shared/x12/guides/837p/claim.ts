import {
  claimFilingIndicators837p,
  delayReasons,
  relatedCauses,
  specialPrograms,
} from '../../codes/claim-codes.ts';
import {
  type CompositeSpec,
  componentIs,
  composite,
  element,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  type Usage,
} from '../../guide/guide.ts';
import { adjustmentSegment, amountSegment, dateSegment, reportedBy } from '../shapes.ts';
import { serviceLineLoop } from './line.ts';
import {
  address,
  ambulanceLocations,
  contact,
  entityName,
  nameless,
  npi,
  organization,
  organizationName,
  person,
  personOrOrganization,
  providerTaxonomy,
  subscriberInformation,
} from './party-segments.ts';
import { loop837p, reference837p, situationalLoop } from './segments.ts';
import {
  ambulanceTransport,
  attachmentSegment,
  claimConditions,
  claimRepricing,
  contractSegment,
  fixedFormat,
  noteSegment,
} from './supplements.ts';

const coverageInformation = 'N1032 N1383 R1073=N,W,Y!V107 S1351=P!V107 N1360 R1363=I,Y!V107';

const otherSubscriberName = loop837p('2330A', 'Other Subscriber Name', { usage: 'R', edit: 'V108' }, [
  entityName('IL', personOrOrganization, 'R66=II,MI R67'),
  ...address('S'),
  reference837p('Other Subscriber Secondary Identification', 1, 'SY'),
]);

const otherPayerName = loop837p('2330B', 'Other Payer Name', { usage: 'R', edit: 'V108' }, [
  entityName('PR', organization, 'R66=PI,XV R67'),
  ...address('S'),
  dateSegment('Claim Check or Remittance Date', '573', { edit: 'V105' }),
  reference837p('Other Payer Secondary Identifier', 2, '2U,EI,FY,NF'),
  reference837p('Other Payer Prior Authorization Number', 1, 'G1'),
  reference837p('Other Payer Referral Number', 1, '9F'),
  reference837p('Other Payer Claim Adjustment Indicator', 1, 'T4', { value: 'R127=Y' }),
  reference837p('Other Payer Claim Control Number', 1, 'F8'),
]);

/** Loop id, name, maximum, NM101, NM102, and maximum and qualifiers of the secondary ids. */
const providers = [
  ['2330C', 'Other Payer Referring Provider', 2, 'DN,P3', '1', 3, '0B,1G,G2'],
  ['2330D', 'Other Payer Rendering Provider', 1, '82', '1,2', 3, '0B,1G,G2,LU'],
  ['2330E', 'Other Payer Service Facility Location', 1, '77', '2', 3, '0B,G2,LU'],
  ['2330F', 'Other Payer Supervising Provider', 1, 'DQ', '1', 3, '0B,1G,G2,LU'],
  ['2330G', 'Other Payer Billing Provider', 1, '85', '1,2', 2, 'G2,LU'],
] as const;

/** Provider numbers of the other payer: no name, only the secondary ids, which are the reason for the loop. */
const providerLoops = providers.map(([id, name, max, entities, types, references, qualifiers]) =>
  situationalLoop(id, name, max, [
    entityName(entities, `R1065=${types} ${nameless}`),
    reference837p(`${name} Secondary Identification`, references, qualifiers, { usage: 'R', edit: 'V130' }),
  ]),
);

/** Loop 2320 (another payer's coverage of the claim) and loops 2330A to 2330G. */
const otherCoverageLoop: LoopSpec = loop('2320', 'Other Subscriber Information', 'S', 10, [
  subscriberInformation(
    'R1069=01,18,19,20,21,39,40,53,G8',
    element('S', 1032, { codes: claimFilingIndicators837p, edit: 'V032' }),
  ),
  adjustmentSegment('Adjustment', 5, 'CO,CR,OA,PI,PR', 'V106'),
  amountSegment('Coordination of Benefits Payer Paid Amount', 1, 'D'),
  amountSegment('Coordination of Benefits Total Non-Covered Amount', 1, 'A8'),
  amountSegment('Remaining Patient Liability', 1, 'EAF'),
  segment('OI', 'Other Insurance Coverage Information', 'R', 1, coverageInformation, { edit: 'V107' }),
  segment('MOA', 'Outpatient Adjudication Information', 'S', 1, 'S954 S782 S127x5 S782x2'),
  otherSubscriberName,
  otherPayerName,
  ...providerLoops,
]);

/** HI segments of loop 2300; each of the twelve elements is a composite C022. */

function codeInformation(usage: Usage, qualifiers: string, edit?: string): CompositeSpec {
  const by = reportedBy(edit);
  const components = `R1270=${qualifiers}${by} R1271${by} N1250 N1251 N782 N380 N799 N1271 N1073`;
  return composite(usage, 'C022', components, { name: 'Health Care Code Information', edit });
}

const diagnoses = [
  codeInformation('R', 'ABK,BK', 'V064'),
  ...Array.from({ length: 11 }, () => codeInformation('S', 'ABF,BF', 'V064')),
];
const anesthesia = [codeInformation('R', 'BP'), codeInformation('S', 'BO'), 'NC022x10'];
const conditions = [
  codeInformation('R', 'BG'),
  ...Array.from({ length: 11 }, () => codeInformation('S', 'BG')),
];

const claimHealthCareCodes: readonly SegmentSpec[] = [
  segment('HI', 'Health Care Diagnosis Code', 'R', 1, diagnoses, {
    key: 'HI-ABK',
    when: [componentIs(1, 1, 'ABK', 'BK')],
    edit: 'V064',
  }),
  segment('HI', 'Anesthesia Related Procedure', 'S', 1, anesthesia, {
    key: 'HI-BP',
    when: [componentIs(1, 1, 'BP')],
  }),
  segment('HI', 'Condition Information', 'S', 2, conditions, {
    key: 'HI-BG',
    when: [componentIs(1, 1, 'BG')],
  }),
];

/** Loops 2310A to 2310F. */

const claimPartyLoops: readonly LoopSpec[] = [
  situationalLoop('2310A', 'Referring Provider Name', 2, [
    entityName('DN,P3', person, npi),
    reference837p('Referring Provider Secondary Identification', 3, '0B,1G,G2'),
  ]),
  situationalLoop('2310B', 'Rendering Provider Name', 1, [
    entityName('82', personOrOrganization, npi),
    providerTaxonomy('PE'),
    reference837p('Rendering Provider Secondary Identification', 4, '0B,1G,G2,LU'),
  ]),
  situationalLoop('2310C', 'Service Facility Location Name', 1, [
    entityName('77', `R1065=2!V042 ${organizationName}`, npi),
    ...address('R', 'V042'),
    reference837p('Service Facility Location Secondary Identification', 3, '0B,G2,LU'),
    contact(1, 'TE'),
  ]),
  situationalLoop('2310D', 'Supervising Provider Name', 1, [
    entityName('DQ', person, npi),
    reference837p('Supervising Provider Secondary Identification', 4, '0B,1G,G2,LU'),
  ]),
  ...ambulanceLocations('2310E', '2310F'),
];

/** REF segments of loop 2300. */
const claimReferenceSegments: readonly SegmentSpec[] = [
  reference837p('Service Authorization Exception Code', 1, '4N', {
    value: 'R127=1,2,3,4,5,6,7',
  }),
  reference837p('Mandatory Medicare (Section 4081) Crossover Indicator', 1, 'F5', { value: 'R127=N,Y' }),
  reference837p('Mammography Certification Number', 1, 'EW'),
  reference837p('Referral Number', 1, '9F'),
  reference837p('Prior Authorization', 1, 'G1', { value: 'R127!V071' }),
  reference837p('Payer Claim Control Number', 1, 'F8'),
  reference837p('Clinical Laboratory Improvement Amendment (CLIA) Number', 1, 'X4'),
  reference837p('Repriced Claim Number', 1, '9A'),
  reference837p('Adjusted Repriced Claim Number', 1, '9C'),
  reference837p('Investigational Device Exemption Number', 1, 'LX'),
  reference837p('Claim Identifier for Transmission Intermediaries', 1, 'D9'),
  reference837p('Medical Record Number', 1, 'EA'),
  reference837p('Demonstration Project Identifier', 1, 'P4'),
  reference837p('Care Plan Oversight', 1, '1J'),
];

/** DTP segments of loop 2300. */
const claimDateSegments: readonly SegmentSpec[] = [
  dateSegment('Onset of Current Illness or Symptom', '431'),
  dateSegment('Initial Treatment Date', '454'),
  dateSegment('Last Seen Date', '304'),
  dateSegment('Acute Manifestation', '453'),
  dateSegment('Accident', '439'),
  dateSegment('Last Menstrual Period', '484'),
  dateSegment('Last X-ray Date', '455'),
  dateSegment('Hearing and Vision Prescription Date', '471'),
  dateSegment('Disability Dates', '314,360,361', { formats: 'D8,RD8' }),
  dateSegment('Last Worked', '297'),
  dateSegment('Authorized Return to Work', '296'),
  dateSegment('Admission', '435'),
  dateSegment('Discharge', '096'),
  dateSegment('Assumed and Relinquished Care Dates', '090,091', { max: 2 }),
  dateSegment('Property and Casualty Date of First Contact', '444'),
  dateSegment('Repricer Received Date', '050'),
];

const placeOfService = composite('R', 'C023', 'R1331!V054 R1332=B!V054 R1325!V054', {
  name: 'Health Care Service Location Information',
  edit: 'V054',
});

const relatedCausesInformation = composite('S', 'C024', [
  element('R', 1362, { codes: relatedCauses }),
  element('S', 1362, { codes: relatedCauses }),
  'N1362 S156 S26',
]);

const claimInformation = [
  element('R', 1028, { name: 'Patient Control Number', edit: 'V050' }),
  element('R', 782, { name: 'Total Claim Charge Amount', edit: 'V052' }),
  'N1032 N1343',
  placeOfService,
  'R1073=N,Y!V058 R1359=A,B,C!V058 R1073=N,W,Y!V058 R1363=I,Y!V058 S1351=P',
  relatedCausesInformation,
  element('S', 1366, { codes: specialPrograms }),
  'N1073 N1338 N1073 N1360 N1029 N1073 N1383',
  element('S', 1514, { codes: delayReasons, edit: 'V072' }),
];

const spinalManipulation = 'N609 N380 N1367 N1367 N355 N380 N380 R1342=A,C,D,E,F,G,M N1073 S352 S352 N1073';

/**
 * Loop 2300: CLM and all parts of the claim as a whole. S under 2000B, R under 2000C, at most 100 under each.
 */
export const claimLoop: LoopSpec = loop837p('2300', 'Claim Information', { max: 100, edit: 'V017' }, [
  segment('CLM', 'Claim Information', 'R', 1, claimInformation),
  ...claimDateSegments,
  attachmentSegment,
  contractSegment,
  amountSegment('Patient Amount Paid', 1, 'F5'),
  ...claimReferenceSegments,
  fixedFormat,
  noteSegment('Claim Note', 'ADD,CER,DCP,DGN,TPO'),
  ambulanceTransport,
  segment('CR2', 'Spinal Manipulation Service Information', 'S', 1, spinalManipulation, {
    rules: ['P0102', 'C0403', 'P0506'],
  }),
  ...claimConditions,
  ...claimHealthCareCodes,
  claimRepricing,
  ...claimPartyLoops,
  otherCoverageLoop,
  serviceLineLoop,
]);
