import type { Claim } from '#claims/claim/claim.ts';
import { undated } from '#claims/follow-up/worklist-days.ts';
import type { KeyPrefix } from '../../dynamodb/items.ts';
import { inSecondIndex, itemKey, timeKey } from './key-parts.ts';

export const noteKey = (claimId: string, at: string, noteId: string) =>
  itemKey(notesOf(claimId).pk, timeKey(at, noteId));
/** Apart from the claim, whose partition is read as a whole. */
export const notesOf = (claimId: string): KeyPrefix => ({ pk: `CLAIMNOTES#${claimId}`, prefix: '' });

export const worklistPartition = 'WORKLIST';
/** Keys of a claim to follow up, by its day. Other claims are not in this index. */
export const worklistKeys = ({ id, assignee, follow_up_on, lane }: Claim) =>
  lane === 'closed' || lane === 'dismissed' || (assignee === undefined && follow_up_on === undefined)
    ? {}
    : inSecondIndex(worklistPartition, `${follow_up_on ?? undated}#${id}`);
