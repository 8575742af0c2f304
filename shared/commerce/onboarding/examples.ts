import { createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const tour = {
  brand_id: ids.brand,
  status: 'in_progress',
  progress_percent: 50,
  completed_count: 2,
  next_step: 'first_order',
  steps: [
    {
      step: 'brand_profile',
      title: 'Complete the profile of your brand',
      text: 'Set the name, time zone, currency and locale of your brand.',
      operation: 'PUT /api/v1/brands/{brand_id}',
      status: 'completed',
      completed_at: createdAt,
    },
    {
      step: 'first_product',
      title: 'Add your first product',
      text: 'Add a product with its price and unit.',
      operation: 'POST /api/v1/products',
      status: 'completed',
      completed_at: createdAt,
    },
    {
      step: 'first_order',
      title: 'Take your first order',
      text: 'Create an order for a customer, or connect your shop.',
      operation: 'POST /api/v1/orders',
      status: 'open',
    },
    {
      step: 'first_water_log',
      title: 'Record your first irrigation',
      text: 'Log the water of a field, by hand or from a meter.',
      operation: 'POST /api/v1/water-logs',
      status: 'open',
    },
    {
      step: 'team_or_api_key',
      title: 'Bring in your team or your systems',
      text: 'Invite a member, or create an API key for a program.',
      operation: 'POST /api/v1/api-keys',
      status: 'open',
    },
    {
      step: 'first_campaign',
      title: 'Create your first campaign',
      text: 'Write to your customers by e-mail or SMS.',
      operation: 'POST /api/v1/campaigns',
      status: 'skipped',
    },
  ],
};

export const onboardingExamples: OperationExamples = {
  'get-onboarding': { parameters: { brand_id: ids.brand }, response: { data: tour } },
  'set-onboarding': {
    body: { brand_id: ids.brand, dismissed: true },
    response: { data: { ...tour, status: 'dismissed' } },
  },
  'skip-onboarding-step': {
    parameters: { step: 'first_campaign' },
    body: { brand_id: ids.brand, skipped: true },
    response: { data: tour },
  },
};
