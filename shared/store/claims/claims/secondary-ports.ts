import type { SecondaryPorts } from '#claims/secondary/create-secondary.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findPayment, findRemittance } from '../responses/remittances.ts';
import { findClaim } from './claims.ts';

export const secondaryPorts = (
  table: Table,
  { configuration }: Pick<SecondaryPorts, 'configuration'>,
): SecondaryPorts => ({
  configuration,
  findClaim: (id) => findClaim(table, id),
  findRemittance: (id) => findRemittance(table, id),
  findPayment: (id, number) => findPayment(table, id, number),
});
