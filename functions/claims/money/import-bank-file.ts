import { importBankFile as readAndMatch } from '#claims/reconciliation/import-bank-file.ts';
import { importBankFile } from '#contract/claims/money/bank.ts';
import { claimsEndpoint, created, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTables } from '#store/claims/claims-table.ts';
import { importPorts } from '#store/claims/money/bank-files.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 20_000;

export const handler = claimsEndpoint(importBankFile, async ({ query, body, principal }) => {
  const until = Date.now() + budget;
  const ports = importPorts(claimsTables, principal.subject, () => Date.now() > until);
  const { file, isKnown } = await readAndMatch(body.csv, query, ports);
  return isKnown ? ok(file) : created(file, undefined);
});
