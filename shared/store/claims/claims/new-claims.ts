import { billingProviderId } from '#claims/claim/claim.ts';
import type { NewClaimWrite } from '#claims/claim/claim-write.ts';
import { insertion, itemOf } from '../../dynamodb/items.ts';
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
  const { claim, content, ownsContent, contentOwner } = added;
  const { id: claim_id, patient_control_number: number, content_hash: hash } = claim;
  return [
    contentAction(claim_id, content),
    putNumber(added),
    ...(number.length > keptPcnLength
      ? [{ Put: { Item: { ...shortenedPcnKey(number, claim_id), claim_id } } }]
      : []),
    ...(ownsContent && hash !== undefined ? [putOwned({ ...contentKey(hash), claim_id }, contentOwner)] : []),
  ];
}

/** The record by patient control number, which the lists of all claims and of a payer read; it never changes. */
function putNumber({ claim, ordinal }: NewClaimWrite): TransactAction {
  const { id, patient_control_number, payer_id, billing_npi, received_at } = claim;
  const provider = billingProviderId(claim);
  const keys = {
    ...pcnKey(patient_control_number, provider, ordinal),
    ...payerReceiptKeys(payer_id, received_at, id),
    ...receiptKeys(received_at, id),
  };
  return insertion(itemOf(keys, { claim_id: id, patient_control_number, billing_npi }));
}
