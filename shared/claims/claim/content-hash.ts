import { createHash } from 'node:crypto';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';

/**
 * Hash of what a claim bills: provider, member, patient, and the dates, procedure, modifiers and charge of each line. Two
 * original claims with one hash bill the same services twice, even under different numbers.
 *
 * @returns undefined for a correction or void, and for a claim without provider, member or a date of service
 */
export function contentHash(claim: ProfessionalClaim): string | undefined {
  const { billingProvider, subscriber, patient, frequency, lines } = claim;
  const provider = billingProvider.id ?? billingProvider.taxId;
  if (frequency !== '1' || provider === undefined || subscriber.id === undefined) return undefined;
  if (lines.length === 0 || lines.some(({ serviceDate }) => serviceDate === undefined)) return undefined;
  const person = patient ?? subscriber;
  const services = lines
    .map(({ serviceDate, serviceDateEnd, procedure, charge }) =>
      [serviceDate, serviceDateEnd ?? serviceDate, procedure.code, ...procedure.modifiers, charge].join('|'),
    )
    .sort();
  const parts = [
    provider,
    subscriber.id,
    person.lastName ?? '',
    person.firstName ?? '',
    person.birthDate ?? '',
    ...services,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
