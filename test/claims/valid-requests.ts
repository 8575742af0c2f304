import { randomUUID } from 'node:crypto';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { claimInput, newNumber } from '../fixtures/claims/claim-input.ts';

const holdOne = () => ({ operation: { kind: 'hold' }, selection: { claim_ids: [randomUUID()] } });

/** Paused, so that it sends nothing. */
export const alertRule = {
  name: 'Test',
  condition: { kind: 'quarantined_files' },
  schedule: { mode: 'daily' },
  recipients: { emails: ['alerts@example.com'] },
  paused: true,
};

/** Valid and harmless bodies by endpoint; other endpoints take none. */
const bodies: Readonly<Record<string, () => object>> = {
  'create-claim': () => claimInput({ number: newNumber() }),
  'import-bank-file': () => ({ csv: 'Date,Amount\n2026-01-05,1.00\n' }),
  'match-bank-line': () => ({ remittance_ids: [randomUUID()], reason: 'Test' }),
  'unmatch-bank-line': () => ({ reason: 'Test' }),
  // So long that no purge removes anything.
  'set-retention': () => ({ retention_days: 36_500 }),
  'create-alert-rule': () => alertRule,
  'update-alert-rule': () => alertRule,
  'create-legal-hold': () => ({ claim_ids: [randomUUID()], reason: 'Test' }),
  'release-legal-hold': () => ({ reason: 'Test' }),
  'start-purge': () => ({ dry_run: true }),
  'edit-claim': () => ({ content: { place_of_service: '12' } }),
  'preview-bulk-run': () => holdOne(),
  'start-bulk-run': () => holdOne(),
  'search-claims': () => ({ last_name: 'Specimen' }),
  'add-note': () => ({ text: 'Called the payer' }),
  'set-follow-up': () => ({ assignee: 'me' }),
  'name-caller': () => ({ name: 'Bianca Ferro' }),
  'create-file': () => ({ name: 'some claims.x12' }),
  'create-api-key': () => ({ name: 'Test', role: 'auditor' }),
  'submit-claims': () => ({ claim_ids: [randomUUID()] }),
  'parse-implementation-acknowledgment': () => ({ content: 'no X12' }),
  'parse-claim-acknowledgment': () => ({ content: 'no X12' }),
  'parse-remittance': () => ({ content: 'no X12' }),
  'move-payment': () => ({ remittance_id: randomUUID(), payment_number: 1, to: randomUUID() }),
  'create-secondary-claim': () => ({}),
  'attach-unmatched': () => ({ claim_id: randomUUID(), reason: 'other' }),
  'dismiss-unmatched': () => ({ reason: 'other' }),
  'take-back-unmatched': () => ({ reason: 'other' }),
  'post-remittance': () => ({ reason: 'other' }),
  'take-back-remittance': () => ({ reason: 'other' }),
};

/** Returns a valid body; undefined for an endpoint without a body. */
export const validBody = ({ name }: EndpointDeclaration): object | undefined => bodies[name]?.();

/** Queries of endpoints that require one. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'list-ledger': { payer_id: 'CO_TXIX', provider: '1245319599' },
};

export const validQuery = ({ name }: EndpointDeclaration): Readonly<Record<string, string>> =>
  queries[name] ?? {};

/** Returns unknown ids for the parameters in the path. */
export const unknownIds = ({ path }: EndpointDeclaration): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, name === 'version' ? '1' : randomUUID()]),
  );

export function endpointNamed(name: string): EndpointDeclaration {
  const found = claimsEndpoints.find((endpoint) => endpoint.name === name);
  if (found === undefined) throw new Error(`There is no endpoint ${name}`);
  return found;
}
