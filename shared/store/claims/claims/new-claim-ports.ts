import type { NewClaimPorts } from '#claims/entry/enter-claim.ts';
import type { SecondaryPorts } from '#claims/secondary/create-secondary.ts';
import type { Table } from '../../dynamodb/table.ts';
import { currentConfiguration } from '../configuration/configuration.ts';
import { findPayment, findRemittance } from '../responses/remittances.ts';
import { findClaim, replacementStore } from './claims.ts';
import { findRelatedClaims } from './related-claims.ts';
import { isBeingSent } from './reservations.ts';
import { recordClaimMonth } from './stored-claim.ts';

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

export const secondaryPorts = (
  table: Table,
  { configuration }: Pick<SecondaryPorts, 'configuration'>,
): SecondaryPorts => ({
  configuration,
  findClaim: (id) => findClaim(table, id),
  findRemittance: (id) => findRemittance(table, id),
  findPayment: (id, number) => findPayment(table, id, number),
});
