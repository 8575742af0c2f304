import type { AwaitedPorts } from '#claims/responses/remittance/store.ts';
import { type ClaimsStores, write } from '../files/intake-ports.ts';
import { remittancePorts } from './remittances.ts';

/** What posts payments that waited for their claim. */
export const awaitedPorts = (stores: Pick<ClaimsStores, 'claims' | 'audit'>): AwaitedPorts => ({
  ...remittancePorts(stores.claims),
  write: (change) => write(stores, change),
  now: () => new Date(),
});
