import { isAvailable, shownExport } from '#commerce/leaving/shown-export.ts';
import { archiveLinkSeconds, getBrandExport } from '#contract/commerce/leaving.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findExport } from '#store/commerce/leaving/brand-exports.ts';
import { downloadLink, mediaBucket } from '#store/s3/media-bucket.ts';
import { archiveKey } from '#store/s3/media-keys.ts';

export const handler = commerceEndpoint(getBrandExport, async ({ parameters, now }) => {
  const { brand_id, export_id } = parameters;
  const one = found(await findExport(commerceTable, brand_id, export_id));
  if (!isAvailable(one, now)) return ok(shownExport(one, now));
  const key = archiveKey(brand_id, export_id);
  const file = { key, fileName: `brand-${brand_id}.zip`, seconds: archiveLinkSeconds };
  return ok({ ...one, download: await downloadLink(mediaBucket, file, now) });
});
