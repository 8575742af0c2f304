import * as z from 'zod';
import { setClaimsKeyRevoked } from '#claims/api-keys/records.ts';
import { apiKeyInput } from '#commerce/api-keys/contract.ts';
import { apiKeys, revokeKey } from '#commerce/api-keys/records.ts';
import { uuid } from '#contract/fields.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { transact } from '#store/dynamodb/table.ts';
import { brandRecords } from './brand.ts';
import { declareCommand, OperatorError } from './command.ts';
import { type ClaimsResources, type CommerceResources, openDeployed } from './stacks.ts';

/** Revokes a key of a brand or of the claims service. Idempotent. */
export const revokeCommand = declareCommand(
  'revoke',
  z.strictObject({ key: uuid, brand: apiKeyInput.shape.brand_id.optional() }),
  async ({ key: id, brand }, session) => {
    const { commerce, claims } = await openDeployed(session, brand === undefined);
    const service =
      (claims && (await revokeInClaims(claims)) && 'claims') ||
      (commerce && (await revokeInCommerce(commerce)) && 'commerce');
    if (!service) throw new OperatorError(`There is no key ${id}; run operator keys list.`);
    session.print(`Revoked key ${id} of the ${service} service. It stops working within 15 seconds.`);
    return { json: { key: id, service, revoked: true } };

    function revokeInClaims({ auditLog, table }: ClaimsResources): Promise<boolean> {
      return setClaimsKeyRevoked(auditLog, table, { id, actor: session.actor, now: new Date() });
    }

    async function revokeInCommerce(service: CommerceResources): Promise<boolean> {
      const brandIds = (await brandRecords(service, brand)).map(({ id }) => id);
      const keys = brandIds.map((brand_id) => ({ brand_id, id }));
      return retryOnConflict(async () => {
        const [key] = await apiKeys.findMany(keys);
        if (key === undefined) return false;
        const actions = revokeKey(key, new Date());
        if (actions.length > 0) await transact(service.table, actions);
        return true;
      });
    }
  },
);
