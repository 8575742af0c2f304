import { unmatchByHand } from '#claims/reconciliation/by-hand.ts';
import { bankLineJson } from '#claims/reconciliation/json.ts';
import { unmatchBankLine } from '#contract/claims/money/bank.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { findBankLine, findDeposits } from '#store/claims/money/reconciliation.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  unmatchBankLine,
  async ({ parameters, body, principal, now, allowsChange, recordReply }) => {
    const line = found(await findBankLine(claimsTable, parameters.id));
    if (!allowsChange(line.version)) throw new ApiError('precondition_failed');
    const current = await findDeposits(claimsTable, line.remittance_ids);
    const person = { actor: principal.subject, now, reason: body.reason };
    const { line: after, change } = unmatchByHand(line, current, person);
    const reply = ok(bankLineJson(after), { version: after.version });
    await writeChange(claimsTables, change, recordReply(reply));
    return reply;
  },
);
