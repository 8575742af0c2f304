import * as z from 'zod';
import { apiKeyInput } from '#contract/commerce/api-keys.ts';
import { uuid } from '#contract/fields.ts';
import { setClaimsKeyRevoked } from '#store/claims/credentials.ts';
import { findRevocableKey } from '#store/commerce/api-keys.ts';
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
      const brandIds = (await brandRecords(service, brand)).map((record) => record.brand.id);
      const found = await findRevocableKey(service.table, brandIds, id);
      if (!found) return false;
      await found.revoke(new Date());
      return true;
    }
  },
);
