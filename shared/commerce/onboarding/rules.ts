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
