import { decimalText } from '../../values/decimal-text.ts';
import type { ElementValue, X12Writer } from '../../writer/writer.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import type {
  BillingProvider,
  ClaimParty,
  ClaimPerson,
  DestinationPayer,
  Patient,
  QualifiedReference,
  Subscriber,
} from '../model/party.ts';

/** The NM1 loops and the levels above the claims, as segments in the order of the guide. */

/** NM1, N3, N4; what else a loop has is written by its own function. */
export function writeName(writer: X12Writer, party: WriterInput<ClaimParty>): void {
  const { role, entityType, lastName, firstName, middleName, suffix, idQualifier, id } = party;
  writer.segment(
    'NM1',
    role,
    entityType,
    lastName,
    firstName,
    middleName,
    undefined,
    suffix,
    idQualifier,
    id,
  );
  const { address } = party;
  if (address === undefined) return;
  if (address.line1 ?? address.line2) writer.segment('N3', address.line1, address.line2);
  const { city, state, zip, country, subdivision } = address;
  if (city ?? state ?? zip ?? country ?? subdivision) {
    writer.segment('N4', city, state, zip, country, undefined, undefined, subdivision);
  }
}

/** A party with all that most loops know: name, address, taxonomy, references, contacts. */
export function writeParty(writer: X12Writer, party: WriterInput<ClaimParty> | undefined): void {
  if (party === undefined) return;
  writeName(writer, party);
  if (party.taxonomy !== undefined) writer.segment('PRV', 'PE', 'PXC', party.taxonomy);
  writeReferences(writer, party.references);
  writeContacts(writer, party);
}

export function writeReferences(
  writer: X12Writer,
  references: readonly WriterInput<QualifiedReference>[] = [],
): void {
  for (const reference of references) writeReference(writer, reference);
}

export function writeReference(
  writer: X12Writer,
  { qualifier, value, payerId }: WriterInput<QualifiedReference>,
): void {
  const payer: ElementValue = payerId === undefined ? undefined : ['2U', payerId];
  writer.segment('REF', qualifier, value, undefined, payer);
}

export function writeContacts(writer: X12Writer, { contacts = [] }: WriterInput<ClaimParty>): void {
  for (const { name, numbers = [] } of contacts) {
    writer.segment('PER', 'IC', name, ...numbers.flatMap(({ qualifier, number }) => [qualifier, number]));
  }
}

/** PRV and CUR of 2000A, loops 2010AA to 2010AC. */
export function writeBillingProvider(writer: X12Writer, provider: WriterInput<BillingProvider>): void {
  const { taxonomy, currency, taxIdQualifier, taxId, payTo, payToPlan } = provider;
  if (taxonomy !== undefined) writer.segment('PRV', 'BI', 'PXC', taxonomy);
  if (currency !== undefined) writer.segment('CUR', '85', currency);
  writeName(writer, provider);
  if (taxIdQualifier ?? taxId) writer.segment('REF', taxIdQualifier, taxId);
  writeReferences(writer, provider.references);
  writeContacts(writer, provider);
  writeParty(writer, payTo);
  writeParty(writer, payToPlan);
}

/** SBR and PAT of 2000B, loops 2010BA and 2010BB. */
export function writeSubscriber(writer: X12Writer, subscriber: WriterInput<Subscriber>): void {
  writer.segment(
    'SBR',
    subscriber.payerSequence,
    subscriber.relationship,
    subscriber.groupNumber,
    subscriber.groupName,
    subscriber.insuranceType,
    undefined,
    undefined,
    undefined,
    subscriber.claimFiling,
  );
  writePatientInformation(writer, subscriber, undefined);
  if (subscriber.role !== '') writePerson(writer, subscriber);
  if (subscriber.payer) writePayer(writer, subscriber.payer);
}

/** PAT of 2000C, loop 2010CA. */
export function writePatient(writer: X12Writer, patient: WriterInput<Patient>): void {
  writePatientInformation(writer, patient, patient.relationship);
  writePerson(writer, patient);
}

function writePayer(writer: X12Writer, payer: WriterInput<DestinationPayer>): void {
  writeName(writer, payer);
  writeReferences(writer, payer.references);
  writeReferences(writer, payer.billingProviderIds);
}

function writePerson(writer: X12Writer, person: WriterInput<ClaimPerson>): void {
  const { birthDate, gender, propertyCasualtyClaimNumber } = person;
  writeName(writer, person);
  if (birthDate ?? gender) writer.segment('DMG', birthDate && 'D8', day(birthDate), gender);
  writeReferences(writer, person.references);
  if (propertyCasualtyClaimNumber !== undefined) writer.segment('REF', 'Y4', propertyCasualtyClaimNumber);
  writeContacts(writer, person);
}

function writePatientInformation(
  writer: X12Writer,
  { deathDate, weight, pregnant }: WriterInput<ClaimPerson>,
  relationship: string | undefined,
): void {
  if (
    relationship === undefined &&
    deathDate === undefined &&
    weight === undefined &&
    pregnant === undefined
  ) {
    return;
  }
  writer.segment(
    'PAT',
    relationship,
    undefined,
    undefined,
    undefined,
    deathDate && 'D8',
    day(deathDate),
    weight === undefined ? undefined : '01',
    plain(weight),
    pregnant,
  );
}

/** ISO date as CCYYMMDD. */
export function day(date: string | undefined): string | undefined {
  return date?.replaceAll('-', '');
}

/** A number without exponent. */
export function plain(value: number | undefined): string | undefined {
  return value === undefined ? undefined : decimalText(value);
}
