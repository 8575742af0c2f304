import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '../fields.ts';
import { brand } from './brands.ts';

const endpoint = endpointsOf('commerce', 'brands');

const owners = { kind: 'brand', roles: ['owner'], brand: 'path' } as const;
const brandId = z.object({ brand_id: uuid.describe('Id of the brand') });

/** Days for which an archive is kept. The lifecycle rule of the bucket removes it. */
export const archiveDays = 7;

/** Seconds for which a download link is valid. It must not exceed the validity of the function's credentials. */
export const archiveLinkSeconds = 900;

export const brandExport = z
  .object({
    id: uuid,
    brand_id: uuid,
    /** `expired`: the archive was removed after seven days. */
    status: z.enum(['waiting', 'running', 'done', 'failed', 'expired']),
    reason: z.string().optional().describe('Why the export failed'),
    records: z.int().optional().describe('Number of records in the archive'),
    size: z.int().optional().describe('Size of the archive in bytes'),
    sha256: z.string().optional().describe('SHA-256 of the archive in hexadecimal digits'),
    available_until: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BrandExport' });
export type BrandExport = z.output<typeof brandExport>;

const download = z.object({ url: z.url(), expires_at: timestamp });

export const deleteBrand = endpoint('DELETE', '/api/v1/brands/{brand_id}', 'delete-brand', {
  summary: 'Schedule the deletion of a brand',
  description:
    'The brand stays readable and exportable until deletion.deletes_at. Until then, every write is refused with 409 brand_closing, except exports, the restoration, revoked API keys, removed members and erased contacts. Members are reminded seven days and one day before. Then everything that the brand owns is removed, and its subscription ends. A repetition keeps the time.',
  access: owners,
  data: 'write',
  writes: ['brands'],
  wakesWorkers: true,
  recordsActivity: true,
  whileClosing: true,
  limiter: 'api',
  parameters: brandId,
  query: z.strictObject({ name: z.string().min(1).max(255).describe('The exact name of the brand') }),
  responses: { 202: { description: 'The brand with the time of its deletion', schema: dataOf(brand) } },
  errors: ['not_found', 'name_mismatch', 'conflict'],
});

export const restoreBrand = endpoint('POST', '/api/v1/brands/{brand_id}/restore', 'restore-brand', {
  summary: 'Cancel the deletion of a brand',
  description: 'Possible until deletion.deletes_at. No effect on a brand that is not under deletion.',
  access: owners,
  data: 'write',
  writes: ['brands'],
  wakesWorkers: true,
  recordsActivity: true,
  whileClosing: true,
  limiter: 'api',
  idempotent: true,
  parameters: brandId,
  responses: { 200: { description: 'The brand', schema: dataOf(brand) } },
  errors: ['not_found', 'conflict'],
});

export const createBrandExport = endpoint(
  'POST',
  '/api/v1/brands/{brand_id}/exports',
  'create-brand-export',
  {
    summary: 'Export everything that a brand owns',
    description:
      'The archive is a ZIP file with NDJSON and CSV of every kind of record, a JPEG file of every image, and manifest.json with the count, size and SHA-256 of each file. It is made in the background and does not show one moment: records that change meanwhile may be in it before or after the change. One export of a brand runs at a time.',
    access: owners,
    data: 'write',
    writes: ['brand-exports'],
    wakesWorkers: true,
    recordsActivity: true,
    whileClosing: true,
    limiter: 'api',
    idempotent: true,
    parameters: brandId,
    responses: { 202: { description: 'The export; follow its status', schema: dataOf(brandExport) } },
    errors: ['not_found', 'export_running'],
  },
);

export const listBrandExports = endpoint('GET', '/api/v1/brands/{brand_id}/exports', 'list-brand-exports', {
  summary: 'List the exports of a brand, newest first',
  description: 'An export is listed for 30 days, and its archive is kept for seven.',
  access: owners,
  data: 'read',
  parameters: brandId,
  query: z.strictObject({ ...cursorQuery }),
  responses: { 200: { description: 'Exports, newest first', schema: pageOf(brandExport) } },
  errors: ['invalid_cursor'],
});

export const getBrandExport = endpoint(
  'GET',
  '/api/v1/brands/{brand_id}/exports/{export_id}',
  'get-brand-export',
  {
    summary: 'Get an export with a link to its archive',
    description:
      'download is present while the archive exists. Its link works without a credential for 15 minutes.',
    access: owners,
    data: 'read',
    media: ['brand-exports'],
    parameters: z.object({ ...brandId.shape, export_id: uuid.describe('Id of the export') }),
    responses: {
      200: {
        description: 'The export',
        schema: dataOf(z.object({ ...brandExport.shape, download: download.optional() })),
      },
    },
    errors: ['not_found'],
  },
);
