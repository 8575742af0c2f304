import { openapiDocument } from '../openapi.ts';
import { claimsEndpoints } from './index.ts';

/** The OpenAPI document of the claims API. */
export const claimsDocument = () =>
  openapiDocument(
    claimsEndpoints,
    {
      title: 'Granary Claims API',
      version: '1.0.0',
      description:
        'X12 healthcare claims with a hash-chained audit log. Unknown members of a body are ignored. Times are RFC 3339 in UTC.',
    },
    {
      service: 'Health, this document, and who is calling',
      'audit log': 'Entries, verification, checkpoints and exports of the audit log',
      'api keys': 'Credentials of programs',
    },
  );
