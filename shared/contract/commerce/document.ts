import { openapiDocument } from '../openapi/document.ts';
import { commerceExamples } from './examples/index.ts';
import { commerceEndpoints } from './index.ts';

export const commerceDocument = () =>
  openapiDocument(
    commerceEndpoints,
    {
      title: 'Granary Commerce and Farm Operations API',
      version: '1.0.0',
      description:
        'Multi-tenant back end for farm and food brands with direct sales. Unknown members of a body are ignored. Times are RFC 3339 in UTC.',
    },
    {
      service: 'Health, this document and the caller',
      orders: 'Orders with their items, from pending to completed',
      promotions: 'Promo codes with rules and limits of uses',
      stock: 'Quantities of products and variants, and their adjustments',
      products: 'The catalog of a brand',
      stops: 'Pickup locations, their days, and pick lists for packing',
      campaigns: 'E-mail and SMS campaigns',
      messaging: 'Settings of messages, and unsubscribe links',
      'water logs': 'Irrigation entries',
      water: 'Fields, meters, seasons and the report for the water authority',
      reports: 'Figures for a range of days',
      analytics: 'Figures for charts, and steps of visits to a shop',
      referrals: 'Referral codes, their redemption, rewards and links',
      brands: 'Tenants and their settings',
      'api keys': 'Credentials for programs',
      activity: 'Events in a brand',
      contacts: 'People whom a brand knows: customers, consents, imports, exports and erasure',
      segments: 'Saved filters of contacts',
      members: 'People with roles in a brand, and invitations',
      onboarding: 'The tour of a new brand in six steps',
      notifications: 'What members of a brand should know, in the app and by e-mail',
      changelog: 'What has changed in the service',
      billing: 'Plans, subscriptions, add-ons and invoices',
      webhooks: 'Events that are sent to the systems of a brand',
    },
    commerceExamples,
  );
