import * as z from 'zod';
import { defaultSettings } from '#commerce/brand.ts';
import { campaigns } from '#commerce/campaigns/records.ts';
import { noChoices, type OnboardingChoices, type OnboardingFacts } from '#commerce/onboarding/tour.ts';
import { orders } from '#commerce/orders/records.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { type OnboardingStep, onboardingSteps } from '#contract/commerce/onboarding.ts';
import { getItems, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { rangeIn } from '../../records/place.ts';
import { findBrand } from '../brands.ts';
import { apiKeysOf, productsOf, waterLogIdsOf } from '../commerce-keys.ts';
import { onboardingFactsKey, onboardingPersonKey } from '../inboxes/inbox-keys.ts';

/** Records whose first one completes a step. */
const recordsOf = {
  first_product: productsOf,
  first_order: (brand_id) => rangeIn(orders.name, [orders.pk, orders.sk], { brand_id }),
  first_water_log: waterLogIdsOf,
  team_or_api_key: apiKeysOf,
  first_campaign: (brand_id: string) => rangeIn(campaigns.name, [campaigns.pk, campaigns.sk], { brand_id }),
} as const satisfies Partial<Record<OnboardingStep, typeof productsOf>>;

/**
 * The facts of a brand, from its records and from recorded events; undefined for an unknown brand.
 */
export async function readOnboardingFacts(
  table: Table,
  brandId: string,
): Promise<OnboardingFacts | undefined> {
  const [record, [item], ...first] = await Promise.all([
    findBrand(table, brandId),
    getItems(table, [onboardingFactsKey(brandId)]),
    ...entriesOf(recordsOf).map(
      async ([step, rangeOf]) => [step, await firstTime(table, rangeOf(brandId))] as const,
    ),
  ]);
  if (record === undefined) return undefined;
  const stored: OnboardingFacts = factsFrom.parse(item ?? {});
  const known = first.flatMap(([step, time]) => {
    const [earliest] = [time, stored[step]].filter((one) => one !== undefined).sort();
    return earliest === undefined ? [] : [[step, earliest]];
  });
  const { brand_profile } = stored;
  return { ...(brand_profile !== undefined && { brand_profile }), ...Object.fromEntries(known) };
}

const isDefaultZone = (timeZone: string) => timeZone === defaultSettings.time_zone;

/** The action that records the profile of a new brand, if it has one. */
export const profileFactActions = ({ id, time_zone, created_at }: Brand): readonly TransactAction[] =>
  isDefaultZone(time_zone) ? [] : [onboardingFactAction(id, 'brand_profile', created_at)];

const factsFrom = z
  .object(Object.fromEntries(onboardingSteps.map((step) => [step, z.string().optional()])))
  .transform((facts) => Object.fromEntries(Object.entries(facts).filter(([, time]) => time !== undefined)));

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][];

/**
 * Time of the oldest record, from its id; undefined without a record. Entries of the irrigation log that a device made have ids
 * without a time, so theirs is read from the record.
 */
async function firstTime(table: Table, range: { readonly pk: string; readonly prefix: string }) {
  for await (const { sk, created_at } of queryItems(table, range, { pageSize: 1 })) {
    return timeOfId(String(sk).slice(range.prefix.length)) ?? String(created_at);
  }
  return undefined;
}

/** The time in a UUID of version 7; undefined for an id of another version, such as one made by a client. */
function timeOfId(id: string): string | undefined {
  if (!/^[\da-f]{8}-[\da-f]{4}-7/.test(id)) return undefined;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

/** The action that records a fact, for the transaction that removes its record. The first time stays. */
export const onboardingFactAction = (
  brandId: string,
  step: OnboardingStep,
  time: string,
): TransactAction => ({
  Update: { Key: { ...onboardingFactsKey(brandId) }, ...factUpdate(step, time) },
});

/** Records the fact of an event. Idempotent: the first time stays. */
export async function recordOnboardingFact(
  table: Table,
  brandId: string,
  step: OnboardingStep,
  time: string,
): Promise<void> {
  await updateItem(table, onboardingFactsKey(brandId), factUpdate(step, time));
}

const factUpdate = (step: OnboardingStep, time: string) => ({
  UpdateExpression: 'SET #step = if_not_exists(#step, :time)',
  ExpressionAttributeNames: { '#step': step },
  ExpressionAttributeValues: { ':time': time },
});

const choicesFrom = z.object({
  dismissed: z.boolean().default(false),
  skipped: z.set(z.enum(onboardingSteps)).default(new Set()),
});

export async function readOnboardingChoices(
  table: Table,
  brandId: string,
  person: string,
): Promise<OnboardingChoices> {
  const [item] = await getItems(table, [onboardingPersonKey(brandId, person)]);
  if (item === undefined) return noChoices;
  const { dismissed, skipped } = choicesFrom.parse(item);
  return { dismissed, skipped: [...skipped] };
}

/** Sets the dismissal, and keeps the skipped steps. */
export const dismissOnboarding = (table: Table, key: ItemKey, dismissed: boolean) =>
  updateItem(table, key, {
    UpdateExpression: 'SET dismissed = :dismissed',
    ExpressionAttributeValues: { ':dismissed': dismissed },
  });

/** Adds a step to the skipped ones or takes it out, so that two requests at a time both have their effect. */
export const skipStep = (table: Table, key: ItemKey, step: OnboardingStep, skipped: boolean) =>
  updateItem(table, key, {
    UpdateExpression: `${skipped ? 'ADD' : 'DELETE'} skipped :step`,
    ExpressionAttributeValues: { ':step': new Set([step]) },
  });
