import type { UnmatchedPaymentPorts } from '#claims/responses/remittance/store.ts';
import { type ClaimsTables, writeChange } from '../write-change.ts';
import { remittancePorts } from './remittances.ts';

/** What posts payments that waited for their claim. */
export const unmatchedPaymentPorts = (stores: ClaimsTables): UnmatchedPaymentPorts => ({
  ...remittancePorts(stores.claims),
  write: (change) => writeChange(stores, change),
  now: () => new Date(),
});
