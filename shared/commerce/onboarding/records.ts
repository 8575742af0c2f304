import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { keyed, record } from '#store/commerce/record.ts';
import { updateItem } from '#store/dynamodb/items.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type Place, rangeIn } from '#store/records/place.ts';
import { apiKeys } from '../api-keys/records.ts';
import type { Brand } from '../brands/contract.ts';
import { brands } from '../brands/records.ts';
import { defaultSettings } from '../brands/rules.ts';
import { campaigns } from '../campaigns/records.ts';
import { orders } from '../orders/records.ts';
import { products } from '../products/records.ts';
import { waterLogPointers } from '../water-logs/records.ts';
import { type Onboarding, type OnboardingStep, onboardingSteps } from './contract.ts';

interface StepText {
  readonly title: string;
  readonly text: string;
  readonly operation: string;
}

/** The tour as data, for the API and the web app. */
const stepTexts: Readonly<Record<OnboardingStep, StepText>> = {
  brand_profile: {
    title: 'Complete the profile of your brand',
    text: 'Set the name, time zone, currency and locale of your brand.',
    operation: 'PUT /api/v1/brands/{brand_id}',
  },
  first_product: {
    title: 'Add your first product',
    text: 'Add a product with its price and unit.',
    operation: 'POST /api/v1/products',
  },
  first_order: {
    title: 'Take your first order',
    text: 'Create an order for a customer, or connect your shop.',
    operation: 'POST /api/v1/orders',
  },
  first_water_log: {
    title: 'Record your first irrigation',
    text: 'Log the water of a field, by hand or from a meter.',
    operation: 'POST /api/v1/water-logs',
  },
  team_or_api_key: {
    title: 'Bring in your team or your systems',
    text: 'Invite a member, or create an API key for a program.',
    operation: 'POST /api/v1/api-keys',
  },
  first_campaign: {
    title: 'Create your first campaign',
    text: 'Write to your customers by e-mail or SMS.',
    operation: 'POST /api/v1/campaigns',
  },
};

/** When each completed step of a brand was completed. */
export type OnboardingFacts = Readonly<Partial<Record<OnboardingStep, string>>>;

/** What one person has chosen in one brand. */
export interface OnboardingChoices {
  readonly dismissed: boolean;
  readonly skipped: readonly OnboardingStep[];
}

/** The skipped steps with one added or taken out. */
export const withStep = (
  skipped: readonly OnboardingStep[],
  step: OnboardingStep,
  isSkipped: boolean,
): OnboardingStep[] => [...skipped.filter((one) => one !== step), ...(isSkipped ? [step] : [])];

/** The tour of a person. A completed step stays completed, also if the person has skipped it. */
export function onboardingOf(
  brand_id: string,
  facts: OnboardingFacts,
  { dismissed, skipped }: OnboardingChoices,
): Onboarding {
  const steps = onboardingSteps.map((step) => {
    const completed_at = facts[step];
    if (completed_at !== undefined) {
      return { step, ...stepTexts[step], status: 'completed' as const, completed_at };
    }
    return {
      step,
      ...stepTexts[step],
      status: skipped.includes(step) ? ('skipped' as const) : ('open' as const),
    };
  });
  const open = steps.filter(({ status }) => status === 'open');
  const done = steps.length - open.length;
  return {
    brand_id,
    status: open.length === 0 ? 'completed' : dismissed ? 'dismissed' : 'in_progress',
    progress_percent: Math.floor((100 * done) / steps.length),
    completed_count: steps.filter(({ status }) => status === 'completed').length,
    next_step: open[0]?.step ?? null,
    steps,
  };
}

/** Events that complete a step, also if their record is deleted before anyone looks at the tour. */
export const stepOfEvent: Readonly<Record<string, OnboardingStep>> = {
  'product.created': 'first_product',
  'order.created': 'first_order',
  'campaign.sent': 'first_campaign',
  'member.joined': 'team_or_api_key',
};

/** When steps were completed. Many operations write it, each its own step, and the first time stays. */
const facts = record({
  name: 'facts of onboarding',
  schema: z.object({
    brand_profile: timestamp.optional(),
    first_product: timestamp.optional(),
    first_order: timestamp.optional(),
    first_water_log: timestamp.optional(),
    team_or_api_key: timestamp.optional(),
    first_campaign: timestamp.optional(),
  } satisfies Record<OnboardingStep, z.ZodType>),
  records: 'onboarding',
  pk: 'ONBOARDING#{brand_id}',
  sk: 'FACTS',
  exported: 'onboarding',
  ...keyed,
  person: 'none',
});

/** What a person has chosen in a brand. */
export const choices = record(
  {
    name: 'state of onboarding',
    schema: z.object({
      brand_id: uuid,
      subject: z.string(),
      dismissed: z.boolean(),
      skipped: z.array(z.enum(onboardingSteps)),
      version: z.int(),
    }),
    records: 'onboarding',
    pk: 'ONBOARDING#{brand_id}',
    sk: 'PERSON#{subject:text}',
    exported: 'onboarding',
    person: 'none',
  },
  ({ brand_id, subject }) => ({ brand_id, subject, dismissed: false, skipped: [], version: 0 }),
);

/** All that the capability stores. */
export const onboardingPlaces = [facts, choices];

/** Records whose first one completes a step. */
const firstOnes = {
  first_product: products,
  first_order: orders,
  first_water_log: waterLogPointers,
  team_or_api_key: apiKeys,
  first_campaign: campaigns,
} as const satisfies Partial<Record<OnboardingStep, Place>>;

/**
 * The facts of a brand, from its records and from recorded events; undefined for an unknown brand.
 */
export async function readOnboardingFacts(brandId: string): Promise<OnboardingFacts | undefined> {
  const [brand, stored = {}, ...first] = await Promise.all([
    brands.find({ brand_id: brandId }),
    facts.find({ brand_id: brandId }),
    ...entriesOf(firstOnes).map(
      async ([step, { name, pk, sk }]) =>
        [step, await firstTime(rangeIn(name, [pk, sk], { brand_id: brandId }))] as const,
    ),
  ]);
  if (brand === undefined) return undefined;
  const known = first.flatMap(([step, time]) => {
    const [earliest] = [time, stored[step]].filter((one) => one !== undefined).sort();
    return earliest === undefined ? [] : [[step, earliest]];
  });
  const { brand_profile } = stored;
  return { ...(brand_profile !== undefined && { brand_profile }), ...Object.fromEntries(known) };
}

const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][];

/**
 * Time of the oldest record, from its id; undefined without a record. Entries of the irrigation log that a device made have ids
 * without a time, so theirs is read from the record.
 */
async function firstTime(range: { readonly pk: string; readonly prefix: string }) {
  for await (const { sk, created_at } of queryItems(commerceTable, range, { pageSize: 1 })) {
    return timeOfId(String(sk).slice(range.prefix.length)) ?? String(created_at);
  }
  return undefined;
}

/** The time in a UUID of version 7; undefined for an id of another version, such as one made by a client. */
function timeOfId(id: string): string | undefined {
  if (!/^[\da-f]{8}-[\da-f]{4}-7/.test(id)) return undefined;
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString();
}

/** The action that records the profile of a new brand, if it has one. */
export const profileFactActions = ({ id, time_zone, created_at }: Brand): readonly TransactAction[] =>
  time_zone === defaultSettings.time_zone ? [] : [onboardingFactAction(id, 'brand_profile', created_at)];

/** The action that records a fact, for the transaction that removes its record. The first time stays. */
export const onboardingFactAction = (
  brand_id: string,
  step: OnboardingStep,
  time: string,
): TransactAction => ({ Update: { Key: { ...facts.key({ brand_id }) }, ...factUpdate(step, time) } });

/** Records the fact of an event. Idempotent: the first time stays. */
export async function recordOnboardingFact(
  brand_id: string,
  step: OnboardingStep,
  time: string,
): Promise<void> {
  await updateItem(commerceTable, facts.key({ brand_id }), factUpdate(step, time));
}

const factUpdate = (step: OnboardingStep, time: string) => ({
  UpdateExpression: 'SET #step = if_not_exists(#step, :time)',
  ExpressionAttributeNames: { '#step': step },
  ExpressionAttributeValues: { ':time': time },
});
