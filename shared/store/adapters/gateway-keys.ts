import { randomBytes } from 'node:crypto';
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { type PlanName, plans } from '#contract/plans.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { send } from '../dynamodb/table.ts';

/** The key by which API Gateway meters a brand. The authorizer supplies its value, never a client. */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
}

export type UsagePlanIds = Readonly<Record<PlanName, string>>;

/** One gateway key for each brand, in the usage plan of the brand's plan. */
export interface GatewayKeys {
  /** Returns the brand's key, created if missing, in the usage plan of the plan. Idempotent. */
  ensure(brandId: string, plan: PlanName): Promise<GatewayKey>;
  /** Moves a key into the usage plan of the plan and out of all others. Idempotent. */
  move(keyId: string, plan: PlanName): Promise<void>;
  /** Deletes the key of a brand that is gone. Idempotent. */
  remove(brandId: string): Promise<void>;
  keysIn(plan: PlanName): Promise<ReadonlySet<string>>;
}

interface GatewayKeysOptions {
  /** Milliseconds for which a change is retried after a conflict. */
  readonly deadline?: number;
  /** Attempts of the SDK at a throttled or failed request. */
  readonly maxAttempts?: number;
}

/** Gateway keys of the account; the usage plans are those of the deployed API. */
export function openGatewayKeys(
  usagePlans: UsagePlanIds,
  { deadline = conflictDeadline, maxAttempts = 4 }: GatewayKeysOptions = {},
): GatewayKeys {
  const client = new APIGatewayClient({ maxAttempts });

  async function find(name: string): Promise<GatewayKey | undefined> {
    let position: string | undefined;
    do {
      const page = await send(
        client.send(new GetApiKeysCommand({ nameQuery: name, includeValues: true, limit: 500, position })),
      );
      // The query also finds longer names, which other keys of the account may have.
      const found = page.items?.find((key) => key.name === name);
      if (found?.id && found.value) return { id: found.id, value: found.value };
      ({ position } = page);
    } while (position);
    return undefined;
  }

  function create(name: string): Promise<GatewayKey> {
    // 64 characters: API Gateway requires 20 to 128.
    const value = randomBytes(32).toString('hex');
    return settleConflict({
      change: async () => {
        const { id } = await send(client.send(new CreateApiKeyCommand({ name, value, enabled: true })));
        if (id !== undefined) return { id, value };
        throw new StoreRejection('', new Error('API Gateway made a key without an id'));
      },
      // After a lost response, the SDK's own retry finds the key of its first attempt.
      read: () => find(name),
      deadline,
    });
  }

  const enter = (keyId: string, plan: PlanName, others: readonly PlanName[]): Promise<boolean> =>
    settleConflict({
      change: async () => {
        // A key can be in only one usage plan of a stage, so it leaves before it enters.
        for (const other of others) await leave(keyId, other);
        const usagePlanId = usagePlans[plan];
        await send(client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' })));
        return true;
      },
      read: async () => (await isIn(keyId, plan)) || undefined,
      deadline,
    });

  async function leave(keyId: string, plan: PlanName): Promise<void> {
    const usagePlanId = usagePlans[plan];
    await isFound(client.send(new DeleteUsagePlanKeyCommand({ usagePlanId, keyId })));
  }

  function isIn(keyId: string, plan: PlanName): Promise<boolean> {
    const usagePlanId = usagePlans[plan];
    return isFound(client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })));
  }

  return {
    async ensure(brandId, plan) {
      const name = nameOf(brandId);
      const known = await find(name);
      const key = known ?? (await create(name));
      await enter(key.id, plan, known ? plansBeside(plan) : []);
      return key;
    },

    async remove(brandId) {
      // Found by its name, so that a key of another API of the account is never deleted.
      const key = await find(nameOf(brandId));
      if (key) await isFound(client.send(new DeleteApiKeyCommand({ apiKey: key.id })));
    },

    async move(keyId, plan) {
      await enter(keyId, plan, plansBeside(plan));
    },

    async keysIn(plan) {
      const ids = new Set<string>();
      let position: string | undefined;
      do {
        const query = { usagePlanId: usagePlans[plan], limit: 500, position };
        const page = await send(client.send(new GetUsagePlanKeysCommand(query)));
        for (const { id } of page.items ?? []) if (id !== undefined) ids.add(id);
        ({ position } = page);
      } while (position);
      return ids;
    },
  };
}

const nameOf = (brandId: string): string => `granary-brand-${brandId}`;

const planNames = Object.keys(plans) as PlanName[];
const plansBeside = (plan: PlanName) => planNames.filter((name) => name !== plan);

async function isFound(request: Promise<unknown>): Promise<boolean> {
  try {
    await send(request);
    return true;
  } catch (error) {
    if (isCausedBy(error, NotFoundException)) return false;
    throw error;
  }
}

/** Milliseconds for which one change is retried; below API Gateway's 29 seconds. */
const conflictDeadline = 8000;

interface Conflicting<Result> {
  readonly change: () => Promise<Result>;
  /** Reads the result of the change from API Gateway; undefined if there is none. */
  readonly read: () => Promise<Result | undefined>;
  readonly deadline: number;
}

/**
 * Makes a change that API Gateway may refuse with 409, which means either that the change is already done or that another
 * change is in progress. So it reads the result, and retries with back-off if there is none.
 *
 * @throws StoreRejection when API Gateway still refuses after the deadline
 */
async function settleConflict<Result>({ change, read, deadline }: Conflicting<Result>): Promise<Result> {
  const end = Date.now() + deadline;
  for (let attempt = 0; ; attempt++) {
    try {
      return await change();
    } catch (error) {
      if (!isCausedBy(error, ConflictException)) throw error;
      const done = await read();
      if (done !== undefined) return done;
      if (Date.now() > end) throw new StoreRejection('API Gateway is busy with other changes', error);
      await pause(Math.random() * Math.min(1000, 50 * 2 ** attempt));
    }
  }
}

type ErrorClass = abstract new (...args: never[]) => Error;

const isCausedBy = (error: unknown, expected: ErrorClass): boolean =>
  error instanceof Error && error.cause instanceof expected;

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
