import { claimFilingIndicators837p } from '../codes/claim-codes.ts';
import {
  element,
  elementIs,
  type GuideSpec,
  type LoopSpec,
  loop,
  type SegmentSpec,
  segment,
  unbounded,
} from '../guide/guide.ts';
import { claimLoop } from './837p/claim.ts';
import {
  address,
  contact,
  demographics,
  entityName,
  hierarchicalLevel,
  nameless,
  npi,
  organization,
  organizationName,
  person,
  personOrOrganization,
  providerTaxonomy,
  subscriberInformation,
} from './837p/party-segments.ts';
import { loop837p, reference837p, situationalLoop } from './837p/segments.ts';
import { header837p } from './headers.ts';

/** Loops 2000A (billing provider), 2000B (subscriber), 2000C (patient) with the names under them. */

/** Payer-assigned numbers of 4010; they moved to REF*G2 of 2010BB. */
const legacyQualifiers = '1A 1B 1C 1D 1E 1F 1H 1J B3 FH G2 G5 LU U3 X5'.split(' ');
const legacyNumber = { id: 'REF', when: [elementIs(1, ...legacyQualifiers)], edit: 'V029' };

const billingName = loop837p('2010AA', 'Billing Provider Name', { usage: 'R', strays: [legacyNumber] }, [
  entityName('85', personOrOrganization, npi),
  ...address('R', 'V024'),
  reference837p('Billing Provider Tax Identification', 1, 'EI,SY', {
    usage: 'R',
    value: 'R127!V028',
    edit: 'V028',
  }),
  reference837p('Billing Provider UPIN/License', 2, '0B,1G'),
  contact(2, 'EM,FX,TE'),
]);

const payToAddress = situationalLoop('2010AB', 'Pay-to Address Name', 1, [
  entityName('87', `R1065=1,2 ${nameless}`),
  ...address('R'),
]);

const payToPlan = situationalLoop('2010AC', 'Pay-to Plan Name', 1, [
  entityName('PE', organization, 'R66=PI,XV R67'),
  ...address('R'),
  reference837p('Pay-to Plan Secondary Identification', 1, '2U,FY,NF'),
  reference837p('Pay-to Plan Tax Identification', 1, 'EI', { usage: 'R', edit: 'V130' }),
]);

const currency = `R98=85 R100 N280 N98 N100 N669${' N374 N373 N337'.repeat(5)}`;

function patientInformation(usage: 'R' | 'S'): SegmentSpec {
  const isPatient = usage === 'R';
  const relationship = isPatient ? 'R1069=01,19,20,21,39,40,53,G8!V037' : 'N1069';
  const dateOfDeath = element('S', 1251, { name: 'Date of Death' });
  const elements = [`${relationship} N1384 N584 N1220 S1250=D8`, dateOfDeath, 'S355=01 S81 S1073=Y'];
  return segment('PAT', 'Patient Information', usage, 1, elements, {
    rules: ['P0506', 'P0708'],
    edit: isPatient ? 'V037' : undefined,
  });
}

const propertyCasualty = reference837p('Property and Casualty Claim Number', 1, 'Y4');

const subscriberName = loop837p('2010BA', 'Subscriber Name', { usage: 'R' }, [
  entityName('IL', 'R1065=1,2!V035 R1035!V035 S1036 S1037 N1038 S1039', 'R66=II,MI!V035 R67!V035'),
  ...address('S'),
  demographics('S'),
  reference837p('Subscriber Secondary Identification', 1, 'SY'),
  propertyCasualty,
  contact(1, 'TE'),
]);

const payerName = loop837p('2010BB', 'Payer Name', { usage: 'R' }, [
  entityName('PR', organization, 'R66=PI,XV!V036 R67!V036'),
  ...address('S'),
  reference837p('Payer Secondary Identification', 3, '2U,EI,FY,NF'),
  reference837p('Billing Provider Secondary Identification', 2, 'G2,LU'),
]);

const patientName = loop837p('2010CA', 'Patient Name', { usage: 'R' }, [
  entityName('QC', person),
  ...address('R', 'V037'),
  demographics('R', 'V037'),
  propertyCasualty,
  reference837p('Patient Secondary Identification', 1, '1W,SY'),
  contact(1, 'TE'),
]);

const patientLevel = loop('2000C', 'Patient Hierarchical Level', 'S', unbounded, [
  hierarchicalLevel('23', 'R', '0'),
  patientInformation('R'),
  patientName,
  { ...claimLoop, usage: 'R' },
]);

const subscriberLevel = loop('2000B', 'Subscriber Hierarchical Level', 'R', unbounded, [
  hierarchicalLevel('22', 'R', '0,1'),
  subscriberInformation('S1069=18', element('R', 1032, { codes: claimFilingIndicators837p, edit: 'V032' })),
  patientInformation('S'),
  subscriberName,
  payerName,
  claimLoop,
  patientLevel,
]);

const billingProviderLevel: LoopSpec = loop('2000A', 'Billing Provider Hierarchical Level', 'R', unbounded, [
  hierarchicalLevel('20', 'N', '1'),
  providerTaxonomy('BI'),
  segment('CUR', 'Foreign Currency Information', 'S', 1, currency),
  billingName,
  payToAddress,
  payToPlan,
  subscriberLevel,
]);

/** BHT and loops 1000A, 1000B. */

// The data element takes 50 characters; the guide limits the batch id to 30.
const batch = 'R1005=0019!V018 R353=00,18!V018 R127<30!V018';
const created = [
  element('R', 373, { name: 'Transaction Set Creation Date' }),
  element('R', 337, { name: 'Transaction Set Creation Time' }),
];
const beginningSegment = segment(
  'BHT',
  'Beginning of Hierarchical Transaction',
  'R',
  1,
  [batch, ...created, 'R640=31,CH,RP!V018'],
  { edit: 'V018' },
);

const submitter = personOrOrganization.replace('S1039', 'N1039');
const submitterLoop = loop837p('1000A', 'Submitter Name', { usage: 'R', edit: 'V020' }, [
  entityName('41', submitter, 'R66=46!V020 R67!V020'),
  contact(2, 'EM,FX,TE', 'R', 'V020'),
]);

const receiverLoop = loop837p('1000B', 'Receiver Name', { usage: 'R', edit: 'V021' }, [
  entityName('40', `R1065=2!V021 ${organizationName}`, 'R66=46!V021 R67!V021'),
]);

/** 005010X222A1, Health Care Claim: Professional. */
export const guide837p: GuideSpec = {
  ...header837p,
  children: [beginningSegment, submitterLoop, receiverLoop, billingProviderLevel],
  claimNumber: { path: '2300/CLM', element: 1 },
  businessUnit: { name: 'CLM01', path: '2300/CLM', element: 1 },
};
