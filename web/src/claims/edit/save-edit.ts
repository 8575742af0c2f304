import type { ClaimDetail } from '#claims/claims/claim-fields.ts';
import type { ClaimEdit } from '#claims/edits/contract.ts';
import { api } from '#web/api/api.ts';
import { toast } from '#web/components/toasts.tsx';
import { texts } from '#web/text/texts.ts';
import { refreshClaims } from '../bulk/run-operation.ts';
import type { JsonObject } from './content-tree.ts';

/** The content of the API is JSON by contract; its type leaves the values open. */
export const jsonOf = (content: ClaimDetail['content']): JsonObject => content as JsonObject;

/**
 * Saves the changes of a claim, and submits it if asked. Returns the claim that has them: a new one, if the payer had
 * the claim.
 *
 * @throws ApiError with the faults of the values; precondition_failed if somebody changed the claim meanwhile
 */
export async function saveEdit(
  claim: ClaimDetail,
  content: JsonObject,
  resubmit: boolean,
): Promise<ClaimEdit> {
  const edited = await api(
    'PATCH /api/claims/{id}',
    { id: claim.id, content, ...(resubmit && { resubmit }) },
    { ifMatch: claim },
  );
  toast(messageOf(claim, edited));
  refreshClaims();
  return edited;
}

function messageOf(
  before: ClaimDetail,
  after: ClaimEdit,
): { readonly text: string; readonly tone?: 'good' | 'warning' } {
  const words = texts.claim.edit;
  const { error, fatal } = after.finding_counts;
  if (after.resubmission !== undefined) {
    return after.resubmission.submission_id !== undefined && after.resubmission.code === undefined
      ? { text: words.sent, tone: 'good' }
      : { text: words.notSent, tone: 'warning' };
  }
  if (error + fatal > 0) return { text: words.savedErrors(error + fatal), tone: 'warning' };
  if (after.id !== before.id) return { text: words.newClaim, tone: 'good' };
  return { text: after.lane === 'ready' ? words.savedReady : words.saved, tone: 'good' };
}
