import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import type { ReceivedClaim } from './received-file.ts';

/** Returns NM103, NM108 and NM109 of the payer of the claims. */
export function payerOf(claims: readonly ReceivedClaim[]) {
  const payer = claims[0]?.claim.subscriber.payer;
  return { name: payer?.lastName ?? 'TEST PAYER', idQualifier: 'PI', id: payer?.id ?? 'TEST' };
}

/** Returns the id of a billing provider: its NPI, or else its tax id. */
export function npiOrTaxId({ billingProvider: { idQualifier, id, taxId } }: ProfessionalClaim) {
  return idQualifier === 'XX' && id !== undefined
    ? { idQualifier: 'XX', id }
    : { idQualifier: 'FI', id: taxId ?? '' };
}

export function periodOf({ lines }: ProfessionalClaim): { serviceFrom?: string; serviceTo?: string } {
  const days = lines
    .flatMap(({ serviceDate, serviceDateEnd }) => [serviceDate ?? [], serviceDateEnd ?? []].flat())
    .toSorted();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? {} : { serviceFrom: from, serviceTo: to };
}
