import type { Segment } from '../../reader/segment.ts';
import {
  appended,
  BillingProviderRecord,
  PartyRecord,
  PatientRecord,
  PayerRecord,
  type PersonRecord,
  SubscriberRecord,
} from '../model/party-records.ts';
import { type Handlers, type OpenLoops, text } from './open-loops.ts';
import { openParty, reference } from './party.ts';

/** Loops 1000A to 2010CA: everything above the claims. */

export const hierarchyEnters: Handlers = {
  '1000A': (builder, segment) => {
    builder.transaction.submitter = openParty(builder, new PartyRecord(), segment);
  },
  '1000B': (builder, segment) => {
    builder.transaction.receiver = openParty(builder, new PartyRecord(), segment);
  },
  '2000A': (builder, segment) => {
    builder.billingProvider = new BillingProviderRecord();
    builder.billingProvider.levelPosition = segment.position();
    builder.subscriber = new SubscriberRecord();
    builder.patient = undefined;
  },
  '2010AA': (builder, segment) => {
    openParty(builder, builder.billingProvider, segment);
  },
  '2010AB': (builder, segment) => {
    builder.billingProvider.payTo = openParty(builder, new PartyRecord(), segment);
  },
  '2010AC': (builder, segment) => {
    builder.billingProvider.payToPlan = openParty(builder, new PartyRecord(), segment);
  },
  '2000B': (builder, segment) => {
    builder.subscriber = new SubscriberRecord();
    builder.subscriber.levelPosition = segment.position();
    builder.patient = undefined;
  },
  '2010BA': (builder, segment) => {
    openParty(builder, builder.subscriber, segment);
  },
  '2010BB': (builder, segment) => {
    builder.subscriber.payer = openParty(builder, new PayerRecord(), segment);
  },
  '2000C': (builder, segment) => {
    builder.patient = new PatientRecord();
    builder.patient.levelPosition = segment.position();
  },
  '2010CA': (builder, segment) => {
    openParty(builder, patientOf(builder), segment);
  },
};

export const hierarchyHandlers: Handlers = {
  '/BHT': ({ transaction }, segment) => {
    transaction.purpose = segment.text(2);
    transaction.batchId = segment.text(3);
    transaction.date = segment.date(4);
    transaction.time = text(segment, 5);
    transaction.kind = segment.text(6);
  },
  '2000A/PRV': ({ billingProvider }, segment) => {
    billingProvider.taxonomy = text(segment, 3);
  },
  '2000A/CUR': ({ billingProvider }, segment) => {
    billingProvider.currency = text(segment, 2);
  },
  '2010AA/REF-EI': ({ billingProvider }, segment) => {
    billingProvider.taxIdQualifier = text(segment, 1);
    billingProvider.taxId = text(segment, 2);
  },
  '2000B/SBR': ({ subscriber }, segment) => {
    subscriber.payerSequence = text(segment, 1);
    subscriber.relationship = text(segment, 2);
    subscriber.groupNumber = text(segment, 3);
    subscriber.groupName = text(segment, 4);
    subscriber.insuranceType = text(segment, 5);
    subscriber.claimFiling = text(segment, 9);
  },
  '2000B/PAT': ({ subscriber }, segment) => patientInformation(subscriber, segment),
  '2010BA/DMG': ({ subscriber }, segment) => demographics(subscriber, segment),
  '2010BA/REF-Y4': ({ subscriber }, segment) => {
    subscriber.propertyCasualtyClaimNumber = text(segment, 2);
  },
  '2010BB/REF-G2': ({ subscriber }, segment) => {
    const { payer } = subscriber;
    if (payer) payer.billingProviderIds = appended(payer.billingProviderIds, reference(segment));
  },
  '2000C/PAT': (builder, segment) => {
    const patient = patientOf(builder);
    patient.relationship = text(segment, 1);
    patientInformation(patient, segment);
  },
  '2010CA/DMG': (builder, segment) => demographics(patientOf(builder), segment),
  '2010CA/REF-Y4': (builder, segment) => {
    patientOf(builder).propertyCasualtyClaimNumber = text(segment, 2);
  },
};

function patientInformation(person: PersonRecord, segment: Segment): void {
  person.deathDate = segment.date(6);
  person.weight = segment.decimal(8);
  person.pregnant = text(segment, 9);
}

function demographics(person: PersonRecord, segment: Segment): void {
  person.birthDate = segment.date(2);
  person.gender = text(segment, 3);
}

function patientOf(builder: OpenLoops): PatientRecord {
  builder.patient ??= new PatientRecord();
  return builder.patient;
}
