import { openapiDocument } from '../openapi/document.ts';
import { commerceExamples } from './examples/index.ts';
import { commerceEndpoints } from './index.ts';

/** The OpenAPI document of the commerce API. */
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
      products: 'The catalog of a brand',
      campaigns: 'E-mail and SMS campaigns',
      'water logs': 'Irrigation entries',
      reports: 'Figures for a range of days',
      referrals: 'Referral codes and their redemption',
      brands: 'Tenants and their settings',
      'api keys': 'Credentials for programs',
      activity: 'Events in a brand',
    },
    commerceExamples,
  );
