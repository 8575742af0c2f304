import type { Claim } from '#claims/claim/claim.ts';
import { type NewClaimRequest, prepareClaim } from '#claims/entry/create-claim.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { replacementStore } from '#store/claims/claims/replacements.ts';
import { isBeingSent } from '#store/claims/claims/reservations.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';
import { newClaimStore } from '#store/claims/files/intake-ports.ts';
import { writeChange } from '#store/claims/write-change.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { created, type Reply } from './reply/replies.ts';

interface NewClaimCall {
  readonly principal: { readonly subject: string };
  readonly now: Date;
  recordReply(reply: Reply): readonly TransactAction[];
}

/** The reply is stored in an item of 400 kB, beside content of up to 256 KB; the claim itself has all findings. */
const shownFindings = 100;

/**
 * Stores a claim that came by the API, and the reply with it, as one write.
 *
 * @throws ApiError validation_failed, no_payer_claim_number, not_correctable
 */
export async function storeNewClaim(
  request: NewClaimRequest,
  { principal, now, recordReply }: NewClaimCall,
): Promise<{ readonly reply: Reply; readonly claim: Claim; readonly isAwaited: boolean }> {
  const configuration = await currentConfiguration(claimsTable);
  const store = newClaimStore(claimsTable);
  const desk = {
    store,
    isBeingSent: (id: string) => isBeingSent(claimsTable, id),
    replacements: replacementStore(claimsTable),
    findClaim: (id: string) => findClaim(claimsTable, id),
    configuration,
    actor: principal.subject,
    now,
  };
  return retryOnConflict(async () => {
    const { claim, detail, change, hasUnmatchedPayments: isAwaited } = await prepareClaim(request, desk);
    const shown = { ...detail, findings: detail.findings.slice(0, shownFindings) };
    const reply = created(shown, `/api/claims/${claim.id}`, { version: claim.version });
    await writeChange({ claims: claimsTable, audit: auditLog }, change, recordReply(reply));
    return { reply, claim, isAwaited };
  });
}
