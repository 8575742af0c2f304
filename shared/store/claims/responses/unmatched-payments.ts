import type { UnmatchedPaymentPorts } from '#claims/responses/remittance/store.ts';
import { type ClaimsStores, writeChange } from '../files/intake-ports.ts';
import { remittancePorts } from './remittances.ts';

/** What posts payments that waited for their claim. */
export const unmatchedPaymentPorts = (
  stores: Pick<ClaimsStores, 'claims' | 'audit'>,
): UnmatchedPaymentPorts => ({
  ...remittancePorts(stores.claims),
  write: (change) => writeChange(stores, change),
  now: () => new Date(),
});
