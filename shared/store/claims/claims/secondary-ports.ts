import type { StoredPayment } from '#claims/responses/remittance/stored-remittance.ts';
import type { SecondaryPorts } from '#claims/secondary/create-secondary.ts';
import { getRecord } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { remittanceClaimKey } from '../keys/response-keys.ts';
import { findRemittance } from '../responses/remittances.ts';
import { findClaim } from './claims.ts';

export const secondaryPorts = (table: Table): SecondaryPorts => ({
  findClaim: (id) => findClaim(table, id),
  findRemittance: (id) => findRemittance(table, id),
  findPayment: (id, number) => getRecord<StoredPayment>(table, remittanceClaimKey(id, number)),
});
