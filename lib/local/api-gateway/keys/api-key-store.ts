import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { DataFolder } from '../../state/data-folder.ts';
import { DurableMap } from '../../state/durable-map.ts';
import type { TemplateKey } from '../model/usage-plan.ts';

const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  /** Seconds since 1970. */
  createdDate: z.number(),
  lastUpdatedDate: z.number(),
  tags: z.record(z.string(), z.string()).default({}),
});
export type StoredApiKey = z.infer<typeof keySchema>;

export class ApiKeyStore {
  readonly #keys: DurableMap<StoredApiKey>;
  readonly #planKeys: DurableMap<{ planId: string; keyId: string }>;
  readonly #byValue = new Map<string, string>();
  readonly #plansOfKey = new Map<string, Set<string>>();
  /** When keys that were put into plans become valid, by plan and key. */
  readonly #validFrom = new Map<string, number>();

  constructor(folder: DataFolder) {
    this.#keys = DurableMap.open(folder.file('state', 'api-keys.ndjson'), keySchema);
    const planKey = z.object({ planId: z.string(), keyId: z.string() });
    this.#planKeys = DurableMap.open(folder.file('state', 'usage-plan-keys.ndjson'), planKey);
    for (const key of this.#keys.values()) this.#byValue.set(key.value, key.id);
    for (const { planId, keyId } of this.#planKeys.values()) this.#plansOf(keyId).add(planId);
  }

  /** Stores a key of the templates; a value is generated only once. */
  adopt(template: TemplateKey): void {
    const existing = this.#keys.get(template.id);
    const now = Math.floor(Date.now() / 1_000);
    this.put({
      ...template,
      value: template.value ?? existing?.value ?? generateKeyValue(),
      createdDate: existing?.createdDate ?? now,
      lastUpdatedDate: existing?.lastUpdatedDate ?? now,
      tags: {},
    });
  }

  get(id: string): StoredApiKey | undefined {
    return this.#keys.get(id);
  }

  byValue(value: string): StoredApiKey | undefined {
    const id = this.#byValue.get(value);
    return id === undefined ? undefined : this.#keys.get(id);
  }

  all(): readonly StoredApiKey[] {
    return [...this.#keys.values()];
  }

  put(key: StoredApiKey): void {
    const before = this.#keys.get(key.id);
    if (before !== undefined) this.#byValue.delete(before.value);
    this.#keys.set(key.id, key);
    this.#byValue.set(key.value, key.id);
  }

  remove(id: string): boolean {
    const key = this.#keys.get(id);
    if (key === undefined) return false;
    for (const planId of [...this.plansOf(id)]) this.removeFromPlan(id, planId);
    this.#byValue.delete(key.value);
    return this.#keys.delete(id);
  }

  plansOf(keyId: string): ReadonlySet<string> {
    return this.#plansOfKey.get(keyId) ?? new Set();
  }

  keysOfPlan(planId: string): readonly StoredApiKey[] {
    return this.all().filter(({ id }) => this.plansOf(id).has(planId));
  }

  /** Whether requests with the key count as requests of the plan yet. */
  isValidIn(keyId: string, planId: string, now: number): boolean {
    return this.plansOf(keyId).has(planId) && (this.#validFrom.get(`${planId}/${keyId}`) ?? 0) <= now;
  }

  addToPlan(keyId: string, planId: string, validFrom = 0): void {
    if (this.plansOf(keyId).has(planId)) return;
    this.#validFrom.set(`${planId}/${keyId}`, validFrom);
    this.#plansOf(keyId).add(planId);
    this.#planKeys.set(`${planId}/${keyId}`, { planId, keyId });
  }

  removeFromPlan(keyId: string, planId: string): boolean {
    this.#plansOf(keyId).delete(planId);
    return this.#planKeys.delete(`${planId}/${keyId}`);
  }

  close(): void {
    this.#keys.close();
    this.#planKeys.close();
  }

  #plansOf(keyId: string): Set<string> {
    const known = this.#plansOfKey.get(keyId) ?? new Set<string>();
    this.#plansOfKey.set(keyId, known);
    return known;
  }
}

/** Generates 40 letters and digits, like API Gateway. */
export function generateKeyValue(): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  return [...randomBytes(40)].map((byte) => alphabet[byte % alphabet.length]).join('');
}
