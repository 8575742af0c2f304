import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange } from '#claims/claims/claim-change.ts';
import type { ClaimJson } from '#claims/claims/claim-fields.ts';
import { type CsvColumns, membersOf } from '#contract/csv.ts';
import type { ClaimNote } from './contract.ts';

/** Fields to set; null removes one, undefined leaves it. */
export interface FollowUpPatch {
  readonly assignee?: string | null | undefined;
  readonly follow_up_on?: string | null | undefined;
}

/** Sets assignee and follow-up day. Undefined if the claim has both already. */
export function changeFollowUp(
  claim: Claim,
  patch: FollowUpPatch,
  facts: ChangeFacts,
): ClaimChange | undefined {
  const { assignee, follow_up_on, ...others } = claim;
  const next = {
    assignee: patched(assignee, patch.assignee),
    follow_up_on: patched(follow_up_on, patch.follow_up_on),
  };
  if (next.assignee === assignee && next.follow_up_on === follow_up_on) return undefined;
  const payload = { assignee: next.assignee ?? null, follow_up_on: next.follow_up_on ?? null };
  const { after, entry } = amendClaim(others, 'claim.follow_up', { ...facts, payload }, defined(next));
  return { before: claim, after, entry };
}

const patched = (value: string | undefined, change: string | null | undefined): string | undefined =>
  change === undefined ? value : (change ?? undefined);

function defined(next: {
  readonly assignee: string | undefined;
  readonly follow_up_on: string | undefined;
}): Pick<Claim, 'assignee' | 'follow_up_on'> {
  return {
    ...(next.assignee !== undefined && { assignee: next.assignee }),
    ...(next.follow_up_on !== undefined && { follow_up_on: next.follow_up_on }),
  };
}

/** A note, on condition that its claim exists. */
export interface ClaimNoteWrite {
  readonly kind: 'claim-note';
  readonly note: ClaimNote;
}

/** The audit entry of a note, without its text. */
export const noteAdded = ({ id, claim_id, by }: ClaimNote): EntryDraft => ({
  event_type: 'claim.note_added',
  entity_type: 'claim',
  entity_id: claim_id,
  actor: by,
  payload: { note_id: id },
});

export const worklistCsv: CsvColumns<ClaimJson> = {
  name: 'worklist',
  columns: membersOf<ClaimJson>(
    'id',
    'patient_control_number',
    'follow_up_on',
    'assignee',
    'lane',
    'lane_since',
    'payer_id',
    'payer_name',
    'billing_npi',
    'patient_name',
    'total_charge',
    'paid',
    'service_from',
  ),
};

export const notesCsv: CsvColumns<ClaimNote> = {
  name: 'notes',
  columns: membersOf<ClaimNote>('id', 'claim_id', 'at', 'by', 'text'),
};

export type Due = 'overdue' | 'today' | 'later' | 'undated';

/** Sorts after every day. */
export const undated = '~';

/** Bounds of the follow-up days of a part of the worklist; the lower one is included, the upper one is not. */
export function boundsOf(
  due: Due | undefined,
  today: string,
): { readonly from: string; readonly below: string } {
  switch (due) {
    case 'overdue':
      return { from: ' ', below: today };
    case 'today':
      return { from: today, below: dayAfter(today) };
    case 'later':
      return { from: dayAfter(today), below: undated };
    case 'undated':
      return { from: undated, below: `${undated}~` };
    case undefined:
      return { from: ' ', below: `${undated}~` };
  }
}

const dayAfter = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
