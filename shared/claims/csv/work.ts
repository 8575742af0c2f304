import type { BulkResultJson, BulkRunJson } from '#contract/claims/bulk/bulk-runs.ts';
import type { ClaimVersionJson } from '#contract/claims/claim-edits.ts';
import type { ClaimJson } from '#contract/claims/claim-records.ts';
import type { ClaimNote } from '#contract/claims/follow-up.ts';
import type { LegalHold, Purge } from '#contract/claims/retention.ts';
import type { UnmatchedItemJson } from '#contract/claims/unmatched/records.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';

export const unmatchedCsv: CsvColumns<UnmatchedItemJson> = {
  name: 'unmatched',
  columns: [
    ...membersOf<UnmatchedItemJson>(
      'id',
      'kind',
      'reason',
      'state',
      'response',
      'response_id',
      'number',
      'received_at',
      'patient_control_number',
      'payer_control_number',
      'payer_id',
      'payer_name',
      'code',
      'charge',
      'paid',
      'service_from',
      'service_to',
      'billing_npi',
      'control_number',
    ),
    ['claim_ids', ({ claim_ids }) => claim_ids.join(' ')],
  ],
};

export const worklistCsv: CsvColumns<ClaimJson> = {
  name: 'worklist',
  columns: membersOf<ClaimJson>(
    'id',
    'patient_control_number',
    'follow_up_on',
    'assignee',
    'lane',
    'lane_since',
    'payer_id',
    'payer_name',
    'billing_npi',
    'patient_name',
    'total_charge',
    'paid',
    'service_from',
  ),
};

export const notesCsv: CsvColumns<ClaimNote> = {
  name: 'notes',
  columns: membersOf<ClaimNote>('id', 'claim_id', 'at', 'by', 'text'),
};

export const claimVersionsCsv: CsvColumns<ClaimVersionJson> = {
  name: 'versions',
  columns: [
    ...membersOf<ClaimVersionJson>('version', 'event', 'at', 'actor', 'bulk_run_id'),
    ['changes', ({ changes }) => changes.map(({ path }) => path).join(' ')],
  ],
};

export const bulkRunsCsv: CsvColumns<BulkRunJson> = {
  name: 'bulk-runs',
  columns: [
    ...membersOf<BulkRunJson>('id', 'state'),
    ['operation', ({ operation }) => operation.kind],
    ...membersOf<BulkRunJson>(
      'started_at',
      'started_by',
      'finished_at',
      'selected',
      'processed',
      'done',
      'skipped',
    ),
  ],
};

export const bulkResultsCsv: CsvColumns<BulkResultJson> = {
  name: 'bulk-results',
  columns: membersOf<BulkResultJson>(
    'claim_id',
    'outcome',
    'from',
    'to',
    'reason',
    'message',
    'new_claim_id',
    'at',
  ),
};

export const legalHoldsCsv: CsvColumns<LegalHold> = {
  name: 'legal-holds',
  columns: [
    ...membersOf<LegalHold>('id', 'everything', 'reason', 'created_at', 'created_by'),
    ['claim_ids', ({ claim_ids }) => claim_ids.join(' ')],
    ['member_ids', ({ member_ids }) => member_ids.join(' ')],
    ['file_ids', ({ file_ids }) => file_ids.join(' ')],
    ['remittance_ids', ({ remittance_ids }) => remittance_ids.join(' ')],
    ...membersOf<LegalHold>('released_at', 'released_by', 'release_reason'),
  ],
};

export const purgesCsv: CsvColumns<Purge> = {
  name: 'purges',
  columns: [
    ...membersOf<Purge>(
      'id',
      'state',
      'dry_run',
      'retention_days',
      'cutoff',
      'started_at',
      'started_by',
      'finished_at',
      'held',
    ),
    ['purged', ({ purged }) => Object.values(purged).reduce((sum, count) => sum + count, 0)],
  ],
};
