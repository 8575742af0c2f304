import { bankLineJson, candidatesOf } from '#claims/reconciliation/json.ts';
import { getBankLine } from '#contract/claims/money/bank.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findBankLine, reconciliationStore } from '#store/claims/money/reconciliation.ts';

export const handler = claimsEndpoint(getBankLine, async ({ parameters }) => {
  const line = found(await findBankLine(claimsTable, parameters.id));
  const { byTrace, byAmount } = await reconciliationStore(claimsTable).surroundings(line);
  const candidates = candidatesOf(line, [...byTrace, ...byAmount]);
  return ok({ ...bankLineJson(line), candidates }, { version: line.version });
});
