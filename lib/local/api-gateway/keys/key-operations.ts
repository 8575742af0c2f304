import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { ServiceError } from '../../control-plane/operation.ts';
import type { RestHandler, RestRequest, RestRoute } from '../../control-plane/rest.ts';
import type { UsagePlan } from '../model/usage-plan.ts';
import { type ApiKeyStore, generateKeyValue, type StoredApiKey } from './api-key-store.ts';
import type { UsagePlanLimiter } from './usage-plan-limiter.ts';

const createSchema = z.object({
  name: z.string().default(''),
  enabled: z.boolean().default(false),
  value: z.string().optional(),
  tags: z.record(z.string(), z.string()).default({}),
});
const planKeySchema = z.object({ keyId: z.string(), keyType: z.string().default('API_KEY') });

/** Milliseconds until a key that was put into a plan is valid; on AWS seconds. */
const propagationMilliseconds = 2_000;

export function apiGatewayRoutes(
  keys: ApiKeyStore,
  usage: UsagePlanLimiter,
  turn = new PlanKeyLock(),
): readonly RestRoute[] {
  const keyOf = (request: RestRequest): StoredApiKey => {
    const key = keys.get(request.parameter('key'));
    if (key === undefined) throw notFound('API Key identifier');
    return key;
  };
  const planOf = (request: RestRequest): UsagePlan => {
    const plan = usage.plans.get(request.parameter('plan'));
    if (plan === undefined) throw notFound('Usage Plan ID');
    return plan;
  };
  const route = (method: string, path: string, handle: RestHandler): RestRoute => ({ method, path, handle });
  return [
    route('POST', '/apikeys', (request) => ({
      status: 201,
      body: shown(createKey(keys, request.body, usage.now()), true),
    })),
    route('GET', '/apikeys', (request) => {
      const wanted = request.query.get('name');
      const found = keys.all().filter(({ name }) => wanted === null || name.startsWith(wanted));
      return {
        body: page(found, request, (key) => shown(key, request.query.get('includeValues') === 'true')),
      };
    }),
    route('DELETE', '/apikeys/{key}', (request) => {
      keys.remove(keyOf(request).id);
      return { status: 202 };
    }),
    route('GET', '/usageplans', (request) => {
      const keyId = request.query.get('keyId');
      const found = [...usage.plans.values()].filter(
        ({ id }) => keyId === null || keys.plansOf(keyId).has(id),
      );
      return { body: page(found, request, shownPlan) };
    }),
    route('GET', '/usageplans/{plan}/keys', (request) => {
      const found = keys.keysOfPlan(planOf(request).id);
      return { body: page(found, request, shownPlanKey) };
    }),
    route('GET', '/usageplans/{plan}/keys/{key}', (request) => {
      const key = keys.get(request.parameter('key'));
      if (key === undefined || !keys.plansOf(key.id).has(planOf(request).id)) {
        throw notFound('Usage Plan Key identifier');
      }
      return { body: shownPlanKey(key) };
    }),
    route('POST', '/usageplans/{plan}/keys', async (request) => {
      const { keyId } = parse(planKeySchema, request.body);
      const key = await turn.run(() => {
        const plan = planOf(request);
        const found = keys.get(keyId);
        if (found === undefined) throw notFound('API Key identifier');
        if (keys.plansOf(keyId).has(plan.id)) {
          throw new ServiceError('ConflictException', `Usage Plan ${plan.id} already contains ${keyId}`, 409);
        }
        refuseSecondPlan(found, plan, keys, usage);
        keys.addToPlan(keyId, plan.id, usage.now() + propagationMilliseconds);
        return found;
      });
      return { status: 201, body: shownPlanKey(key) };
    }),
    route('DELETE', '/usageplans/{plan}/keys/{key}', (request) => {
      if (!keys.removeFromPlan(keyOf(request).id, planOf(request).id)) {
        throw notFound('Usage Plan Key identifier');
      }
      return { status: 202 };
    }),
  ];
}

const notFound = (what: string) => new ServiceError('NotFoundException', `Invalid ${what} specified`, 404);

function createKey(keys: ApiKeyStore, body: unknown, time: number): StoredApiKey {
  const input = parse(createSchema, body);
  const value = input.value ?? generateKeyValue();
  if (value.length < 20 || value.length > 128) {
    throw new ServiceError('BadRequestException', 'API Key value should be at least 20 characters', 400);
  }
  if (keys.byValue(value) !== undefined) {
    throw new ServiceError('ConflictException', 'API Key already exists', 409);
  }
  const id = BigInt(`0x${randomBytes(8).toString('hex')}`)
    .toString(36)
    .slice(0, 10)
    .padEnd(10, '0');
  const now = Math.floor(time / 1_000);
  const key: StoredApiKey = { ...input, id, value, createdDate: now, lastUpdatedDate: now };
  keys.put(key);
  return key;
}

/** Throws ConflictException for a key that is already in another plan of the same stage. */
function refuseSecondPlan(
  key: StoredApiKey,
  plan: UsagePlan,
  keys: ApiKeyStore,
  usage: UsagePlanLimiter,
): void {
  for (const planId of keys.plansOf(key.id)) {
    const other = usage.plans.get(planId);
    const shared = other?.stages.some(({ apiId, stage }) =>
      plan.stages.some((one) => one.apiId === apiId && one.stage === stage),
    );
    if (shared) {
      const message = `API Key ${key.id} is already in another usage plan of the same API stage`;
      throw new ServiceError('ConflictException', message, 409);
    }
  }
}

function shown(key: StoredApiKey, withValue: boolean): object {
  const { value, ...rest } = key;
  return { ...rest, stageKeys: [], ...(withValue && { value }) };
}

function shownPlan(plan: UsagePlan): object {
  return {
    id: plan.id,
    name: plan.name,
    description: plan.description,
    apiStages: plan.stages.map(({ apiId, stage }) => ({ apiId, stage })),
    throttle: plan.throttle && { rateLimit: plan.throttle.rate, burstLimit: plan.throttle.burst },
    quota: plan.quota && { limit: plan.quota, period: 'MONTH' },
  };
}

function shownPlanKey({ id, name, value }: StoredApiKey): object {
  return { id, name, value, type: 'API_KEY' };
}

function page<Item extends { readonly id: string }>(
  items: readonly Item[],
  request: RestRequest,
  show: (item: Item) => object,
): object {
  const limit = Math.min(500, Number(request.query.get('limit') ?? 25));
  const position = request.query.get('position');
  const start = position === null ? 0 : items.findIndex(({ id }) => id === position) + 1;
  const shownItems = items.slice(start, start + limit);
  const more = start + limit < items.length;
  return { item: shownItems.map(show), ...(more && { position: shownItems.at(-1)?.id }) };
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new ServiceError('BadRequestException', z.prettifyError(parsed.error), 400);
  return parsed.data;
}

/** How long one association holds the lock, in milliseconds; shorter than on AWS. */
const associationMilliseconds = 3;

/** API Gateway's lock on usage plans: it adds one key to one plan at a time and refuses other requests meanwhile. */
export class PlanKeyLock {
  #isHeld = false;

  /** Acquires the lock and returns its release. Throws ConflictException when another request holds it. */
  acquire(): () => void {
    if (this.#isHeld) {
      const message = 'Unable to complete operation due to concurrent modification. Please try again later.';
      throw new ServiceError('ConflictException', message, 409);
    }
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
    };
  }

  async run<Result>(associate: () => Result): Promise<Result> {
    const release = this.acquire();
    try {
      await delay(associationMilliseconds);
      return associate();
    } finally {
      release();
    }
  }
}
