import { changeOf } from '#claims/change.ts';
import { type ClaimPatch, moveClaim } from '#claims/claim/claim-change.ts';
import type { Trigger } from '#claims/claim/lifecycle.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { writeChange } from '#store/claims/write-change.ts';
import type { LocalStores } from './local-stores.ts';

/** Moves a stored claim by a trigger, as a response or a submission does. */
export async function moveStoredClaim(
  stores: Pick<LocalStores, 'claims' | 'audit' | 'readSearchKey'>,
  id: string,
  trigger: Trigger,
  patch: ClaimPatch = {},
): Promise<void> {
  const claim = await findClaim(stores.claims, id);
  const change = claim && moveClaim(claim, trigger, { actor: 'test', now: new Date() }, patch);
  if (change) await writeChange(stores, changeOf([change]));
}

/** Marks a claim as paid under the payer's number, as a remittance does. */
export async function payStoredClaim(
  stores: Pick<LocalStores, 'claims' | 'audit' | 'readSearchKey'>,
  id: string,
  payer_control_number: string,
): Promise<void> {
  await moveStoredClaim(stores, id, 'submitted');
  await moveStoredClaim(stores, id, 'paid', { payer_control_number });
}
