import * as z from 'zod';
import type { DataFolder } from '../../state/data-folder.ts';
import { DurableMap } from '../../state/durable-map.ts';
import type { RestApi } from '../model/api.ts';
import type { MethodThrottle } from '../model/stage.ts';
import type { UsagePlan } from '../model/usage-plan.ts';
import { GatewayError } from '../processing/gateway-call.ts';
import type { ApiKeyStore, StoredApiKey } from './api-key-store.ts';

/** API Gateway's throttle: up to `burst` tokens, refilled at `rate` per second; each request takes one. */
export class TokenBucket {
  readonly #throttle: MethodThrottle;
  #tokens: number;
  #filledAt: number;

  /** `now` is in milliseconds. */
  constructor(throttle: MethodThrottle, now: number) {
    this.#throttle = throttle;
    this.#tokens = throttle.burst;
    this.#filledAt = now;
  }

  /** Takes a token; false when there is none. */
  take(now: number): boolean {
    const refill = ((now - this.#filledAt) / 1_000) * this.#throttle.rate;
    this.#tokens = Math.min(this.#throttle.burst, this.#tokens + Math.max(0, refill));
    this.#filledAt = now;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}

export class TokenBuckets {
  readonly #buckets = new Map<string, TokenBucket>();

  take(name: string, throttle: MethodThrottle): boolean {
    const now = performance.now();
    const key = `${name} ${throttle.rate} ${throttle.burst}`;
    let bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket(throttle, now);
      this.#buckets.set(key, bucket);
    }
    return bucket.take(now);
  }
}

const usageSchema = z.object({
  planId: z.string(),
  keyId: z.string(),
  /** First day of the month, yyyy-mm-dd. */
  period: z.string(),
  /** Requests by day. */
  days: z.record(z.string(), z.number()),
});
type Usage = z.infer<typeof usageSchema>;

/** Interval between writes of the counts. A kill loses the counts of one interval; the counts of AWS are approximate too. */
const saveMilliseconds = 1_000;

/** Admits requests by API key: the key must be in a plan of the API's stage, within rate and quota of the plan. */
export class UsagePlanLimiter {
  readonly plans: ReadonlyMap<string, UsagePlan>;
  /** Milliseconds since 1970, by the clock of the stack. */
  readonly now: () => number;
  readonly #keys: ApiKeyStore;
  readonly #buckets: TokenBuckets;
  readonly #usage: DurableMap<Usage>;
  readonly #unsaved = new Map<string, Usage>();
  readonly #timer: NodeJS.Timeout;

  constructor(
    plans: readonly UsagePlan[],
    keys: ApiKeyStore,
    buckets: TokenBuckets,
    folder: DataFolder,
    now: () => number = Date.now,
  ) {
    this.now = now;
    this.plans = new Map(plans.map((plan) => [plan.id, plan]));
    this.#keys = keys;
    this.#buckets = buckets;
    this.#usage = DurableMap.open(folder.file('state', 'usage.ndjson'), usageSchema);
    this.#timer = setInterval(() => this.#save(), saveMilliseconds).unref();
  }

  /** Throws GatewayError: INVALID_API_KEY, THROTTLED or QUOTA_EXCEEDED. */
  admit(keyValue: string | undefined, api: RestApi, resourcePath: string, httpMethod: string): StoredApiKey {
    const key = keyValue === undefined ? undefined : this.#keys.byValue(keyValue);
    if (key === undefined || !key.enabled) throw new GatewayError('INVALID_API_KEY');
    const found = this.#planFor(key.id, api);
    if (found === undefined) throw new GatewayError('INVALID_API_KEY');
    const { plan, stage } = found;
    const name = `${plan.id}/${key.id}`;
    const ofMethod =
      stage.throttles.get(`${resourcePath}/${httpMethod}`) ?? stage.throttles.get(`${resourcePath}/ANY`);
    if (ofMethod !== undefined && !this.#buckets.take(`${name} ${httpMethod} ${resourcePath}`, ofMethod)) {
      throw new GatewayError('THROTTLED');
    }
    if (plan.throttle !== undefined && !this.#buckets.take(name, plan.throttle))
      throw new GatewayError('THROTTLED');
    this.#count(plan, key.id);
    return key;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#save();
    this.#usage.close();
  }

  #planFor(keyId: string, api: RestApi) {
    for (const planId of this.#keys.plansOf(keyId)) {
      const plan = this.plans.get(planId);
      if (!this.#keys.isValidIn(keyId, planId, this.now())) continue;
      const stage = plan?.stages.find((one) => one.apiId === api.id && one.stage === api.stage.name);
      if (plan !== undefined && stage !== undefined) return { plan, stage };
    }
    return undefined;
  }

  #count(plan: UsagePlan, keyId: string): void {
    const day = new Date().toISOString().slice(0, 10);
    const period = `${day.slice(0, 7)}-01`;
    const key = `${plan.id}/${keyId}/${period}`;
    const usage = this.#unsaved.get(key) ??
      this.#usage.get(key) ?? { planId: plan.id, keyId, period, days: {} };
    const used = Object.values(usage.days).reduce((sum, count) => sum + count, 0);
    if (plan.quota !== undefined && used >= plan.quota) throw new GatewayError('QUOTA_EXCEEDED');
    this.#unsaved.set(key, { ...usage, days: { ...usage.days, [day]: (usage.days[day] ?? 0) + 1 } });
  }

  #save(): void {
    for (const [key, usage] of this.#unsaved) this.#usage.set(key, usage);
    this.#unsaved.clear();
  }
}
