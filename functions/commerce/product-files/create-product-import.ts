import { newImport } from '#commerce/product-files/product-import.ts';
import { createProductImport, uploadSeconds } from '#contract/commerce/product-files.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertImport } from '#store/commerce/product-files/imports.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { mediaBucket, uploadLink } from '#store/s3/media-bucket.ts';
import { importObjectKey } from '#store/s3/media-keys.ts';
import { putObject } from '#store/s3/x12-bucket.ts';

const contentType = 'text/csv';

export const handler = commerceEndpoint(
  createProductImport,
  async ({ query, body, now, newId, recordReply, wakeFor }) => {
    const { brand_id } = query;
    const one = newImport({ brand_id, dry_run: query.dry_run === 'true' }, { id: newId(), now });
    const address = `/api/v1/product-imports/${one.id}`;
    const key = importObjectKey(brand_id, one.id);
    if (body.csv === undefined) {
      const upload = await uploadLink(mediaBucket, { key, contentType, seconds: uploadSeconds }, now);
      const reply = accepted({ ...one, upload }, address);
      await insertImport(commerceTable, one, recordReply(reply));
      return reply;
    }
    // Before the transaction: without it, the file is never read and expires.
    await putObject(mediaBucket, key, Buffer.from(body.csv), contentType);
    const reply = accepted(one, address);
    const work = { kind: 'import-products', key: one.id } as const;
    const scheduled = scheduleWork({ ...work, due: now, payload: { brand_id, import_id: one.id } });
    await insertImport(commerceTable, one, [scheduled, ...recordReply(reply)]);
    await wakeFor(work, now);
    return reply;
  },
);
