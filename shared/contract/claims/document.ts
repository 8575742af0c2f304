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
      'bulk work': 'Operations on many claims, with preview, progress and results',
      'follow-up': 'Notes, assignees, follow-up days and the worklist',
      files: 'X12 files, and links to upload files',
      acknowledgments: 'Stored 999, TA1 and 277CA, and requests that apply them',
      remittances: 'Stored 835, and the request that posts one',
      reconciliation: 'Bank lines, and the deposits of remittances',
      ledger: 'Provider-level adjustments (PLB) by payer and provider',
      'patient responsibility': 'What patients owe after the payments of their payers',
      reports: 'Figures of claims by payer',
      alerts: 'Rules that raise alerts, and the alerts that were sent',
      unmatched: 'Payments, statuses and acknowledgments that need a person',
      clearinghouse: 'Submissions, and the connection to the clearinghouse',
      configuration: 'Payers, providers, and the payer configuration file',
      service: 'Health, this document and the caller',
      'audit log': 'Entries, verification, checkpoints and exports of the audit log',
      retention: 'Retention time, legal holds and purges',
      'api keys': 'API keys of programs',
    },
    claimsExamples,
  );
