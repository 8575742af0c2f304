import type { NewClaimWrite } from '#claims/claim/claim-write.ts';
import { insertion } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { numberItem } from '../edits/edited-claims.ts';
import { keptPcnLength, shortenedPcnKey } from '../keys/claim-keys.ts';
import { contentAction, ownHashAction } from './claim-contents.ts';

export function newClaimActions(added: NewClaimWrite): TransactAction[] {
  const { claim, content, ownsContent, contentOwner } = added;
  const { id: claim_id, patient_control_number: number, content_hash: hash } = claim;
  return [
    ownsContent && hash !== undefined
      ? ownHashAction(hash, claim_id, contentOwner, content)
      : contentAction(claim_id, content),
    insertion(numberItem(claim, added.ordinal)),
    ...(number.length > keptPcnLength
      ? [{ Put: { Item: { ...shortenedPcnKey(number, claim_id), claim_id } } }]
      : []),
  ];
}
