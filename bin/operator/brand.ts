import * as z from 'zod';
import { secretHash } from '#auth/identify.ts';
import { type ApiKeyInput, apiKeyInput } from '#commerce/api-keys/contract.ts';
import { insertKey, issueApiKey, secretBytes } from '#commerce/api-keys/records.ts';
import { brandInput, canMatchPrices, cannotMatch, type StoredBrand } from '#commerce/brands/contract.ts';
import { newBrandKey } from '#commerce/brands/gateway-key-records.ts';
import { allBrands, brands, insertBrand } from '#commerce/brands/records.ts';
import { newBrand } from '#commerce/brands/rules.ts';
import { newId } from '#persistence/new-id.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type CommandResult, declareCommand, OperatorError, type Session } from './command.ts';
import { defaultLabel, printNewKey } from './new-keys.ts';
import { type CommerceResources, openCommerce } from './stacks.ts';

const { name, catalog, prices, plan } = brandInput.shape;
const key = apiKeyInput.shape;
const brandOptions = z.strictObject({
  plan,
  catalog,
  prices,
  label: key.name.default(defaultLabel('owner')),
  /** Subject of a person at the identity provider. */
  owner: z.string().min(1).max(255).optional(),
});

export const firstCommerceKeyCommand = declareCommand(
  'first-key commerce',
  brandOptions.extend({ brand: name }).refine(canMatchPrices, cannotMatch),
  ({ brand, ...options }, session) => createBrand({ name: brand, ...options }, session),
);

/** Creates a brand with its owner key; the same as `first-key commerce`, for further brands. */
export const brandCreateCommand = declareCommand(
  'brand create',
  brandOptions.extend({ name }).refine(canMatchPrices, cannotMatch),
  createBrand,
);

export const brandKeyCommand = declareCommand(
  'brand key',
  z.strictObject({ brand: key.brand_id, role: key.role, label: key.name.optional() }),
  async ({ brand: brandId, role, label = defaultLabel(role) }, session) => {
    const commerce = await openCommerce(session);
    const found = await requireBrand(brandId);
    const issued = issue(commerce, { brand_id: brandId, role, name: label });
    await transact(commerce.table, insertKey(storedOf(issued)));
    session.print(`Brand      ${found.name} (${brandId})`);
    printNewKey(session, issued.key, issued.secret);
    return { json: { key: { ...issued.key, secret: issued.secret } } };
  },
);

async function requireBrand(brandId: string) {
  const found = await brands.find({ brand_id: brandId });
  if (!found) throw new OperatorError(`There is no brand ${brandId}; run operator keys list.`);
  return found;
}

/** All brands, oldest first, or the brand with this id. Throws OperatorError if it does not exist. */
export async function brandRecords(
  commerce: CommerceResources,
  brandId: string | undefined,
): Promise<readonly StoredBrand[]> {
  if (brandId !== undefined) return [await requireBrand(brandId)];
  const records: StoredBrand[] = [];
  for await (const page of allBrands(commerce.table)) records.push(...page);
  return records.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function createBrand(
  { label, owner, ...input }: z.output<typeof brandOptions> & { readonly name: string },
  session: Session,
): Promise<CommandResult> {
  const commerce = await openCommerce(session);
  const author = { credential: 'none', operator: true } as const;
  const now = new Date();
  const brand = newBrand(input, author, { id: newId(now), now, currency: commerce.currency });
  // The gateway key comes first, because the brand's record names it. Without a brand it grants no access.
  const gatewayKey = await newBrandKey(commerce.gatewayKeys, brand, () => new Date());
  const issued = issue(commerce, { brand_id: brand.id, role: 'owner', name: label });
  await transact(commerce.table, [
    ...insertBrand({ ...brand, gateway_keys: [gatewayKey] }, owner),
    ...insertKey(storedOf(issued)),
  ]);
  session.print(`Brand      ${brand.name}, plan ${brand.plan}`);
  session.print(`Brand id   ${brand.id}`);
  printNewKey(session, issued.key, issued.secret);
  return { json: { brand, key: { ...issued.key, secret: issued.secret } } };
}

function issue({ environment }: CommerceResources, input: ApiKeyInput) {
  const random = crypto.getRandomValues(new Uint8Array(secretBytes));
  const now = new Date();
  return issueApiKey(input, { environment, random, id: newId(now), now });
}

const storedOf = ({ key, secret }: ReturnType<typeof issue>) => ({ ...key, secret_hash: secretHash(secret) });
