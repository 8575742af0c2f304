import { randomBytes } from 'node:crypto';
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { type PlanName, plans } from '#contract/plans.ts';
import { StoreRejection } from './rejections.ts';
import { send } from './table.ts';

/** The key by which API Gateway meters a brand. Its value is handed over by the authorizer, never by a client. */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
}

/** API Gateway usage-plan id of each plan. */
export type UsagePlans = Readonly<Record<PlanName, string>>;

/** One gateway key for each brand, in the usage plan of the brand's plan. */
export interface GatewayKeys {
  /** The brand's key, made when it has none, in the plan's usage plan. Can be repeated at any point. */
  ensure(brandId: string, plan: PlanName): Promise<GatewayKey>;
  /** Moves a key into the plan's usage plan and out of all others. Can be repeated at any point. */
  move(keyId: string, plan: PlanName): Promise<void>;
}

/** Gateway keys of the account; the usage plans are those of the deployed API. */
export function openGatewayKeys(usagePlans: UsagePlans): GatewayKeys {
  const client = new APIGatewayClient({ maxAttempts: 4 });

  async function find(name: string): Promise<GatewayKey | undefined> {
    let position: string | undefined;
    do {
      const page = await send(
        client.send(new GetApiKeysCommand({ nameQuery: name, includeValues: true, limit: 500, position })),
      );
      // The query finds names that begin so, and whoever manages the account may have given one to a key of theirs.
      const found = page.items?.find((key) => key.name === name);
      if (found?.id && found.value) return { id: found.id, value: found.value };
      ({ position } = page);
    } while (position);
    return undefined;
  }

  async function create(name: string): Promise<GatewayKey> {
    // 64 characters: API Gateway asks for 20 to 128.
    const value = randomBytes(32).toString('hex');
    try {
      const { id } = await send(client.send(new CreateApiKeyCommand({ name, value, enabled: true })));
      if (id !== undefined) return { id, value };
    } catch (error) {
      // The SDK's own retry after a lost answer meets the key that the first attempt made.
      const made = isCausedBy(error, ConflictException) ? await find(name) : undefined;
      if (made) return made;
      throw error;
    }
    throw new StoreRejection('', new Error('API Gateway made a key without an id'));
  }

  async function enter(keyId: string, plan: PlanName): Promise<void> {
    const usagePlanId = usagePlans[plan];
    await unless(
      ConflictException,
      client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' })),
    );
  }

  async function move(keyId: string, plan: PlanName): Promise<void> {
    // A key may be in one usage plan of a stage only, so it leaves before it enters.
    for (const other of planNames.filter((name) => name !== plan)) {
      const usagePlanId = usagePlans[other];
      await unless(NotFoundException, client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
    }
    await enter(keyId, plan);
  }

  return {
    async ensure(brandId, plan) {
      const name = `granary-brand-${brandId}`;
      const known = await find(name);
      if (known) {
        await move(known.id, plan);
        return known;
      }
      const made = await create(name);
      await enter(made.id, plan);
      return made;
    },
    move,
  };
}

const planNames = Object.keys(plans) as PlanName[];

type ErrorClass = abstract new (...args: never[]) => Error;

const isCausedBy = (error: unknown, expected: ErrorClass): boolean =>
  error instanceof Error && error.cause instanceof expected;

/** Takes the error that says that the work is done already for success. */
async function unless(expected: ErrorClass, request: Promise<unknown>): Promise<void> {
  try {
    await send(request);
  } catch (error) {
    if (!isCausedBy(error, expected)) throw error;
  }
}
