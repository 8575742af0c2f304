import type { Organization, PatientName } from '../../277ca/types.ts';
import type { ProfessionalClaim } from '../../837p/model/claim.ts';
import type { ClaimParty } from '../../837p/model/party.ts';
import type { WriterInput } from '../../writer/writer-input.ts';
import { printableText } from '../printable-text.ts';

/** Fills required names and ids that a damaged claim lacks. */
const unknown = 'UNKNOWN';

/** Returns loop 2100A: the receiver of the 837P, as payer when the claim names it so, else as clearinghouse. */
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

/** Returns loop 2100B: the submitter of the 837P. */
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

/** Returns loop 2100D. A dependent has the member number of the subscriber. */
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

/** NM109 has at least two characters. */
function idOf(id: string | undefined): string {
  const fit = printableText(id, 80, unknown);
  return fit.length < 2 ? unknown : fit;
}
