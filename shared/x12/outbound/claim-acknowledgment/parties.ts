import type { Organization, PatientName } from '../../277ca/types.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { ClaimParty } from '../../837p/model/party.ts';
import type { WriterInput } from '../../writer/writer-input.ts';

/** The parties of a claim as a 277CA names them. What a damaged claim lacks is filled, for the guide asks for it. */

const unknown = 'UNKNOWN';

/** Who answers: the receiver of loop 1000B. It is the payer when the claim names it as that, else a clearinghouse. */
export function informationSource({ transaction, subscriber }: ProfessionalClaim): WriterInput<Organization> {
  const { receiver, interchange } = transaction;
  const id = idOf(receiver?.id ?? interchange?.receiver);
  const isPayer = subscriber.payer?.id === receiver?.id && receiver?.id !== undefined;
  return {
    entity: isPayer ? 'PR' : 'AY',
    name: printableText(receiver?.lastName, 60, id),
    idQualifier: '46',
    id,
  };
}

/** Whom it answers: the submitter of loop 1000A. */
export function informationReceiver({ transaction }: ProfessionalClaim): WriterInput<Organization> {
  const { submitter, interchange } = transaction;
  const id = idOf(submitter?.id ?? interchange?.sender);
  return {
    entity: '41',
    name: printableText(submitter?.lastName, 60, id),
    ...firstName(submitter),
    idQualifier: '46',
    id,
  };
}

export function providerName({ billingProvider }: ProfessionalClaim): WriterInput<Organization> {
  const { id, taxId, lastName } = billingProvider;
  return {
    entity: '85',
    name: printableText(lastName, 60, unknown),
    ...firstName(billingProvider),
    idQualifier: id === undefined ? 'FI' : 'XX',
    id: idOf(id ?? taxId),
  };
}

/** Name and member number are all that the guide asks for. A dependent has the number of the subscriber. */
export function patientName({ subscriber, patient }: ProfessionalClaim): WriterInput<PatientName> {
  const person = patient ?? subscriber;
  const first = printableText(person.firstName, 35, '');
  return {
    lastName: printableText(person.lastName, 60, unknown),
    ...(first !== '' && { firstName: first }),
    idQualifier: subscriber.idQualifier === 'II' ? 'II' : 'MI',
    id: idOf(subscriber.id),
  };
}

function firstName(party: ClaimParty | undefined): { readonly firstName?: string } {
  const first = party?.entityType === '1' ? printableText(party.firstName, 35, '') : '';
  return first === '' ? {} : { firstName: first };
}

/** Printable ASCII without blanks at either end, of at most so many characters. */
export function printableText(text: string | undefined, length: number, instead: string): string {
  const cut = (text ?? '')
    .replace(/[^ -~]/gu, '?')
    .trim()
    .slice(0, length)
    .trim();
  return cut === '' ? instead : cut;
}

/** NM109 takes two characters at least. */
function idOf(id: string | undefined): string {
  const fit = printableText(id, 80, unknown);
  return fit.length < 2 ? unknown : fit;
}
