import * as z from 'zod';
import type { DataFolder } from '../../state/data-folder.ts';
import { DurableMap } from '../../state/durable-map.ts';
import type { RestApi } from '../model/api.ts';
import type { QuotaPeriod, UsagePlan } from '../model/usage-plan.ts';
import { GatewayError } from '../processing/gateway-error.ts';
import type { ApiKeyStore, StoredApiKey } from './api-key-store.ts';
import type { TokenBuckets } from './token-bucket.ts';

const usageSchema = z.object({
  planId: z.string(),
  keyId: z.string(),
  /** First day of the period, yyyy-mm-dd. */
  period: z.string(),
  /** Requests by day. */
  days: z.record(z.string(), z.number()),
});
type Usage = z.infer<typeof usageSchema>;

/** How often counted requests are written down; a kill loses no more than this, as AWS's own count is approximate. */
const saveMilliseconds = 1_000;

/** Admits requests by API key: the key must be in a plan of the API's stage, within its rate and its quota. */
export class UsagePlanLimiter {
  readonly plans: ReadonlyMap<string, UsagePlan>;
  readonly #keys: ApiKeyStore;
  readonly #buckets: TokenBuckets;
  readonly #usage: DurableMap<Usage>;
  readonly #unsaved = new Map<string, Usage>();
  readonly #timer: NodeJS.Timeout;

  constructor(plans: readonly UsagePlan[], keys: ApiKeyStore, buckets: TokenBuckets, folder: DataFolder) {
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

  /** Requests by day of each key of a plan, between two days (yyyy-mm-dd), and what is left of the quota. */
  usage(
    planId: string,
    from: string,
    to: string,
  ): ReadonlyMap<string, readonly (readonly [number, number])[]> {
    this.#save();
    const plan = this.plans.get(planId);
    const result = new Map<string, (readonly [number, number])[]>();
    for (const record of this.#usage.values()) {
      if (record.planId !== planId) continue;
      let used = 0;
      const days = result.get(record.keyId) ?? [];
      for (const [day, count] of Object.entries(record.days).toSorted()) {
        used += count;
        if (day < from || day > to) continue;
        days.push([count, Math.max(0, (plan?.quota?.limit ?? Number.MAX_SAFE_INTEGER) - used)]);
      }
      result.set(record.keyId, days);
    }
    return result;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#save();
    this.#usage.close();
  }

  #planFor(keyId: string, api: RestApi) {
    for (const planId of this.#keys.plansOf(keyId)) {
      const plan = this.plans.get(planId);
      const stage = plan?.stages.find((one) => one.apiId === api.id && one.stage === api.stage.name);
      if (plan !== undefined && stage !== undefined) return { plan, stage };
    }
    return undefined;
  }

  #count(plan: UsagePlan, keyId: string): void {
    const now = new Date();
    const period = periodStart(plan.quota?.period ?? 'MONTH', plan.quota?.offset ?? 0, now);
    const key = `${plan.id}/${keyId}/${period}`;
    const usage = this.#unsaved.get(key) ??
      this.#usage.get(key) ?? { planId: plan.id, keyId, period, days: {} };
    const used = Object.values(usage.days).reduce((sum, count) => sum + count, 0);
    if (plan.quota !== undefined && used >= plan.quota.limit) throw new GatewayError('QUOTA_EXCEEDED');
    const day = dayOf(now);
    this.#unsaved.set(key, { ...usage, days: { ...usage.days, [day]: (usage.days[day] ?? 0) + 1 } });
  }

  #save(): void {
    for (const [key, usage] of this.#unsaved) this.#usage.set(key, usage);
    this.#unsaved.clear();
  }
}

/** First day of the quota period that a moment lies in. The offset moves it, in days. */
export function periodStart(period: QuotaPeriod, offset: number, now: Date): string {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  if (period === 'WEEK') {
    // Weeks begin on Sunday.
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() - offset + 7) % 7));
  }
  if (period === 'MONTH') {
    if (day.getUTCDate() <= offset) day.setUTCMonth(day.getUTCMonth() - 1);
    day.setUTCDate(1 + offset);
  }
  return dayOf(day);
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10);
}
