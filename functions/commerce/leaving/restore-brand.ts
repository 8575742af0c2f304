import { withoutDeletion } from '#commerce/leaving/deletion.ts';
import { restoreBrand } from '#contract/commerce/leaving.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeBrand, findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { cancelWork } from '#store/commerce/work/work-items.ts';

export const handler = commerceEndpoint(
  restoreBrand,
  ({ parameters, principal, now, recordActivity, recordEvents, recordReply }) =>
    retryOnConflict(async () => {
      const { brand_id } = parameters;
      const record = found(await findBrand(commerceTable, brand_id));
      const after = withoutDeletion(record.brand, now);
      const reply = ok(after, { version: after.version });
      if (after === record.brand) return reply;
      const data = { change: 'cancelled' as const, subject: principal.subject };
      await changeBrand(commerceTable, record, after, [
        cancelWork('delete-brand', brand_id, now),
        ...recordActivity(brand_id, { event: 'brandDeletionChanged', data }),
        ...recordEvents(brand_id, [{ type: 'brand.deletion_cancelled', data: {} }]),
        ...recordReply(reply),
      ]);
      return reply;
    }),
);
