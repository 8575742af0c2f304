import { randomBytes } from 'node:crypto';
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  GetApiKeysCommand,
  GetUsagePlanKeyCommand,
  GetUsagePlanKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway';
import { gatewayKeysEnvironment, installationTag } from '#contract/environment.ts';
import type { PlanName } from '#contract/plans.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { send } from '../dynamodb/table.ts';

/** A key by which API Gateway meters a brand. The authorizer supplies its value, never a client. */
export interface GatewayKey {
  readonly id: string;
  readonly value: string;
}

export type UsagePlanIds = Readonly<Record<PlanName, string>>;

/** Gateway keys of brands. A key is in one usage plan from its creation to its deletion. */
export interface GatewayKeys {
  /** Creates a key of a brand in the usage plan of the plan. A run that is killed may leave a key that nobody knows. */
  create(brandId: string, plan: PlanName): Promise<GatewayKey>;
  /** Every key of a brand. */
  keysOf(brandId: string): Promise<readonly { readonly id: string; readonly createdAt: Date }[]>;
  /** Deletes a key, which also takes it out of its usage plan. Idempotent. */
  remove(keyId: string): Promise<void>;
  keysIn(plan: PlanName): Promise<ReadonlySet<string>>;
}

interface GatewayKeysOptions {
  /** Milliseconds for which a change is retried after a conflict. */
  readonly deadline?: number;
  /** Attempts of the SDK at a throttled or failed request. */
  readonly maxAttempts?: number;
}

/** Gateway keys of an installation; the usage plans are those of its API. */
export function openGatewayKeys(
  usagePlans: UsagePlanIds,
  installation: string,
  { deadline = conflictDeadline, maxAttempts = 4 }: GatewayKeysOptions = {},
): GatewayKeys {
  const client = new APIGatewayClient({ maxAttempts });

  async function find(name: string): Promise<GatewayKey | undefined> {
    const query = { nameQuery: name, includeValues: true, limit: 500 };
    for await (const { items = [] } of everyPage((position) =>
      send(client.send(new GetApiKeysCommand({ ...query, position }))),
    )) {
      const { id, value } = items.find((key) => key.name === name) ?? {};
      if (id !== undefined && value !== undefined) return { id, value };
    }
    return undefined;
  }

  function createKey(brandId: string): Promise<GatewayKey> {
    // A name of its own for each key, so that a key that is being deleted is never found again.
    const name = `${namesOf(brandId)}${randomBytes(6).toString('hex')}`;
    // 64 characters: API Gateway requires 20 to 128.
    const value = randomBytes(32).toString('hex');
    const tags = { [installationTag]: installation };
    return settleConflict({
      change: async () => {
        const { id } = await send(client.send(new CreateApiKeyCommand({ name, value, enabled: true, tags })));
        if (id !== undefined) return { id, value };
        throw new StoreRejection('', new Error('API Gateway made a key without an id'));
      },
      // After a lost response, the SDK's own retry finds the key of its first attempt.
      read: () => find(name),
      deadline,
    });
  }

  const enter = (keyId: string, usagePlanId: string): Promise<boolean> =>
    settleConflict({
      change: async () => {
        await send(client.send(new CreateUsagePlanKeyCommand({ usagePlanId, keyId, keyType: 'API_KEY' })));
        return true;
      },
      read: async () =>
        (await isFound(client.send(new GetUsagePlanKeyCommand({ usagePlanId, keyId })))) || undefined,
      deadline,
    });

  return {
    async create(brandId, plan) {
      const key = await createKey(brandId);
      await enter(key.id, usagePlans[plan]);
      return key;
    },

    async keysOf(brandId) {
      const keys: { id: string; createdAt: Date }[] = [];
      const query = { nameQuery: namesOf(brandId), limit: 500 };
      for await (const { items = [] } of everyPage((position) =>
        send(client.send(new GetApiKeysCommand({ ...query, position }))),
      )) {
        for (const { id, createdDate } of items)
          if (id !== undefined) keys.push({ id, createdAt: createdDate ?? new Date() });
      }
      return keys;
    },

    async remove(keyId) {
      await isFound(client.send(new DeleteApiKeyCommand({ apiKey: keyId })));
    },

    async keysIn(plan) {
      const ids = new Set<string>();
      const query = { usagePlanId: usagePlans[plan], limit: 500 };
      for await (const { items = [] } of everyPage((position) =>
        send(client.send(new GetUsagePlanKeysCommand({ ...query, position }))),
      )) {
        for (const { id } of items) if (id !== undefined) ids.add(id);
      }
      return ids;
    },
  };
}

/** Gateway keys of the deployed API, for functions that declare the usage plans. */
export function deployedGatewayKeys(): GatewayKeys {
  const environment = gatewayKeysEnvironment.parse(process.env);
  return openGatewayKeys(
    {
      starter: environment.USAGE_PLAN_STARTER,
      farm: environment.USAGE_PLAN_FARM,
      enterprise: environment.USAGE_PLAN_ENTERPRISE,
    },
    environment.INSTALLATION,
  );
}

/** How the names of all keys of a brand begin. */
const namesOf = (brandId: string): string => `granary-brand-${brandId}-`;

async function* everyPage<Page extends { readonly position?: string | undefined }>(
  read: (position: string | undefined) => Promise<Page>,
): AsyncGenerator<Page> {
  let position: string | undefined;
  do {
    const page = await read(position);
    yield page;
    ({ position } = page);
  } while (position);
}

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
