import type { Segment } from '../../reader/segment.ts';
import { AdjudicationRecord } from '../model/coverage-records.ts';
import type { LineDates, LineReferences } from '../model/line.ts';
import { DrugRecord, FormRecord, LinePartiesRecord, LineRecord } from '../model/line-records.ts';
import { appended, none, PartyRecord } from '../model/party-records.ts';
import { component, type Handler, type Handlers, type OpenLoops, text } from './open-loops.ts';
import { openParty, reference } from './party.ts';
import {
  ambulance,
  attachment,
  condition,
  contract,
  note,
  procedure,
  repricing,
  withAdjustments,
} from './supplement.ts';

/** Loop 2400 and the loops under it. */

export const lineEnters: Handlers = {
  '2400': (builder, segment) => {
    const line = new LineRecord();
    line.position = segment.position();
    builder.line = line;
    builder.claim.lines = appended(builder.claim.lines, line);
    line.number = builder.claim.lines.length;
  },
  '2410': (builder, segment) => {
    builder.drug = new DrugRecord();
    builder.drug.position = segment.position();
    builder.line.drug = builder.drug;
  },
  '2420A': party('rendering'),
  '2420B': party('purchasedServiceProvider'),
  '2420C': party('serviceFacility'),
  '2420D': party('supervising'),
  '2420E': party('ordering'),
  '2420F': (builder, segment) => {
    const parties = partiesOf(builder);
    parties.referring = appended(parties.referring, openParty(builder, new PartyRecord(), segment));
  },
  '2420G': party('pickUp'),
  '2420H': party('dropOff'),
  '2430': (builder, segment) => {
    const adjudication = new AdjudicationRecord();
    adjudication.position = segment.position();
    builder.adjudication = adjudication;
    builder.line.adjudications = appended(builder.line.adjudications, adjudication);
  },
  '2440': (builder, segment) => {
    builder.form = new FormRecord();
    builder.form.position = segment.position();
    builder.line.forms = appended(builder.line.forms, builder.form);
  },
};

export const lineHandlers: Handlers = {
  '2400/LX': ({ line }, segment) => {
    line.number = segment.decimal(1) ?? line.number;
  },
  '2400/SV1': ({ line }, segment) => {
    line.procedure = procedure(segment, 1);
    line.charge = segment.cents(2);
    line.unit = text(segment, 3);
    line.quantity = segment.decimal(4);
    line.placeOfService = text(segment, 5);
    line.diagnosisPointers = pointers(segment);
    if (segment.elementCount < 9) return;
    line.emergency = text(segment, 9);
    line.epsdt = text(segment, 11);
    line.familyPlanning = text(segment, 12);
    line.copayStatus = text(segment, 15);
  },
  '2400/SV5': ({ line }, segment) => {
    line.equipment = {
      procedureCode: segment.component(1, 2),
      days: segment.decimal(3),
      rentalPrice: segment.cents(4),
      purchasePrice: segment.cents(5),
      frequency: text(segment, 6),
    };
  },
  '2400/PWK': ({ line }, segment) => {
    line.attachments = appended(line.attachments, attachment(segment));
  },
  '2400/PWK-CT': ({ line }, segment) => {
    line.certificateTransmission = text(segment, 2);
  },
  '2400/CR1': ({ line }, segment) => {
    line.ambulance = ambulance(segment);
  },
  '2400/CR3': ({ line }, segment) => {
    line.equipmentCertification = { type: segment.text(1), months: segment.decimal(3) };
  },
  '2400/CRC-07': addCondition,
  '2400/CRC-70': addCondition,
  '2400/CRC-09': addCondition,
  '2400/DTP-472': ({ line }, segment) => {
    line.serviceDate = segment.date(3);
    line.serviceDateEnd = segment.endDate(3);
  },
  '2400/DTP-471': date('prescription'),
  '2400/DTP-607': date('recertification'),
  '2400/DTP-463': date('beginTherapy'),
  '2400/DTP-461': date('lastCertification'),
  '2400/DTP-304': date('lastSeen'),
  '2400/DTP-738': ({ line }, segment) => {
    setDate(line, segment.is(1, '738') ? 'hemoglobinTest' : 'creatineTest', segment.date(3));
  },
  '2400/DTP-011': date('shipped'),
  '2400/DTP-455': date('lastXray'),
  '2400/DTP-454': date('initialTreatment'),
  '2400/QTY-PT': ({ line }, segment) => {
    line.ambulancePatients = segment.decimal(2);
  },
  '2400/QTY-FL': ({ line }, segment) => {
    line.obstetricUnits = segment.decimal(2);
  },
  '2400/MEA': ({ line }, segment) => {
    const result = { reference: segment.text(1), measure: segment.text(2), value: segment.decimal(3) };
    line.testResults = appended(line.testResults, result);
  },
  '2400/CN1': ({ line }, segment) => {
    line.contract = contract(segment);
  },
  '2400/REF-9B': lineReference('repricedLine'),
  '2400/REF-9D': lineReference('adjustedRepricedLine'),
  '2400/REF-G1': ({ line }, segment) => {
    line.priorAuthorizations = appended(line.priorAuthorizations, reference(segment));
  },
  '2400/REF-6R': ({ line }, segment) => {
    line.controlNumber = text(segment, 2);
  },
  '2400/REF-EW': lineReference('mammographyCertification'),
  '2400/REF-X4': lineReference('clia'),
  '2400/REF-F4': lineReference('referringClia'),
  '2400/REF-BT': lineReference('immunizationBatch'),
  '2400/REF-9F': ({ line }, segment) => {
    line.referrals = appended(line.referrals, reference(segment));
  },
  '2400/AMT-T': ({ line }, segment) => {
    line.salesTax = segment.cents(2);
  },
  '2400/AMT-F4': ({ line }, segment) => {
    line.postage = segment.cents(2);
  },
  '2400/K3': ({ line }, segment) => {
    line.fixedFormat = appended(line.fixedFormat, segment.text(1));
  },
  '2400/NTE-ADD': ({ line }, segment) => {
    line.note = note(segment);
  },
  '2400/NTE-TPO': ({ line }, segment) => {
    line.thirdPartyNote = text(segment, 2);
  },
  '2400/PS1': ({ line }, segment) => {
    line.purchasedService = { providerId: segment.text(1), charge: segment.cents(2) };
  },
  '2400/HCP': ({ line }, segment) => {
    line.repricing = repricing(segment);
  },
  '2410/LIN': ({ drug }, segment) => {
    drug.qualifier = segment.text(2);
    drug.code = segment.text(3);
  },
  '2410/CTP': ({ drug }, segment) => {
    drug.quantity = segment.decimal(4);
    drug.unit = component(segment, 5, 1);
  },
  '2410/REF-VY': ({ drug }, segment) => {
    drug.prescription = reference(segment);
  },
  '2430/SVD': ({ adjudication }, segment) => {
    adjudication.payerId = segment.text(1);
    adjudication.paid = segment.cents(2);
    adjudication.procedure = procedure(segment, 3);
    adjudication.quantity = segment.decimal(5);
    adjudication.bundledLine = segment.decimal(6);
  },
  '2430/CAS': ({ adjudication }, segment) => {
    adjudication.adjustments = withAdjustments(adjudication.adjustments, segment);
  },
  '2430/DTP-573': ({ adjudication }, segment) => {
    adjudication.adjudicationDate = segment.date(3);
  },
  '2430/AMT-EAF': ({ adjudication }, segment) => {
    adjudication.remainingLiability = segment.cents(2);
  },
  '2440/LQ': ({ form }, segment) => {
    form.qualifier = segment.text(1);
    form.id = segment.text(2);
  },
  '2440/FRM': ({ form }, segment) => {
    form.answers = appended(form.answers, {
      question: segment.text(1),
      answer: text(segment, 2),
      text: text(segment, 3),
      date: segment.date(4),
      percentage: segment.decimal(5),
    });
  },
};

/** C004 has four parts; more are an error, and of a segment full of them no more than this is read. */
const mostPointers = 12;

/** SV107: one digit each but for 10 to 12. */
function pointers(segment: Segment): number[] {
  const count = Math.min(segment.componentCount(7), mostPointers);
  if (count === 0) return none;
  const list: number[] = [];
  for (let part = 1; part <= count; part++) {
    const digit = segment.packedComponent(7, part) - 0x30;
    // What is no number has a finding of its own; 10 to 12 take two characters.
    const pointer = digit >= 0 && digit <= 9 ? digit : Number(segment.component(7, part) || Number.NaN);
    if (Number.isInteger(pointer)) list.push(pointer);
  }
  return list;
}

function addCondition({ line }: OpenLoops, segment: Segment): void {
  line.conditions = appended(line.conditions, condition(segment));
}

function date(field: keyof LineDates): Handler {
  return ({ line }, segment) => setDate(line, field, segment.date(3));
}

function setDate(line: LineRecord, field: keyof LineDates, date: string | undefined): void {
  if (date === undefined) return;
  line.dates ??= {};
  line.dates[field] = date;
}

function lineReference(field: keyof LineReferences): Handler {
  return ({ line }, segment) => {
    line.references ??= {};
    line.references[field] = text(segment, 2);
  };
}

function partiesOf({ line }: OpenLoops): LinePartiesRecord {
  line.parties ??= new LinePartiesRecord();
  return line.parties;
}

function party(field: Exclude<keyof LinePartiesRecord, 'referring'>): Handler {
  return (builder, segment) => {
    partiesOf(builder)[field] = openParty(builder, new PartyRecord(), segment);
  };
}
