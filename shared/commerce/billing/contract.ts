import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, uuid } from '#contract/fields.ts';
import {
  addOn,
  addOnInput,
  addOnName,
  checkoutInput,
  hostedPage,
  invoice,
  planList,
  previewInput,
  prorationPreview,
  returnUrl,
  subscription,
  subscriptionChange,
} from './billing-fields.ts';

const endpoint = endpointsOf('commerce', 'billing');

const readers = { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' } as const;
const owner = { kind: 'brand', roles: ['owner'], brand: 'body' } as const;
const ofBrand = z.strictObject({ brand_id: uuid.describe('Id of the brand') });

const providerErrors = [
  'billing_not_configured',
  'payment_provider_refused',
  'payment_provider_unavailable',
] as const;
const changeErrors = [...providerErrors, 'not_subscribed', 'payment_declined', 'conflict'] as const;

export const getPlans = endpoint('GET', '/api/v1/billing/plans', 'get-plans', {
  summary: 'List the plans and add-ons with their prices and entitlements',
  access: { kind: 'public' },
  data: 'none',
  responses: { 200: { description: 'The catalog', schema: dataOf(planList) } },
});

export const getSubscription = endpoint('GET', '/api/v1/billing/subscription', 'get-subscription', {
  summary: 'Get the subscription of a brand, its entitlements and their use',
  description:
    'A brand that never subscribed has status none and the plan of its record, which sets its API requests only.',
  access: readers,
  data: 'read',
  query: ofBrand,
  responses: { 200: { description: 'The subscription', schema: dataOf(subscription) } },
  errors: ['not_found'],
});

const charging = { data: 'write', repeats: false, uses: ['payment-keys'], limiter: 'api' } as const;

export const changeSubscription = endpoint('PUT', '/api/v1/billing/subscription', 'change-subscription', {
  summary: 'Change the plan of a subscription, cancel it or keep it',
  description:
    'A change of plan takes effect at once. The rest of the period is prorated and charged, and the change is refused if the payment is declined.',
  access: owner,
  ...charging,
  writes: ['billing', 'brands'],
  wakesWorkers: true,
  body: subscriptionChange,
  responses: { 200: { description: 'The changed subscription', schema: dataOf(subscription) } },
  errors: ['not_found', ...changeErrors],
});

export const createCheckout = endpoint('POST', '/api/v1/billing/checkout', 'create-checkout', {
  summary: 'Start a subscription on the page of the payment provider',
  description:
    'Send the owner to `url`. The subscription begins when the provider confirms the payment. An earlier page that was not used expires.',
  access: owner,
  data: 'write',
  writes: ['billing'],
  repeats: false,
  uses: ['payment-keys'],
  limiter: 'checkout',
  idempotent: true,
  body: checkoutInput,
  responses: { 201: { description: 'The address of the payment page', schema: dataOf(hostedPage) } },
  errors: ['not_found', 'already_subscribed', 'conflict', ...providerErrors],
});

export const createPortal = endpoint('POST', '/api/v1/billing/portal', 'create-portal', {
  summary: 'Open the billing portal: payment method, invoices, cancellation',
  access: owner,
  ...charging,
  writes: [],
  idempotent: true,
  body: z.object({ brand_id: uuid, return_url: returnUrl }),
  responses: { 201: { description: 'The address of the portal', schema: dataOf(hostedPage) } },
  errors: ['not_subscribed', ...providerErrors],
});

export const listAddOns = endpoint('GET', '/api/v1/billing/add-ons', 'list-add-ons', {
  summary: 'List the add-ons of a brand with their quantities',
  access: readers,
  data: 'read',
  query: ofBrand,
  responses: {
    200: {
      description: 'Every add-on, with quantity 0 if the brand has none',
      schema: dataOf(z.array(addOn)),
    },
  },
  errors: ['not_found'],
});

export const setAddOn = endpoint('POST', '/api/v1/billing/add-ons', 'set-add-on', {
  summary: 'Set the quantity of an add-on',
  access: owner,
  ...charging,
  writes: ['billing', 'brands'],
  wakesWorkers: true,
  idempotent: true,
  body: addOnInput,
  responses: { 201: { description: 'The subscription with the add-on', schema: dataOf(subscription) } },
  errors: ['not_found', ...changeErrors],
});

export const previewAddOns = endpoint('POST', '/api/v1/billing/add-ons/preview', 'preview-add-ons', {
  summary: 'Preview the cost of a change of add-ons or plan',
  access: owner,
  ...charging,
  writes: [],
  idempotent: true,
  body: previewInput,
  responses: { 201: { description: 'The proration', schema: dataOf(prorationPreview) } },
  errors: ['not_found', 'not_subscribed', ...providerErrors],
});

export const removeAddOn = endpoint('DELETE', '/api/v1/billing/add-ons/{add_on}', 'remove-add-on', {
  summary: 'Remove an add-on; the rest of its period is credited',
  access: { kind: 'brand', roles: ['owner'], brand: 'query' },
  ...charging,
  writes: ['billing', 'brands'],
  wakesWorkers: true,
  parameters: z.object({ add_on: addOnName.describe('Name of the add-on') }),
  query: ofBrand,
  responses: { 204: { description: 'Removed' } },
  errors: ['not_found', ...changeErrors],
});

export const listInvoices = endpoint('GET', '/api/v1/billing/invoices', 'list-invoices', {
  summary: 'List the invoices of a brand, newest first',
  access: readers,
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Invoices, newest first', schema: pageOf(invoice) } },
  errors: ['invalid_cursor'],
});

export const receiveStripeEvent = endpoint('POST', '/api/v1/webhooks/stripe', 'receive-stripe-event', {
  summary: 'Receive an event of Stripe',
  description:
    'For Stripe only. The header Stripe-Signature must sign the body as it was sent, at most 300 seconds ago. Repeated events and events in any order lead to the same state. Events of unknown types are accepted.',
  access: { kind: 'public' },
  data: 'write',
  writes: ['billing', 'brands'],
  repeats: false,
  uses: ['payment-keys'],
  wakesWorkers: true,
  idempotent: true,
  rawBody: true,
  body: z
    .string()
    .meta({ openapi: { type: 'string', contentMediaType: 'application/json', description: 'The event' } }),
  responses: {
    200: {
      description: 'The event is stored',
      schema: dataOf(
        z.object({ id: z.string(), outcome: z.enum(['applied', 'repeated', 'ignored', 'unlinked']) }),
      ),
    },
  },
  errors: ['invalid_signature', 'billing_not_configured', 'conflict'],
});
