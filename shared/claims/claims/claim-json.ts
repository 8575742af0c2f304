import type { FileJson } from '#claims/files/contract.ts';
import { type FileRecord, isFinished } from '#claims/files/file.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import { maxLostRuns } from '#persistence/lease.ts';
import type { Claim } from './claim.ts';
import type { ClaimJson } from './claim-fields.ts';
import { shareJson, shareOfClaim } from './patient-share.ts';

/** A claim as the API shows it, with amounts as decimal numbers. */
export function claimJson(claim: Claim): ClaimJson {
  const { content_hash, paid, patient_responsibility, ...known } = claim;
  const { facts, sent, unsent_lane, waits_for, chain, members, payer_level, procedures, ...some } = known;
  const { payer_numbers, first_paid_on, denials, ...others } = some;
  const { credit_balance = 0, denial_reasons = [], patient_responsibility_by, ...open } = others;
  const { id, patient_control_number, lane, lane_since, payer_id, ...rest } = open;
  return {
    // The identifying members first: a stored record has no order.
    id,
    patient_control_number,
    lane,
    lane_since,
    payer_id,
    ...rest,
    duplicates: [...claim.duplicates],
    conflicts: claim.conflicts.map(({ key, remittance_ids, ...conflict }) => ({
      ...conflict,
      ...(remittance_ids && { remittance_ids: [...remittance_ids] }),
    })),
    total_charge: decimalOfCents(claim.total_charge),
    ...(paid !== undefined && { paid: decimalOfCents(paid) }),
    ...(credit_balance > 0 && { credit_balance: decimalOfCents(credit_balance) }),
    ...(patient_responsibility !== undefined && {
      patient_responsibility: decimalOfCents(patient_responsibility),
      patient_responsibility_by: shareJson(shareOfClaim(claim)),
    }),
    ...(denial_reasons.length > 0 && {
      denial_reasons: denial_reasons.map((one) => ({ ...one, amount: decimalOfCents(one.amount) })),
    }),
  };
}

export function fileJson(file: FileRecord): FileJson {
  const { object_version, run, lost, finding_parts, acknowledgment_number, id, name, state, kinds, ...rest } =
    file;
  const { bytes, units } = file.progress;
  const percent = isFinished(file) ? 100 : Math.floor((100 * bytes) / Math.max(1, file.size));
  return {
    // As above.
    id,
    name,
    state,
    kinds: [...kinds],
    ...rest,
    reasons: isInterrupted(file) ? [interrupted] : [...file.reasons],
    outbound_keys: [...file.outbound_keys],
    counts: { ...file.counts, charge: decimalOfCents(file.counts.charge) },
    progress: { bytes, percent, units: { ...units } },
  };
}

/** A file that waits in the inbox after several runs without progress. */
const isInterrupted = (file: FileRecord): boolean => !isFinished(file) && (file.lost ?? 0) >= maxLostRuns;

const interrupted = {
  code: 'interrupted',
  message:
    'Processing stopped several times without a result. The file is still in the inbox; do not send it again, but ask the operator to find the cause and to restart it',
};

export const decimalOfCents = (cents: number): number => cents / 100;

const amounts = new Set([
  'allowed',
  'amount',
  'charge',
  'end_stage_renal_amount',
  'group_amount',
  'non_covered',
  'non_payable_professional_amount',
  'paid',
  'patient_paid',
  'payer_paid',
  'postage',
  'procedure_amount',
  'purchase_price',
  'remaining_liability',
  'rental_price',
  'sales_tax',
  'saving',
  'total_charge',
]);

/** The content of a claim with amounts as numbers. Stored amounts are texts, which no program rounds. */
export const amountsAsNumbers = (json: unknown): Record<string, unknown> =>
  memberAmounts(json, (value) => Number(value));

/** The inverse of {@link amountsAsNumbers}, for numbers of at most two decimal places. */
export const amountsAsText = (json: unknown): Record<string, unknown> =>
  memberAmounts(json, (value) => Number(value).toFixed(2));

function withAmounts(json: unknown, convert: (value: unknown) => unknown): unknown {
  if (Array.isArray(json)) return json.map((entry) => withAmounts(entry, convert));
  return typeof json === 'object' && json !== null ? memberAmounts(json, convert) : json;
}

function memberAmounts(json: unknown, convert: (value: unknown) => unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(json ?? {}).map(([name, value]) => [
      name,
      amounts.has(name) && value !== undefined ? convert(value) : withAmounts(value, convert),
    ]),
  );
}

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
