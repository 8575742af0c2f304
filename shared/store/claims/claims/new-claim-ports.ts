import type { NewClaimPorts } from '#claims/entry/enter-claim.ts';
import type { Table } from '../../dynamodb/table.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { recordClaimMonth } from './claim-months.ts';
import { findClaim } from './claims.ts';
import { findRelatedClaims } from './related-claims.ts';
import { replacementStore } from './replacements.ts';
import { isBeingSent } from './reservations.ts';

export const newClaimPorts = async (
  table: Table,
  caller: Pick<NewClaimPorts, 'actor' | 'now'>,
): Promise<NewClaimPorts> => ({
  ...caller,
  store: newClaimStore(table),
  replacements: replacementStore(table),
  findClaim: (id) => findClaim(table, id),
  isBeingSent: (claim) => isBeingSent(table, claim),
  configuration: await currentConfiguration(table),
});

export const newClaimStore = (table: Table): NewClaimPorts['store'] => ({
  recordMonth: (receivedAt) => recordClaimMonth(table, receivedAt),
  findRelatedClaims: (queries) => findRelatedClaims(table, queries),
});
