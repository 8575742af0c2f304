import { type BrandExport, createBrandExport } from '#contract/commerce/leaving.ts';
import { found } from '#contract/errors.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertExport } from '#store/commerce/leaving/brand-exports.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

export const handler = commerceEndpoint(
  createBrandExport,
  async ({ parameters, principal, now, newId, recordActivity, recordReply, wakeFor }) => {
    const { brand_id } = parameters;
    found(await findBrand(commerceTable, brand_id));
    const id = newId();
    const time = now.toISOString();
    const one: BrandExport = { id, brand_id, status: 'waiting', created_at: time, updated_at: time };
    const reply = accepted(one, `/api/v1/brands/${brand_id}/exports/${id}`);
    const work = { kind: 'export-brand', key: id } as const;
    const data = { export_id: id, subject: principal.subject };
    await insertExport(commerceTable, one, [
      scheduleWork({ ...work, due: now, payload: { brand_id, export_id: id } }),
      ...recordActivity(brand_id, { event: 'brandExportRequested', data }),
      ...recordReply(reply),
    ]);
    await wakeFor(work, now);
    return reply;
  },
);
