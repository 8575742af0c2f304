import type { ProviderAdjustment } from '#x12/835/types.ts';
import { adjustmentsByProvider, postToLedger } from '../../ledger/provider-ledger.ts';
import { newDeposit } from '../../reconciliation/deposit.ts';
import type { MoneyWrite } from '../../reconciliation/money-write.ts';
import type { RemittancePorts } from './posting-rules.ts';
import type { StoredRemittance } from './stored-remittance.ts';

/** The deposit of a remittance whose sums are known, and the entries of its provider-level adjustments. */
export async function settlementWrites(
  ports: Pick<RemittancePorts, 'findLedgerAccount'>,
  remittance: StoredRemittance,
  adjustments: readonly Pick<
    ProviderAdjustment,
    'provider' | 'reason' | 'reference' | 'amount' | 'fiscalPeriod'
  >[],
  now: Date,
): Promise<readonly MoneyWrite[]> {
  const facts = adjustments.map(({ provider, reason, reference, fiscalPeriod, amount }) => ({
    ...{ provider, reason, amount },
    ...(reference !== undefined && { reference }),
    ...(fiscalPeriod !== undefined && { fiscal_period: fiscalPeriod }),
  }));
  const postings = [...adjustmentsByProvider(remittance, facts)].map(
    async ([provider, own]): Promise<MoneyWrite> => {
      const before = await ports.findLedgerAccount(remittance.payer.id ?? '', provider);
      return { kind: 'ledger-posting', before, ...postToLedger(before, remittance, provider, own, now) };
    },
  );
  const deposit: MoneyWrite = { kind: 'deposits', changes: [{ after: newDeposit(remittance) }] };
  return [deposit, ...(await Promise.all(postings))];
}
