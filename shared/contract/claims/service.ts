import * as z from 'zod';
import { purgedRecords } from '#claims/retention/contract.ts';
import { type CommerceResource, type EndpointDeclaration, endpointsOf, type Resource } from '../endpoint.ts';
import { dataOf } from '../fields.ts';
import type { Secret } from '../partitions.ts';
import { publicEndpoints } from '../public-endpoints.ts';

const endpoint = endpointsOf('claims', 'service');

/** Version of the stored schema that this release reads and writes. */
export const schemaVersion = 9;

export const { health, openapi } = publicEndpoints('claims', '/api/health', '/api/openapi.json');

export const getClaimsCaller = endpoint('GET', '/api/me', 'get-caller', {
  summary: 'Get the caller: subject and roles',
  access: { kind: 'signed-in' },
  data: 'none',
  unmetered: true,
  responses: {
    200: {
      description: 'The caller',
      schema: dataOf(
        z.object({
          subject: z.string(),
          credential: z.enum(['api_key', 'bearer']),
          roles: z.array(z.enum(['biller', 'auditor', 'admin'])),
          billing_npis: z
            .array(z.string())
            .optional()
            .describe('Billing providers to which the caller is limited; absent for all'),
        }),
      ),
    },
  },
});

/** What the role of a background function allows, by the names of the declarations of endpoints. */
export interface BackgroundDeclaration
  extends Pick<EndpointDeclaration, 'data' | 'deletes' | 'writesInBatches'> {
  readonly readsSecrets?: readonly Secret[];
  /**
   * - `first-configuration`: stores the payer configuration file of a new deployment.
   * - `staged-answers`: responds to staged files in the inbox.
   * - `write-exports`: stores exports of the audit log.
   */
  readonly uses: readonly (
    | Exclude<Resource, CommerceResource>
    | 'first-configuration'
    | 'staged-answers'
    | 'write-exports'
  )[];
}

/** The background functions: `functions/claims/work/<name>.ts`. */
export const claimsBackground = {
  'ingest-file': {
    data: 'write',
    deletes: ['unmatched-payments'],
    uses: ['audit-append', 'files', 'search-key'],
  },
  'answer-as-payer': { data: 'write', uses: ['staged-answers'] },
  'exchange-files': {
    data: 'write',
    uses: ['audit-append', 'submissions', 'inbox-upload', 'clearhouse-key'],
  },
  'mark-overdue': { data: 'write', deletes: ['unmatched-payments'], uses: ['audit-append'] },
  'migrate-schema': {
    data: 'write',
    writesInBatches: ['configuration'],
    uses: ['audit-append', 'configuration', 'first-configuration'],
  },
  'sign-checkpoint': { data: 'none', uses: ['audit-entries', 'checkpoints', 'signing'] },
  'carry-on-audit-run': { data: 'write', uses: ['audit-entries', 'checkpoints', 'write-exports'] },
  'carry-on-bulk-run': {
    data: 'write',
    deletes: ['claim-contents', 'search-entries'],
    uses: ['audit-append', 'search-key'],
  },
  'raise-alerts': { data: 'write', readsSecrets: ['webhook-secrets'], uses: ['audit-append'] },
  'purge-records': {
    data: 'write',
    deletes: purgedRecords,
    writesInBatches: purgedRecords,
    uses: ['audit-append', 'purged-files', 'search-key'],
  },
} as const satisfies Readonly<Record<string, BackgroundDeclaration>>;
export type BackgroundName = keyof typeof claimsBackground;
