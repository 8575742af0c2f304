import { ApiError, found } from '#contract/errors.ts';
import type { AmountsByHand } from '../../remittances/amounts-by-hand.ts';
import { attachPayment } from '../attach/attach-payment.ts';
import type { AttachTarget, SettledItem, UnmatchedPorts } from '../attach/attach-ports.ts';
import { attachStatus } from '../attach/attach-status.ts';
import type { UnmatchedItem } from '../unmatched-item.ts';
import type { Deciding } from './claims-of-item.ts';

type AllowsChange = (version: number) => boolean;

/**
 * Reads an open item for a decision.
 *
 * @throws ApiError not_found, precondition_failed, unmatched_item_state
 */
export async function openItem(
  { findItem }: Pick<UnmatchedPorts, 'findItem'>,
  id: string,
  allowsChange: AllowsChange,
): Promise<UnmatchedItem> {
  const item = await knownItem({ findItem }, id, allowsChange);
  if (item.state !== 'open')
    throw new ApiError('unmatched_item_state', { message: `The item is ${item.state}` });
  return item;
}

/** @throws ApiError not_found, precondition_failed */
export async function knownItem(
  { findItem }: Pick<UnmatchedPorts, 'findItem'>,
  id: string,
  allowsChange: AllowsChange,
): Promise<UnmatchedItem> {
  const item = found(await findItem(id));
  if (!allowsChange(item.version)) throw new ApiError('precondition_failed');
  return item;
}

/**
 * Attaches a payment or status to a claim.
 *
 * @throws ApiError unknown_claim, unmatched_item_state
 */
export async function attachToClaim(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  claimId: string,
  by: Deciding & { readonly amounts: AmountsByHand },
): Promise<SettledItem> {
  const target = await targetOf(ports, item, claimId);
  return item.kind === 'payment'
    ? attachPayment(ports, item, target, by)
    : attachStatus(ports, item, target, by);
}

/** Claims that one decision may change besides its target, within one transaction. */
const maxOthers = 24;

async function targetOf(
  { claims }: Pick<UnmatchedPorts, 'claims'>,
  item: UnmatchedItem,
  claimId: string,
): Promise<AttachTarget> {
  const known = await claims.findClaims([claimId, ...item.claim_ids]);
  const claim = known.find(({ id }) => id === claimId);
  if (claim === undefined)
    throw new ApiError('unknown_claim', { message: 'The claim to attach was not found' });
  return { claim, others: known.filter(({ id }) => id !== claimId).slice(0, maxOthers) };
}
