import type {
  ClaimAcknowledgmentJson,
  ImplementationAcknowledgmentJson,
} from '#contract/claims/responses/acknowledgment-records.ts';
import type { RemittanceJson } from '#contract/claims/responses/remittance-records.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';

export const implementationAcknowledgmentsCsv: CsvColumns<ImplementationAcknowledgmentJson> = {
  name: '999-acks',
  columns: [
    ...membersOf<ImplementationAcknowledgmentJson>(
      'id',
      'kind',
      'state',
      'received_at',
      'sender',
      'interchange_control_number',
      'file_id',
    ),
    ['accepted', ({ claim_counts }) => claim_counts.accepted],
    ['rejected', ({ claim_counts }) => claim_counts.rejected],
    ['unknown', ({ claim_counts }) => claim_counts.unknown],
  ],
};

export const claimAcknowledgmentsCsv: CsvColumns<ClaimAcknowledgmentJson> = {
  name: '277ca-acks',
  columns: [
    ...membersOf<ClaimAcknowledgmentJson>(
      'id',
      'state',
      'received_at',
      'answered_at',
      'sender',
      'interchange_control_number',
      'batch',
      'file_id',
    ),
    ['statuses', ({ counts }) => counts.statuses],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['accepted', ({ counts }) => counts.accepted],
    ['rejected', ({ counts }) => counts.rejected],
    ['pended', ({ counts }) => counts.pended],
  ],
};

export const remittancesCsv: CsvColumns<RemittanceJson> = {
  name: 'remittances',
  columns: [
    ...membersOf<RemittanceJson>('id', 'state', 'received_at'),
    ['payer_id', ({ payer }) => payer.id],
    ['payer_name', ({ payer }) => payer.name],
    ['payee_id', ({ payee }) => payee.id],
    ['payment_date', ({ payment }) => payment.date],
    ['method', ({ payment }) => payment.method],
    ['trace', ({ payment }) => payment.trace],
    ['amount', ({ payment }) => payment.amount],
    ...membersOf<RemittanceJson>('claim_count', 'charge', 'paid'),
    ['balanced', ({ balance }) => balance?.balanced],
    ['provider_adjustments', ({ provider_adjustments }) => provider_adjustments.length],
    ['provider_adjusted', providerAdjusted],
    ['matched', ({ counts }) => counts.matched],
    ['unmatched', ({ counts }) => counts.unmatched],
    ['held', ({ counts }) => counts.held],
    ['denied', ({ counts }) => counts.denied],
    ['file_id', ({ file_id }) => file_id],
  ],
};

/** Sum of the provider-level adjustments: `paid` less it is `amount`. */
function providerAdjusted({ provider_adjustments }: RemittanceJson): number {
  const cents = provider_adjustments.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  return cents / 100;
}
