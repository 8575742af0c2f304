import type { Claim } from '#claims/claims/claim.ts';
import { inSecondIndex } from '#store/claims/key-parts.ts';
import { undated } from './rules.ts';

export const worklistPartition = 'WORKLIST';

/** Keys of a claim to follow up, by its day. Other claims are not in this index. */
export const worklistKeys = ({ id, assignee, follow_up_on, lane }: Claim) =>
  lane === 'closed' || lane === 'dismissed' || (assignee === undefined && follow_up_on === undefined)
    ? {}
    : inSecondIndex(worklistPartition, `${follow_up_on ?? undated}#${id}`);
