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
        'Multi-tenant back end for farm and food brands that sell direct. Unknown members of a body are ignored. Times are RFC 3339 in UTC.',
    },
    {
      service: 'Health, this document, and who is calling',
      orders: 'Orders with their items, from pending to completed',
      products: 'The catalog of a brand',
      campaigns: 'E-mail and SMS campaigns',
      'water logs': 'Irrigation entries',
      reports: 'Figures over a range of days',
      referrals: 'Referral codes and their redemption',
      brands: 'Tenants and their settings',
      'api keys': 'Credentials of programs',
      activity: 'What happened in a brand',
    },
    commerceExamples,
  );
