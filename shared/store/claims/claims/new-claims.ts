import { billingProviderId } from '#claims/claim/claim.ts';
import type { NewClaimWrite } from '#claims/claim/claim-write.ts';
import { itemOf } from '../../dynamodb/items.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import {
  contentKey,
  keptPcnLength,
  payerReceiptKeys,
  pcnKey,
  receiptKeys,
  shortenedPcnKey,
} from '../keys/claim-keys.ts';
import { contentAction, putOwned } from './claims.ts';

export function newClaimActions(added: NewClaimWrite): TransactAction[] {
  const { claim, content } = added;
  return [
    contentAction(claim.id, content),
    putNumber(added),
    ...(claim.patient_control_number.length > keptPcnLength
      ? [
          {
            Put: { Item: { ...shortenedPcnKey(claim.patient_control_number, claim.id), claim_id: claim.id } },
          },
        ]
      : []),
    ...(added.ownsContent && claim.content_hash !== undefined ? [putContent(added, claim.content_hash)] : []),
  ];
}

/** The record by patient control number, which the lists of all claims and of a payer read; it never changes. */
function putNumber({ claim, ordinal }: NewClaimWrite): TransactAction {
  const { id, patient_control_number, payer_id, billing_npi, received_at } = claim;
  const provider = billingProviderId(claim);
  return {
    Put: {
      Item: itemOf(
        {
          ...pcnKey(patient_control_number, provider, ordinal),
          ...payerReceiptKeys(payer_id, received_at, id),
          ...receiptKeys(received_at, id),
        },
        { claim_id: id, patient_control_number, billing_npi },
      ),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function putContent({ claim, contentOwner }: NewClaimWrite, hash: string): TransactAction {
  const Item = { ...contentKey(hash), claim_id: claim.id };
  return putOwned(Item, contentOwner);
}
