import { ApiError } from '#contract/errors.ts';
import type { Claim } from './claim.ts';
import { amendClaim, type ChangeFacts, type ClaimChange } from './claim-change.ts';

/** Claims of a chain at most, because one transaction may change all of them. */
const maxMembers = 20;

export const hasRoom = ({ members = [] }: Claim): boolean => members.length + 1 < maxMembers;

/**
 * Adds a claim to the chain of another one.
 *
 * @param head the first claim of the chain
 * @param changes of the transaction that stores the claim
 * @returns the changes, with that of the head
 * @throws ApiError not_correctable for a chain without room
 */
export function joinChain(
  claim: Claim,
  head: Claim,
  changes: readonly ClaimChange[],
  facts: ChangeFacts,
): readonly ClaimChange[] {
  if (!hasRoom(head)) {
    throw new ApiError('not_correctable', {
      message: `Claim ${head.id} has ${maxMembers} corrections, voids and claims for other payers, which is the maximum`,
    });
  }
  const members = [...(head.members ?? []), claim.id];
  const joined = changes.map((change) => {
    if (change.after.id === claim.id) return { ...change, after: { ...change.after, chain: head.id } };
    return change.after.id === head.id ? { ...change, after: { ...change.after, members } } : change;
  });
  if (changes.some(({ after }) => after.id === head.id)) return joined;
  const more = { ...facts, payload: { ...facts.payload, by: claim.id } };
  return [...joined, amendClaim(head, 'claim.chain_changed', more, { members })];
}
