import type { ProfessionalClaim, Transaction } from '../837p/model/claim.ts';
import type { ServiceLine } from '../837p/model/line.ts';
import type { OtherCoverage } from '../837p/model/other-coverage.ts';
import type { BillingProvider, ClaimParty, PartyAddress } from '../837p/model/party.ts';
import { claimFilingIndicators837p, claimFrequency } from '../codes/claim-codes.ts';
import { placesOfService } from '../codes/place-of-service.ts';
import { type Block, type Fact, facts, heading, table, withContent } from './block.ts';
import { joined, money, partyText, period, procedureText, withText } from './shown-values.ts';

/** Submitter, receiver and batch: the blocks before the first claim of a transaction set. */
export function transactionBlocks({ submitter, receiver, ...transaction }: Transaction): Block[] {
  return withContent([
    facts(
      ['Submitter', partyText(submitter)],
      ['Submitter contact', contactsOf(submitter)],
      ['Receiver', partyText(receiver)],
      ['Batch', transaction.batchId],
      ['Created', joined(' ', transaction.date, transaction.time)],
    ),
  ]);
}

/** A billing provider, before its first claim. */
export function billingProviderBlocks(provider: BillingProvider): Block[] {
  return withContent([
    heading(3, `Billing provider: ${partyText(provider) ?? ''}`),
    facts(
      ['Address', addressText(provider.address)],
      ['Tax id', provider.taxId],
      ['Taxonomy', provider.taxonomy],
      ['Contact', contactsOf(provider)],
      ['Pay-to address', addressText(provider.payTo?.address)],
      ['Pay-to plan', partyText(provider.payToPlan)],
    ),
  ]);
}

/** One claim with its diagnoses, lines and other coverages. */
export function claimBlocks(claim: ProfessionalClaim): Block[] {
  const diagnoses = claim.diagnoses.map(({ qualifier, code }, n) => ({
    cells: [String(n + 1), code, qualifier],
  }));
  return withContent([
    heading(3, `Claim ${claim.patientControlNumber}`),
    claimFacts(claim),
    table('Diagnoses', ['Pointer', 'Code', 'Qualifier'], diagnoses),
    lineTable(claim.lines),
    coverageTable(claim.otherCoverages),
    adjudicationTable(claim.lines),
    totals(claim),
  ]);
}

function claimFacts(claim: ProfessionalClaim): Block {
  const { subscriber, patient } = claim;
  return facts(
    ['Charge', money(claim.totalCharge)],
    ['Patient paid', money(claim.patientPaid)],
    ['Subscriber', partyText(subscriber)],
    ['Subscriber born', joined(' ', subscriber.birthDate, subscriber.gender)],
    ['Subscriber address', addressText(subscriber.address)],
    ['Group', joined(' ', subscriber.groupNumber, subscriber.groupName)],
    ['Patient', patient === undefined ? 'the subscriber' : partyText(patient)],
    ['Patient born', joined(' ', patient?.birthDate, patient?.gender)],
    ['Patient address', addressText(patient?.address)],
    ['Payer', partyText(subscriber.payer)],
    ['Payer sequence', subscriber.payerSequence],
    ['Claim filing', withText(subscriber.claimFiling, claimFilingIndicators837p)],
    ['Place of service', withText(claim.placeOfService, placesOfService)],
    ['Frequency', withText(claim.frequency, claimFrequency)],
    ['Rendering provider', partyText(claim.rendering)],
    ['Referring provider', claim.referring.map(partyText).join('; ')],
    ['Supervising provider', partyText(claim.supervising)],
    ['Service facility', partyText(claim.serviceFacility)],
    ...named(claim.dates),
    ...named(claim.references),
    ['Note', claim.note?.text],
    ['Complete', claim.isComplete === false ? 'no: the set ends inside this claim' : undefined],
  );
}

/** Turns the texts of a group into facts: `priorAuthorization` is `Prior authorization`. */
function named(group: object | undefined): Fact[] {
  return Object.entries(group ?? {}).flatMap(([name, value]): Fact[] => {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    return typeof value === 'string' ? [[words.charAt(0).toUpperCase() + words.slice(1), value]] : [];
  });
}

const lineTitles = [
  ...['Line', 'Procedure', 'Service date', 'Place', 'Diagnoses', 'Units#', 'Charge#', 'Control number'],
  'Notes',
];

function lineTable(lines: readonly ServiceLine[]): Block {
  const rows = lines.map((line) => ({
    cells: [
      String(line.number ?? ''),
      procedureText(line.procedure.qualifier, line.procedure.code, line.procedure.modifiers),
      period(line.serviceDate, line.serviceDateEnd ?? line.serviceDate) ?? '',
      line.placeOfService ?? '',
      line.diagnosisPointers.join(' '),
      joined(' ', line.quantity === undefined ? '' : String(line.quantity), line.unit),
      money(line.charge),
      line.controlNumber ?? '',
      joined('; ', line.procedure.description, line.note?.text, drugText(line)),
    ],
  }));
  return table('Service lines', lineTitles, rows);
}

function drugText({ drug }: ServiceLine): string | undefined {
  if (drug === undefined) return undefined;
  const quantity = drug.quantity === undefined ? undefined : String(drug.quantity);
  return joined(' ', 'drug', drug.code, quantity, drug.unit);
}

function coverageTable(coverages: readonly OtherCoverage[]): Block {
  const titles = ['Sequence', 'Other payer', 'Other subscriber', 'Paid#', 'Adjustments'];
  const rows = coverages.map((one) => ({
    cells: [
      one.payerSequence ?? '',
      partyText(one.payer) ?? '',
      partyText(one.subscriber) ?? '',
      money(one.payerPaid),
      one.adjustments.map(adjustmentText).join(', '),
    ],
  }));
  return table('Other coverage', titles, rows);
}

/** Payments of other payers on the lines, with the adjustments of each line. */
function adjudicationTable(lines: readonly ServiceLine[]): Block {
  const titles = ['Line', 'Payer id', 'Procedure', 'Decided', 'Paid#', 'Adjustments'];
  const rows = lines.flatMap((line) =>
    line.adjudications.map(({ payerId, procedure, adjudicationDate, paid, adjustments }) => ({
      cells: [
        String(line.number ?? ''),
        payerId,
        procedureText(procedure.qualifier, procedure.code, procedure.modifiers),
        adjudicationDate ?? '',
        money(paid),
        adjustments.map(adjustmentText).join(', '),
      ],
    })),
  );
  return table('Lines at other payers', titles, rows);
}

function adjustmentText({ group, reason, amount }: OtherCoverage['adjustments'][number]): string {
  return `${group} ${reason} ${money(amount)}`;
}

function totals({ lines, totalCharge }: ProfessionalClaim): Block {
  if (lines.length === 0) return facts();
  const sum = lines.reduce((total, { charge = 0 }) => total + charge, 0);
  const difference = (totalCharge ?? 0) - sum;
  const result = difference === 0 ? 'is the charge of the claim' : `differs by ${money(difference)}`;
  return facts(['Sum of the lines', `${money(sum)} ${result}`]);
}

function addressText(address: PartyAddress | undefined): string {
  if (address === undefined) return '';
  const { line1, line2, city, state, zip, country } = address;
  return joined(', ', line1, line2, joined(' ', city, state, zip), country);
}

function contactsOf(party: ClaimParty | undefined): string {
  const texts = (party?.contacts ?? []).map(({ name, numbers }) =>
    joined(' ', name, ...numbers.map(({ qualifier, number }) => `${qualifier} ${number}`)),
  );
  return texts.join('; ');
}
