import type { Brand } from '#contract/commerce/brands.ts';

const dayMilliseconds = 86_400_000;

/** Days before the deletion on which members are reminded. */
const reminderDays = [7, 1] as const;

type Deletion = NonNullable<Brand['deletion']>;

/** The brand under deletion. The time of an earlier request stays. */
export function withDeletion(brand: Brand, waitDays: number, now: Date): Brand {
  if (brand.deletion !== undefined) return brand;
  const deletes_at = new Date(now.getTime() + waitDays * dayMilliseconds).toISOString();
  return changed({ ...brand, deletion: { requested_at: now.toISOString(), deletes_at } }, now);
}

export function withoutDeletion(brand: Brand, now: Date): Brand {
  if (brand.deletion === undefined) return brand;
  const { deletion, ...kept } = brand;
  return changed(kept, now);
}

const changed = (brand: Brand, now: Date): Brand => ({
  ...brand,
  updated_at: now.toISOString(),
  version: brand.version + 1,
});

/** The next time at which the deletion needs work: a reminder or the deletion itself. */
export function nextStep({ deletes_at }: Deletion, now: Date): Date {
  const end = Date.parse(deletes_at);
  const times = reminderDays.map((days) => end - days * dayMilliseconds);
  return new Date(times.find((time) => time > now.getTime()) ?? end);
}

/** Whole days until the deletion, rounded up. */
export const daysLeft = ({ deletes_at }: Deletion, now: Date): number =>
  Math.ceil((Date.parse(deletes_at) - now.getTime()) / dayMilliseconds);

export const isDue = ({ deletes_at }: Deletion, now: Date): boolean =>
  Date.parse(deletes_at) <= now.getTime();
