import type { ClaimJson } from '#contract/claims/claim-records.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';

export const claimsCsv: CsvColumns<ClaimJson> = {
  name: 'claims',
  columns: [
    ...membersOf<ClaimJson>(
      'id',
      'patient_control_number',
      'lane',
      'lane_since',
      'payer_id',
      'payer_name',
      'billing_npi',
      'member_id',
      'patient_name',
      'frequency',
      'place_of_service',
      'total_charge',
      'line_count',
      'service_from',
      'service_to',
      'received_at',
      'submitted_at',
      'payer_control_number',
      'payer_status_code',
      'rejected_reason',
      'payer_rejected_at',
      'payer_rejected_reason',
      'payer_rejected_status_code',
      'remittance_id',
    ),
    ['remitted_at', ({ remitted_at }) => remitted_at?.slice(0, 'YYYY-MM-DD'.length)],
    ...membersOf<ClaimJson>('paid', 'patient_responsibility'),
    ['deductible', (claim) => claim.patient_responsibility_by?.deductible],
    ['coinsurance', (claim) => claim.patient_responsibility_by?.coinsurance],
    ['copay', (claim) => claim.patient_responsibility_by?.copay],
    ['other_patient_responsibility', (claim) => claim.patient_responsibility_by?.other],
    ['credit_balance', (claim) => claim.credit_balance],
    ['corrects', (claim) => claim.corrects],
    ['corrected_by', (claim) => claim.corrected_by],
    ['voided_by', (claim) => claim.voided_by],
    ['errors', ({ finding_counts: { fatal, error } }) => fatal + error],
  ],
};

interface LaneRow {
  readonly lane: string;
  readonly count: number;
  readonly amount: number;
  readonly oldest_at: string | null;
  readonly newest_at: string | null;
}

export const lanesCsv: CsvColumns<LaneRow> = {
  name: 'lanes',
  columns: membersOf<LaneRow>('lane', 'count', 'amount', 'oldest_at', 'newest_at'),
};
