import * as z from 'zod';
import type { ClaimsKey } from '#claims/api-keys/contract.ts';
import { readClaimsKeys } from '#claims/api-keys/records.ts';
import { type ApiKey, apiKeyInput } from '#commerce/api-keys/contract.ts';
import { readKeys } from '#commerce/api-keys/records.ts';
import type { Brand, StoredBrand } from '#commerce/brands/contract.ts';
import { shownBrand } from '#commerce/brands/rules.ts';
import type { PlanName } from '#contract/plans.ts';
import type { GatewayKeys } from '#store/adapters/gateway-keys.ts';
import type { StoredPage } from '#store/dynamodb/query-page.ts';
import { brandRecords } from './brand.ts';
import { declareCommand, type Session } from './command.ts';
import { type ClaimsResources, type CommerceResources, openDeployed } from './stacks.ts';

export const keysListCommand = declareCommand(
  'keys list',
  z.strictObject({ brand: apiKeyInput.shape.brand_id.optional() }),
  async ({ brand }, session) => {
    const { commerce, claims } = await openDeployed(session, brand === undefined);
    return {
      json: {
        ...(commerce && { brands: await listBrands(commerce, session, await brandRecords(commerce, brand)) }),
        ...(claims && { claims_keys: await listClaims(claims, session) }),
      },
    };
  },
);

/** `linked`: the newest gateway key is in the usage plan of the brand's plan. relink repairs the other states. */
type GatewayKeyState = 'linked' | 'wrong_plan' | 'not_linked';

interface ListedBrand extends Brand {
  readonly gateway_key: GatewayKeyState;
  readonly keys: readonly ApiKey[];
}

async function listBrands(
  { gatewayKeys }: CommerceResources,
  { print }: Session,
  records: readonly StoredBrand[],
): Promise<readonly ListedBrand[]> {
  const inPlans = await keysByPlan(gatewayKeys);
  const listed: ListedBrand[] = [];
  print(`Commerce: ${counted(records.length, 'brand')}`);
  for (const record of records) {
    const brand = shownBrand(record);
    const state = stateOf(record, inPlans);
    const keys = await all((page) => readKeys(brand.id, page));
    print(`  ${brand.id}  ${brand.name}, plan ${brand.plan}, gateway key ${stateTexts[state]}`);
    for (const key of keys) print(`    ${lineOf(key)}`);
    listed.push({ ...brand, gateway_key: state, keys });
  }
  return listed;
}

function stateOf({ plan, gateway_keys }: StoredBrand, inPlans: KeysByPlan): GatewayKeyState {
  const newest = gateway_keys.at(-1)?.id ?? '';
  if (inPlans[plan].has(newest)) return 'linked';
  return Object.values(inPlans).some((keys) => keys.has(newest)) ? 'wrong_plan' : 'not_linked';
}

const stateTexts: Readonly<Record<GatewayKeyState, string>> = {
  linked: 'linked',
  wrong_plan: 'in the usage plan of another plan; run operator relink',
  not_linked: 'not linked; run operator relink',
};

async function listClaims({ table }: ClaimsResources, { print }: Session): Promise<readonly ClaimsKey[]> {
  const keys = await all((page) => readClaimsKeys(table, page));
  print(`Claims: ${counted(keys.length, 'key')}`);
  for (const key of keys) print(`  ${lineOf(key)}`);
  return keys;
}

function lineOf({ id, role, prefix, name, created_at, revoked_at }: ApiKey | ClaimsKey): string {
  const state = revoked_at === undefined ? `created ${created_at}` : `revoked ${revoked_at}`;
  return `${id}  ${role.padEnd(7)}  ${prefix}…  ${name}, ${state}`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function all<Item>(
  read: (page: { readonly limit: number; readonly cursor?: string | undefined }) => Promise<StoredPage<Item>>,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 200, cursor });
    items.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}

type KeysByPlan = Readonly<Record<PlanName, ReadonlySet<string>>>;

export async function keysByPlan(keys: Pick<GatewayKeys, 'keysIn'>): Promise<KeysByPlan> {
  return {
    starter: await keys.keysIn('starter'),
    farm: await keys.keysIn('farm'),
    enterprise: await keys.keysIn('enterprise'),
  };
}
