import type { Claim } from '#claims/claims/claim.ts';
import { noFindings } from '#claims/claims/claim.ts';

/** A stored claim with usual values. */
export const storedClaim = (over: Partial<Claim> = {}): Claim => ({
  id: over.id ?? `id-${over.patient_control_number ?? 'PCN1'}`,
  version: 3,
  patient_control_number: 'PCN1',
  payer_id: 'CO_TXIX',
  billing_npi: '1234567893',
  tax_id: '841234567',
  member_id: 'A123456',
  patient_name: 'FERN, OLIVE',
  frequency: '1',
  total_charge: 12_500,
  line_count: 1,
  service_from: '2025-02-01',
  service_to: '2025-02-01',
  lane: 'submitted',
  lane_since: '2025-03-09T12:00:00.000Z',
  received_at: '2025-03-08T12:00:00.000Z',
  updated_at: '2025-03-09T12:00:00.000Z',
  source: { kind: 'api', subject: 'test' },
  duplicates: [],
  conflicts: [],
  finding_counts: noFindings,
  ...over,
});
