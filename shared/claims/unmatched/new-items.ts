import type { StoredEnvelopeAcknowledgment } from '#claims/acknowledgments/stored-acknowledgment.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { isUsableNumber } from '#claims/files/claim-lookup.ts';
import { payeeNumbers } from '#claims/remittances/match-payment.ts';
import type { Posting, StoredPayment, StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { dispositionOf } from '#x12/277ca/classification.ts';
import type { ClaimStatus } from '#x12/277ca/model.ts';
import type { ClaimPayment, PaymentParty } from '#x12/835/model.ts';
import {
  type ItemFacts,
  maxItemClaims,
  type UnmatchedItem,
  type UnmatchedReason,
  unmatchedItemId,
} from './unmatched-item.ts';

/** The item of a payment that found no claim or several, or is held; undefined for a posted payment. */
export function itemOfPayment(
  stored: Pick<StoredPayment, 'number' | 'patient_control_number' | 'payer_control_number' | 'status_code'> &
    Pick<StoredPayment, 'charge' | 'paid'>,
  payment: ClaimPayment | undefined,
  posting: Posting,
  remittance: StoredRemittance,
): UnmatchedItem | undefined {
  const reason = paymentReason(payment, posting);
  if (reason === undefined) return undefined;
  const { match } = posting;
  const claims = match.result === 'ambiguous' ? match.claim_ids : [];
  const { npi, taxId } = payeeNumbers(remittance.payee);
  const days = (payment?.lines ?? []).flatMap(({ serviceDate, serviceDateEnd }) => [
    serviceDate,
    serviceDateEnd,
  ]);
  const known = days.filter((day) => day !== undefined).toSorted();
  const item = newItem('payment', reason, remittance, stored.number, {
    claim_ids: match.result === 'matched' ? [match.claim_id] : claims,
    facts: {
      patient_control_number: stored.patient_control_number,
      payer_control_number: stored.payer_control_number,
      payer_name: remittance.payer.name,
      payer_id: remittance.payer.id,
      code: stored.status_code,
      charge: stored.charge,
      paid: stored.paid,
      service_from: known[0] ?? payment?.statementFrom,
      service_to: known.at(-1) ?? payment?.statementTo,
      billing_npi: npi,
      tax_id: taxId,
      member_id: payment?.insured?.id ?? payment?.patient?.id,
      patient_name: nameOf(payment?.patient),
    },
  });
  return match.result === 'unmatched' && match.failed !== undefined
    ? { ...item, failed: match.failed }
    : item;
}

function paymentReason(
  payment: ClaimPayment | undefined,
  { match, held }: Posting,
): UnmatchedReason | undefined {
  if (payment === undefined) return 'too_long';
  return match.result === 'matched' ? held : match.result;
}

/** The item of a status that found no claim or several. @param number place of the status in the 277CA, from 0 */
export function itemOfStatus(
  result: StatusResult,
  number: number,
  acknowledgment: StoredClaimAcknowledgment,
  patient?: ClaimStatus['patient'],
): UnmatchedItem | undefined {
  const { match } = result;
  if (match.result === 'matched') return undefined;
  const { billing_provider: provider } = result;
  const name = [patient?.lastName, patient?.firstName].filter((part) => part).join(', ');
  return newItem('status', match.result, acknowledgment, number, {
    claim_ids: match.result === 'ambiguous' ? match.claim_ids : [],
    facts: {
      patient_control_number: result.patient_control_number,
      numbers: numbersOf(result),
      payer_control_number: result.payer_control_number,
      payer_name: acknowledgment.source.name,
      payer_id: acknowledgment.source.id,
      code: codeOf(result),
      charge: result.amount,
      service_from: result.service_date,
      service_to: result.service_date_end ?? result.service_date,
      billing_npi: provider?.id_qualifier === 'XX' ? provider.id : undefined,
      tax_id: result.tax_id,
      member_id: patient?.id,
      patient_name: name || undefined,
    },
  });
}

/** Category and code of the STC that rejects, if one does: the last may accept. */
function codeOf({ statuses, category, status_code }: StatusResult): string {
  const rejecting = statuses.findLast((status) => dispositionOf(status) === 'rejected')?.reasons[0];
  const parts = rejecting === undefined ? [category, status_code] : [rejecting.category, rejecting.code];
  return parts.filter((part) => part !== '').join(':');
}

const numbersOf = ({ numbers: { ref_1k, trn02, ref_ej, ref_d9 } }: StatusResult): readonly string[] => [
  ...new Set([ref_1k, trn02, ref_ej, ref_d9].filter(isUsableNumber)),
];

/** The item of a 999 or TA1 that found no batch of claims or several. */
export function itemOfAcknowledgment(stored: StoredEnvelopeAcknowledgment): UnmatchedItem | undefined {
  const { by, candidates } = stored.match;
  if (stored.batch_ids.length > 0 || (by !== 'none' && by !== 'other_partners' && by !== 'ambiguous')) {
    return undefined;
  }
  const number =
    stored.kind === '999'
      ? stored.acknowledged.group_control_number
      : stored.acknowledged.interchange_control_number;
  return newItem('acknowledgment', by === 'none' ? 'unmatched' : by, stored, 0, {
    batch_ids: candidates.slice(0, maxItemClaims),
    facts: { payer_id: stored.sender.trim(), code: stored.code, control_number: number },
  });
}

function newItem(
  kind: UnmatchedItem['kind'],
  reason: UnmatchedReason,
  response: Pick<StoredRemittance, 'id' | 'file_id' | 'received_at'> & {
    readonly kind: UnmatchedItem['response'];
  },
  number: number,
  {
    facts,
    claim_ids = [],
    batch_ids = [],
  }: {
    readonly facts: { readonly [Name in keyof ItemFacts]: ItemFacts[Name] | undefined };
    readonly claim_ids?: readonly string[];
    readonly batch_ids?: readonly string[];
  },
): UnmatchedItem {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== '');
  return {
    ...{ id: unmatchedItemId(response.id, number), version: 1, kind, reason, state: 'open' },
    ...{ response: response.kind, response_id: response.id, file_id: response.file_id, number },
    ...{ received_at: response.received_at, updated_at: response.received_at },
    facts: Object.fromEntries(known),
    claim_ids: claim_ids.slice(0, maxItemClaims),
    batch_ids,
    decisions: [],
  };
}

const nameOf = (party: PaymentParty | undefined): string | undefined =>
  [party?.lastName, party?.firstName].filter((part) => part).join(', ') || undefined;
