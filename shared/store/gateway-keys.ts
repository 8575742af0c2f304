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
    // The query matches names by their beginning; ours end in a whole id, so the first that begins so is the one.
    const { items } = await send(
      client.send(new GetApiKeysCommand({ nameQuery: name, includeValues: true, limit: 1 })),
    );
    const [found] = items ?? [];
    return found?.id && found.value ? { id: found.id, value: found.value } : undefined;
  }

  async function create(name: string): Promise<GatewayKey> {
    // 64 characters: API Gateway asks for 20 to 128, and compares values in every request.
    const value = randomBytes(32).toString('hex');
    const { id } = await send(client.send(new CreateApiKeyCommand({ name, value, enabled: true })));
    if (id === undefined) throw new Error('API Gateway made a key without an id');
    return { id, value };
  }

  const enter = (keyId: string, plan: PlanName) =>
    send(
      client
        .send(new CreateUsagePlanKeyCommand({ usagePlanId: usagePlans[plan], keyId, keyType: 'API_KEY' }))
        .catch(unless(ConflictException)),
    );

  const leave = (keyId: string, plan: PlanName) =>
    send(
      client
        .send(new DeleteUsagePlanKeyCommand({ usagePlanId: usagePlans[plan], keyId }))
        .catch(unless(NotFoundException)),
    );

  return {
    async ensure(brandId, plan) {
      const name = `granary-brand-${brandId}`;
      const key = (await find(name)) ?? (await create(name));
      await enter(key.id, plan);
      return key;
    },
    async move(keyId, plan) {
      // A key may be in one usage plan of a stage only, so it leaves before it enters.
      for (const other of planNames) if (other !== plan) await leave(keyId, other);
      await enter(keyId, plan);
    },
  };
}

const planNames = Object.keys(plans) as PlanName[];

/** Takes the error that says the work is done already for success. */
const unless =
  (expected: abstract new (...args: never[]) => Error) =>
  (error: unknown): undefined => {
    if (!(error instanceof expected)) throw error;
  };
