import { decimalOfCents } from '#claims/claims/claim-json.ts';
import type { StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { providerAdjustmentReason } from '#x12/codes/provider-adjustment.ts';
import type { LedgerEntryJson, ProviderBalanceJson } from './contract.ts';

/** Balance of a payer and a provider. Amounts are integer cents; positive: the payer kept it back. */
export interface LedgerAccount {
  readonly payer_id: string;
  readonly payer_name: string;
  readonly provider: string;
  readonly balance: number;
  readonly by_reason: Readonly<Record<string, number>>;
  /** Number of entries; also the version of the account. */
  readonly entries: number;
  readonly updated_at: string;
}

interface LedgerAdjustment {
  readonly provider?: string;
  readonly reason: string;
  readonly reference?: string;
  readonly fiscal_period?: string;
  readonly amount: number;
}

/** The adjustments of one remittance for one provider. */
export interface LedgerPosting {
  readonly payer_id: string;
  readonly provider: string;
  readonly remittance_id: string;
  readonly trace: string;
  readonly date: string;
  readonly posted_at: string;
  readonly balanced: boolean;
  readonly amount: number;
  /** Of the account, after the entry. */
  readonly balance: number;
  readonly adjustments: readonly LedgerAdjustment[];
}

type AdjustmentKind = 'forwarding_balance' | 'withholding' | 'recoupment' | 'interest' | 'other';

const kinds: Readonly<Record<string, AdjustmentKind>> = {
  FB: 'forwarding_balance',
  E3: 'withholding',
  IR: 'withholding',
  WO: 'recoupment',
  WU: 'recoupment',
  72: 'recoupment',
  L6: 'interest',
  51: 'interest',
  L3: 'interest',
};

/** Kind of a PLB reason (PLB03-1). */
const adjustmentKind = (reason: string): AdjustmentKind => kinds[reason] ?? 'other';

/** Accounts of one remittance, so that its entries fit a transaction. Real remittances have one. */
const maxAccounts = 30;

/** The adjustments of a remittance by provider. Those of further providers are listed under the payee. */
export function adjustmentsByProvider(
  { payee }: Pick<StoredRemittance, 'payee'>,
  adjustments: readonly (Omit<LedgerAdjustment, 'provider'> & { readonly provider: string })[],
): ReadonlyMap<string, readonly LedgerAdjustment[]> {
  const byProvider = new Map<string, LedgerAdjustment[]>();
  for (const { provider, ...adjustment } of adjustments) {
    const isKnown = byProvider.has(provider) || byProvider.size < maxAccounts;
    const account = isKnown ? provider : (payee.id ?? '');
    const own: LedgerAdjustment = account === provider ? adjustment : { ...adjustment, provider };
    byProvider.set(account, [...(byProvider.get(account) ?? []), own]);
  }
  return byProvider;
}

/** Adds the adjustments of a remittance to an account. */
export function postToLedger(
  before: LedgerAccount | undefined,
  remittance: Pick<StoredRemittance, 'id' | 'payment' | 'payer' | 'received_at' | 'balance'>,
  provider: string,
  adjustments: readonly LedgerAdjustment[],
  now: Date,
): { readonly account: LedgerAccount; readonly entry: LedgerPosting } {
  const { id, payment, payer, received_at } = remittance;
  const amount = adjustments.reduce((sum, one) => sum + one.amount, 0);
  const by_reason: Record<string, number> = { ...before?.by_reason };
  for (const one of adjustments) by_reason[one.reason] = (by_reason[one.reason] ?? 0) + one.amount;
  const balance = (before?.balance ?? 0) + amount;
  const payer_id = payer.id ?? '';
  const at = now.toISOString();
  const facts = { payer_id, provider, balance };
  return {
    account: {
      ...facts,
      payer_name: payer.name,
      by_reason,
      entries: (before?.entries ?? 0) + 1,
      updated_at: at,
    },
    entry: {
      ...facts,
      remittance_id: id,
      trace: payment.trace,
      date: payment.date ?? received_at.slice(0, 10),
      posted_at: at,
      balanced: remittance.balance?.balanced ?? false,
      amount,
      adjustments,
    },
  };
}

/** Sums of an account by kind. */
function sumsByKind({ by_reason }: Pick<LedgerAccount, 'by_reason'>): Record<AdjustmentKind, number> {
  const sums = { forwarding_balance: 0, withholding: 0, recoupment: 0, interest: 0, other: 0 };
  for (const [reason, amount] of Object.entries(by_reason)) sums[adjustmentKind(reason)] += amount;
  return sums;
}

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
