import type { SubmissionJson } from '#contract/claims/clearinghouse/clearinghouse.ts';
import type { FileJson } from '#contract/claims/files.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';

export const filesCsv: CsvColumns<FileJson> = {
  name: 'files',
  columns: [
    ...membersOf<FileJson>('id', 'name', 'origin', 'state', 'size', 'sha256', 'received_at', 'finished_at'),
    ['kinds', ({ kinds }) => kinds.join(' ')],
    ['claims', ({ counts }) => counts.claims],
    ['drafts', ({ counts }) => counts.drafts],
    ['duplicates', ({ counts }) => counts.duplicates],
    ['charge', ({ counts }) => counts.charge],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['reasons', ({ reasons }) => [...new Set(reasons.map(({ code }) => code))].join(' ')],
  ],
};

export const submissionsCsv: CsvColumns<SubmissionJson> = {
  name: 'submissions',
  columns: [
    ...membersOf<SubmissionJson>(
      'id',
      'state',
      'payer_id',
      'file_name',
      'transport',
      'interchange_control_number',
      'group_control_number',
      'claim_count',
      'recorded_count',
      'total_charge',
      'created_at',
      'created_by',
      'sent_at',
      'finished_at',
      'attempts',
    ),
    ['last_error', ({ last_error }) => last_error?.code],
  ],
};
