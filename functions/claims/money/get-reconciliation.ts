import { decimalOfCents } from '#claims/claim/claim-json.ts';
import { getReconciliation } from '#contract/claims/money/bank.ts';
import { bankLineStates, depositStates } from '#contract/claims/money/reconciliation-records.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readReconciliation } from '#store/claims/money/money-lists.ts';

export const handler = claimsEndpoint(getReconciliation, async () => {
  const figures = await readReconciliation(claimsTable);
  const by = (kind: 'bank-line' | 'deposit', states: readonly string[]) =>
    Object.fromEntries(
      states.map((state) => {
        const { count, cents } = figures(kind, state);
        return [state, { count, amount: decimalOfCents(cents) }];
      }),
    );
  return ok({ bank_lines: by('bank-line', bankLineStates), deposits: by('deposit', depositStates) });
});
