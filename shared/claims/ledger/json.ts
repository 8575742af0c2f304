import type { LedgerEntryJson, ProviderBalanceJson } from '#contract/claims/money/ledger.ts';
import { providerAdjustmentReason } from '#x12/codes/provider-adjustment.ts';
import { decimalOfCents } from '../claim/claim-json.ts';
import { adjustmentKind, type LedgerAccount, type LedgerPosting, sumsByKind } from './provider-ledger.ts';

/** An account as the API shows it. The payer carries a debt of the provider forward as a negative FB. */
export function providerBalanceJson(account: LedgerAccount): ProviderBalanceJson {
  const { payer_id, payer_name, provider, entries, updated_at } = account;
  const { forwarding_balance, withholding, recoupment, interest, other } = sumsByKind(account);
  return {
    ...{ payer_id, payer_name, provider },
    balance: decimalOfCents(account.balance),
    forwarding_balance: decimalOfCents(forwarding_balance === 0 ? 0 : -forwarding_balance),
    withheld: decimalOfCents(withholding),
    recouped: decimalOfCents(recoupment),
    interest: decimalOfCents(interest),
    other: decimalOfCents(other),
    by_reason: Object.fromEntries(
      Object.entries(account.by_reason).map(([reason, amount]) => [reason, decimalOfCents(amount)]),
    ),
    entries,
    updated_at,
  };
}

export const ledgerEntryJson = ({
  amount,
  balance,
  adjustments,
  ...entry
}: LedgerPosting): LedgerEntryJson => ({
  ...entry,
  amount: decimalOfCents(amount),
  balance: decimalOfCents(balance),
  adjustments: adjustments.map((one) => {
    const text = providerAdjustmentReason.entries.get(one.reason)?.text;
    return {
      ...one,
      ...(text !== undefined && { text }),
      kind: adjustmentKind(one.reason),
      amount: decimalOfCents(one.amount),
    };
  }),
});
