import { openapiDocument } from '../openapi/document.ts';
import { claimsExamples } from './examples/index.ts';
import { claimsEndpoints } from './index.ts';

export const claimsDocument = () =>
  openapiDocument(
    claimsEndpoints,
    {
      title: 'Granary Claims API',
      version: '1.0.0',
      description:
        'X12 healthcare claims with a hash-chained audit log. Times are RFC 3339 in UTC, amounts decimal numbers.',
    },
    {
      inbox: 'The lanes of claims',
      claims: 'Claims as JSON',
      files: 'X12 files, and links to upload files',
      acknowledgments: 'Stored 999, TA1 and 277CA, and requests that apply them',
      remittances: 'Stored 835, and the request that posts one',
      clearinghouse: 'Submissions, and the connection to the clearinghouse',
      configuration: 'Payers, providers, and the payer configuration file',
      service: 'Health, this document and the caller',
      'audit log': 'Entries, verification, checkpoints and exports of the audit log',
      'api keys': 'API keys of programs',
    },
    claimsExamples,
  );
