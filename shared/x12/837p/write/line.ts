import { decimalText } from '../../values/decimal-text.ts';
import { amountText, type X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type {
  Drug,
  LineDates,
  LineParties,
  LineReferences,
  ServiceLine,
  SupportingForm,
} from '../model/line.ts';
import { writeLineAdjudication } from './other-coverage.ts';
import { day, plain, writeName, writeParty, writeReference, writeReferences } from './party.ts';
import {
  money,
  procedureElement,
  writeAmbulance,
  writeAttachments,
  writeConditions,
  writeContract,
  writeDate,
  writeRepricing,
} from './supplement.ts';

/** Loop 2400 and all under it; `number` is LX01 of a line that has none of its own. */
export function writeLine(writer: X12Writer, line: WriterInput<ServiceLine>, number: number): void {
  writer.segment('LX', plain(line.number ?? number));
  writeService(writer, line);
  writeEquipment(writer, line);
  writeAmbulance(writer, line.ambulance);
  const { equipmentCertification } = line;
  if (equipmentCertification) {
    writer.segment('CR3', equipmentCertification.type, 'MO', plain(equipmentCertification.months));
  }
  writeConditions(writer, line.conditions);
  writeServiceDate(writer, line);
  writeLineDates(writer, line.dates ?? {});
  writeQuantity(writer, 'PT', line.ambulancePatients);
  writeQuantity(writer, 'FL', line.obstetricUnits);
  for (const { reference, measure, value } of line.testResults ?? []) {
    writer.segment('MEA', reference, measure, plain(value));
  }
  writeContract(writer, line.contract);
  writeLineReferences(writer, line);
  if (line.salesTax !== undefined) writer.segment('AMT', 'T', amountText(line.salesTax));
  if (line.postage !== undefined) writer.segment('AMT', 'F4', amountText(line.postage));
  for (const text of line.fixedFormat ?? []) writer.segment('K3', text);
  if (line.note) writer.segment('NTE', line.note.purpose, line.note.text);
  if (line.thirdPartyNote !== undefined) writer.segment('NTE', 'TPO', line.thirdPartyNote);
  const { purchasedService } = line;
  if (purchasedService) writer.segment('PS1', purchasedService.providerId, money(purchasedService.charge));
  writeRepricing(writer, line.repricing);
  if (line.drug) writeDrug(writer, line.drug);
  if (line.parties) writeParties(writer, line.parties);
  for (const adjudication of line.adjudications ?? []) writeLineAdjudication(writer, adjudication);
  for (const form of line.forms ?? []) writeForm(writer, form);
}

function writeService(writer: X12Writer, line: WriterInput<ServiceLine>): void {
  writer.segment(
    'SV1',
    procedureElement(line.procedure),
    money(line.charge),
    line.unit,
    plain(line.quantity),
    line.placeOfService,
    undefined,
    (line.diagnosisPointers ?? []).map(decimalText),
    undefined,
    line.emergency,
    undefined,
    line.epsdt,
    line.familyPlanning,
    undefined,
    undefined,
    line.copayStatus,
  );
}

function writeEquipment(writer: X12Writer, line: WriterInput<ServiceLine>): void {
  const { equipment, certificateTransmission } = line;
  if (equipment) {
    const { procedureCode, days, rentalPrice, purchasePrice, frequency } = equipment;
    const code = ['HC', procedureCode];
    writer.segment('SV5', code, 'DA', plain(days), money(rentalPrice), money(purchasePrice), frequency);
  }
  writeAttachments(writer, line.attachments);
  if (certificateTransmission !== undefined) writer.segment('PWK', 'CT', certificateTransmission);
}

function writeServiceDate(
  writer: X12Writer,
  { serviceDate, serviceDateEnd }: WriterInput<ServiceLine>,
): void {
  if (serviceDate === undefined) return;
  if (serviceDateEnd === undefined) writeDate(writer, '472', serviceDate);
  else writer.segment('DTP', '472', 'RD8', `${day(serviceDate)}-${day(serviceDateEnd)}`);
}

const dates: readonly (readonly [qualifier: string, field: keyof LineDates])[] = [
  ['471', 'prescription'],
  ['607', 'recertification'],
  ['463', 'beginTherapy'],
  ['461', 'lastCertification'],
  ['304', 'lastSeen'],
  ['738', 'hemoglobinTest'],
  ['739', 'creatineTest'],
  ['011', 'shipped'],
  ['455', 'lastXray'],
  ['454', 'initialTreatment'],
];

function writeLineDates(writer: X12Writer, values: WriterInput<LineDates>): void {
  for (const [qualifier, field] of dates) writeDate(writer, qualifier, values[field]);
}

function writeQuantity(writer: X12Writer, qualifier: string, value: number | undefined): void {
  if (value !== undefined) writer.segment('QTY', qualifier, plain(value));
}

function writeLineReferences(writer: X12Writer, line: WriterInput<ServiceLine>): void {
  const values: WriterInput<LineReferences> = line.references ?? {};
  writeOne(writer, '9B', values.repricedLine);
  writeOne(writer, '9D', values.adjustedRepricedLine);
  writeReferences(writer, line.priorAuthorizations);
  writeOne(writer, '6R', line.controlNumber);
  writeOne(writer, 'EW', values.mammographyCertification);
  writeOne(writer, 'X4', values.clia);
  writeOne(writer, 'F4', values.referringClia);
  writeOne(writer, 'BT', values.immunizationBatch);
  writeReferences(writer, line.referrals);
}

function writeOne(writer: X12Writer, qualifier: string, value: string | undefined): void {
  if (value !== undefined) writer.segment('REF', qualifier, value);
}

function writeDrug(
  writer: X12Writer,
  { qualifier, code, quantity, unit, prescription }: WriterInput<Drug>,
): void {
  const [unused] = [undefined];
  writer.segment('LIN', unused, qualifier, code);
  if (quantity !== undefined || unit !== undefined) {
    writer.segment('CTP', unused, unused, unused, plain(quantity), unit);
  }
  if (prescription) writeReference(writer, prescription);
}

function writeParties(writer: X12Writer, parties: WriterInput<LineParties>): void {
  writeParty(writer, parties.rendering);
  writeParty(writer, parties.purchasedServiceProvider);
  writeParty(writer, parties.serviceFacility);
  writeParty(writer, parties.supervising);
  writeParty(writer, parties.ordering);
  for (const party of parties.referring ?? []) writeParty(writer, party);
  if (parties.pickUp) writeName(writer, parties.pickUp);
  if (parties.dropOff) writeName(writer, parties.dropOff);
}

function writeForm(writer: X12Writer, { qualifier, id, answers = [] }: WriterInput<SupportingForm>): void {
  writer.segment('LQ', qualifier, id);
  for (const { question, answer, text, date, percentage } of answers) {
    writer.segment('FRM', question, answer, text, day(date), plain(percentage));
  }
}
