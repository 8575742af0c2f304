import { wentOut } from '#claims/claim.ts';
import { claimJson } from '#claims/claim-json.ts';
import { knownPayers } from '#claims/known-payers.ts';
import { move } from '#claims/move.ts';
import { releaseClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { changeActions, findClaim } from '#store/claims/claims.ts';
import { currentConfiguration } from '#store/claims/current-configuration.ts';
import { auditLog, claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(
  releaseClaim,
  async ({ parameters, principal, now, allowsChange, recordReply }) => {
    const claim = await findClaim(claimsTable, parameters.id);
    if (!claim) throw new ApiError('not_found');
    if (!allowsChange(claim.version)) throw new ApiError('precondition_failed');
    // In review for its answers: it would be sent a second time.
    if (wentOut(claim)) throw new ApiError('not_in_review', { message: 'The claim was sent already' });
    const change = move(claim, 'released', { actor: principal.subject, now });
    if (!change) throw new ApiError('not_in_review');
    const configuration = await currentConfiguration(claimsTable);
    if (!knownPayers(configuration).isConfigured(claim.payer_id)) throw new ApiError('payer_not_configured');
    const reply = ok(claimJson(change.after), { version: change.after.version });
    await auditLog.append([change.entry], [...changeActions([change]), ...recordReply(reply)]);
    return reply;
  },
);
