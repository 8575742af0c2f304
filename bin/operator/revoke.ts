import * as z from 'zod';
import { apiKeyInput } from '#contract/commerce/api-keys.ts';
import { uuid } from '#contract/fields.ts';
import { setClaimsKeyRevoked } from '#store/claims/credentials.ts';
import { findRevocableKey } from '#store/commerce/api-keys.ts';
import { allBrands } from '#store/commerce/brands.ts';
import { requireBrand } from './brand.ts';
import { declareCommand, OperatorError } from './command.ts';
import { type ClaimsResources, type CommerceResources, openCommerce, openDeployed } from './stacks.ts';

/** Revokes a key of a brand or of the claims service. Idempotent. */
export const revokeCommand = declareCommand(
  'revoke',
  z.strictObject({ key: uuid, brand: apiKeyInput.shape.brand_id.optional() }),
  async ({ key: id, brand }, session) => {
    const services = brand === undefined ? await openDeployed(session) : await ofBrand(session);
    const { commerce, claims } = services;
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
      for await (const brandIds of brandIdsOf(service, brand)) {
        const found = await findRevocableKey(service.table, brandIds, id);
        if (!found) continue;
        await found.revoke(new Date());
        return true;
      }
      return false;
    }
  },
);

async function ofBrand(session: Parameters<typeof openCommerce>[0]) {
  return { commerce: await openCommerce(session), claims: undefined };
}

async function* brandIdsOf(
  commerce: CommerceResources,
  brandId: string | undefined,
): AsyncGenerator<readonly string[]> {
  if (brandId !== undefined) {
    yield [(await requireBrand(commerce, brandId)).brand.id];
    return;
  }
  for await (const page of allBrands(commerce.table)) yield page.map(({ brand }) => brand.id);
}
