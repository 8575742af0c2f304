import { code, type Described, date, decimal, record, text } from '../../description/field.ts';
import {
  group,
  inSegment,
  loopRecord,
  memory,
  optional,
  required,
  segmentRecords,
  segmentValue,
} from '../../description/places.ts';
import type { Position } from '../../reader/segment.ts';
import { contactNumbers } from './supplement.ts';

const addressFields = {
  ...inSegment('N3', { line1: optional(1, text(55)), line2: optional(2, text(55)) }),
  ...inSegment('N4', {
    city: optional(1, text(30)),
    state: optional(2, code(2)),
    zip: optional(3, code(15)),
    country: optional(4, code(3)),
    subdivision: optional(7, code(3)),
  }),
};

/** N3 and N4. */
export interface PartyAddress extends Described<typeof addressFields> {}

const address = record<PartyAddress>(addressFields, { mayExceedLoop: true });

const referenceFields = {
  qualifier: required(1, code(3)),
  value: required(2, text(50)),
  /** REF04: the id of the other payer whose number this is. */
  payerId: optional([4, 2], text(80), { qualifier: '2U' }),
};

/** A REF that stays a list because only the qualifier gives its meaning: secondary numbers of a party or payer. */
export interface QualifiedReference extends Described<typeof referenceFields> {}

export const reference = record<QualifiedReference>(referenceFields);

const contactFields = {
  name: optional(2, text(60)),
  numbers: contactNumbers,
};

/** PER: a name and up to three numbers. */
export interface PartyContact extends Described<typeof contactFields> {}

const partyFields = {
  /** Of the NM1 segment; absent in a claim that was not read from a file. */
  position: memory<Position>(),
  ...inSegment('NM1', {
    /** NM101. */
    role: required(1, code(3), { default: '', about: 'NM101; derived from the place if absent' }),
    /** NM102: 1 person, 2 organization. */
    entityType: required(2, code(1), {
      default: '',
      about: 'NM102: 1 person, 2 organization; a person by default if there is a first name',
    }),
    /** Last name of a person, or the name of an organization. */
    lastName: optional(3, text(60), { about: 'Of a person, or the name of an organization' }),
    firstName: optional(4, text(35)),
    middleName: optional(5, text(25)),
    suffix: optional(7, text(10)),
    /** NM108: XX NPI, MI member id, PI payer id, XV plan id, 46 trading partner id. */
    idQualifier: optional(8, code(2), { about: 'NM108; derived from the place if absent' }),
    id: optional(9, text(80), { about: 'NM109' }),
  }),
  address: group(address),
  /** PRV03 of the same loop (2000A for the billing provider). */
  ...inSegment('PRV', { taxonomy: optional(3, text(50)) }),
  references: segmentRecords('REF', reference, 20),
  contacts: segmentRecords('PER', record<PartyContact>(contactFields), 2),
};

/** What an NM1 loop names: a person, an organization or, without a name, a place or an id. */
export interface ClaimParty extends Described<typeof partyFields> {}

const partyOptions = {
  isParty: true,
  mayExceedLoop: true,
  fixed: [
    ['PER', 1, 0, 'IC'],
    ['PRV', 1, 0, 'PE'],
    ['PRV', 2, 0, 'PXC'],
  ],
} as const;

export const party = record<ClaimParty>(partyFields, {
  ...partyOptions,
  schemaId: 'ClaimParty',
});

const billingProviderFields = {
  ...partyFields,
  ...inSegment('2000A/PRV', { taxonomy: optional(3, text(50)) }),
  /** Of the HL segment of loop 2000A. */
  levelPosition: memory<Position>(),
  ...inSegment('REF-EI', {
    /** EI employer id or SY social security number. */
    taxIdQualifier: optional(1, code(2)),
    taxId: optional(2, text(50)),
  }),
  /** CUR02. */
  ...inSegment('2000A/CUR', { currency: optional(2, code(3), { qualifier: '85' }) }),
  /** Loop 2010AB; has an address and no name. */
  payTo: loopRecord('2010AB', party, { role: '87' }),
  /** Loop 2010AC. */
  payToPlan: loopRecord('2010AC', party, { role: 'PE', idQualifier: 'PI' }),
};

/** Loops 2000A, 2010AA, 2010AB, 2010AC. */
export interface BillingProvider extends Described<typeof billingProviderFields> {}

export const billingProvider = record<BillingProvider>(billingProviderFields, {
  ...partyOptions,
  usual: { role: '85', idQualifier: 'XX' },
  fixed: [
    ['2000A/PRV', 1, 0, 'BI'],
    ['2000A/PRV', 2, 0, 'PXC'],
  ],
});

/** A person of loop 2000B or 2000C. */
const personFields = (level: '2000B' | '2000C') => ({
  ...partyFields,
  ...inSegment('DMG', {
    birthDate: optional(2, date, { qualifier: 'D8' }),
    /** F, M or U. */
    gender: optional(3, code(1)),
  }),
  ...inSegment(`${level}/PAT`, {
    deathDate: optional(6, date, { qualifier: 'D8' }),
    /** Pounds. */
    weight: optional(8, decimal, { qualifier: '01' }),
    /** PAT09 Y. */
    pregnant: optional(9, code(1)),
  }),
  /** REF*Y4. */
  propertyCasualtyClaimNumber: segmentValue('REF-Y4', text(50)),
  /** Of the HL segment of the level. */
  levelPosition: memory<Position>(),
});

const payerFields = {
  ...partyFields,
  /** REF G2 and LU: the payer's own numbers for the billing provider. */
  billingProviderIds: segmentRecords('REF-G2', reference, 2),
};

/** Loop 2010BB. */
export interface DestinationPayer extends Described<typeof payerFields> {}

const payer = record<DestinationPayer>(payerFields, partyOptions);

/** SBR of loops 2000B and 2320. */
export const insuranceFields = {
  /** SBR01: P primary, S secondary, T tertiary … */
  payerSequence: optional(1, code(1), { about: 'SBR01: P primary, S secondary …' }),
  /** SBR02: 18 when the subscriber is the patient. */
  relationship: optional(2, code(2), { about: 'SBR02: 18 when the subscriber is the patient' }),
  groupNumber: optional(3, text(50)),
  groupName: optional(4, text(60)),
  /** SBR05: why Medicare is secondary. */
  insuranceType: optional(5, code(3)),
  /** SBR09. */
  claimFiling: optional(9, code(2), { about: 'SBR09' }),
};

const subscriberFields = {
  ...personFields('2000B'),
  ...inSegment('2000B/SBR', insuranceFields),
  payer: loopRecord('2010BB', payer, { role: 'PR', idQualifier: 'PI' }),
};

/** Loops 2000B, 2010BA, 2010BB. */
export interface Subscriber extends Described<typeof subscriberFields> {}

export const subscriber = record<Subscriber>(subscriberFields, {
  ...partyOptions,
  usual: { role: 'IL', idQualifier: 'MI' },
});

const patientFields = {
  ...personFields('2000C'),
  /** PAT01. */
  ...inSegment('2000C/PAT', { relationship: optional(1, code(2)) }),
};

/** Loops 2000C, 2010CA: a patient who is not the subscriber. */
export interface Patient extends Described<typeof patientFields> {}

export const patient = record<Patient>(patientFields, { ...partyOptions, usual: { role: 'QC' } });

const otherPayerFields = {
  ...partyFields,
  /** DTP*573. */
  adjudicationDate: segmentValue('DTP-573', date),
  priorAuthorization: segmentValue('REF-G1', text(50)),
  referral: segmentValue('REF-9F', text(50)),
  /** REF*T4. */
  claimAdjusted: segmentValue('REF-T4', code(1)),
  /** REF*F8. */
  claimControlNumber: segmentValue('REF-F8', text(50)),
};

/** Loop 2330B. */
export interface OtherPayer extends Described<typeof otherPayerFields> {}

export const otherPayer = record<OtherPayer>(otherPayerFields, partyOptions);
