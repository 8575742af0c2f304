import { createHash } from 'node:crypto';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';

/**
 * Fingerprint of what a claim bills: provider, member, patient, and of each line its dates, procedure, modifiers and
 * charge (x12/peers.md section 6.5). Two original claims that agree in it bill the same services twice, whatever
 * their numbers are. Undefined for corrections and voids, which repeat a claim on purpose, and for claims that lack
 * what they would be known by.
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
