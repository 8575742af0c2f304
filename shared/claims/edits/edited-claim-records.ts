import { billingProviderId, type Claim } from '#claims/claims/claim.ts';
import {
  claimVersionContentKey,
  claimVersionKey,
  keptPcnLength,
  pcnKey,
  shortenedPcnKey,
} from '#claims/claims/claim-keys.ts';
import { contentAction, ownHashAction, releaseHashAction } from '#claims/claims/content-records.ts';
import { storedContent } from '#claims/claims/stored-claim-records.ts';
import { hasSameFields, searchedFields } from '#claims/search/search-entries.ts';
import { numberIndexKeys } from '#claims/search/search-entry-records.ts';
import { insertion, itemOf } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import type { EditedClaimWrite } from './claim-version.ts';

/** Stores an edited content, the earlier one as a version, and the records by which the claim is found. */
export function editedClaimActions(edited: EditedClaimWrite): TransactAction[] {
  const { before, after, content, earlier, version, ownedContent, ownsContent, contentOwner } = edited;
  const { id: claim_id } = after;
  return [
    contentAction(claim_id, content),
    insertion({ ...claimVersionKey(claim_id, version.version), ...version }),
    insertion({ ...claimVersionContentKey(claim_id, version.version), content: storedContent(earlier) }),
    ...numberActions(edited),
    ...(ownedContent && before.content_hash !== undefined
      ? [releaseHashAction(before.content_hash, claim_id)]
      : []),
    ...(ownsContent && after.content_hash !== undefined
      ? [ownHashAction(after.content_hash, claim_id, contentOwner)]
      : []),
  ];
}

/**
 * The record by patient control number, which lists read. Under another number or provider the claim gets a new one; the
 * earlier one stays, without its places in the lists, because the numbers of a provider have no gaps.
 */
function numberActions({ before, after, ordinals }: EditedClaimWrite): TransactAction[] {
  const isMoved =
    before.patient_control_number !== after.patient_control_number ||
    billingProviderId(before) !== billingProviderId(after);
  if (!isMoved) {
    return hasSameFields(before, after) ? [] : [{ Put: { Item: numberItem(after, ordinals.before) } }];
  }
  const { id: claim_id, patient_control_number: number } = after;
  return [
    { Put: { Item: { ...numberKey(before, ordinals.before), ...numberFields(before), moved: true } } },
    insertion(numberItem(after, ordinals.after)),
    ...(number.length > keptPcnLength
      ? [{ Put: { Item: { ...shortenedPcnKey(number, claim_id), claim_id } } }]
      : []),
  ];
}

const numberKey = (claim: Claim, ordinal: number) =>
  pcnKey(claim.patient_control_number, billingProviderId(claim), ordinal);

const numberFields = ({ id, patient_control_number, billing_npi }: Claim) => ({
  claim_id: id,
  patient_control_number,
  billing_npi,
});

/**
 * The record by patient control number of the n-th claim of a provider with this number. The lists by receipt and searches by
 * the beginning of a number read it.
 */
export function numberItem(claim: Claim, ordinal: number) {
  const fields = searchedFields(claim);
  return itemOf(
    { ...numberKey(claim, ordinal), ...numberIndexKeys(fields) },
    { ...numberFields(claim), ...fields },
  );
}
