import { nextStep, withDeletion } from '#commerce/leaving/deletion.ts';
import { deleteBrand } from '#contract/commerce/leaving.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import { accepted, commerceEndpoint } from '#http/endpoint/commerce-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { changeBrand, findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';

const { DELETION_WAIT_DAYS } = commerceEnvironment.parse(process.env);

export const handler = commerceEndpoint(
  deleteBrand,
  async ({ parameters, query, principal, now, recordActivity, recordEvents }) => {
    const { brand_id } = parameters;
    const { subject } = principal;
    const address = `/api/v1/brands/${brand_id}`;
    return retryOnConflict(async () => {
      const record = found(await findBrand(commerceTable, brand_id));
      if (record.brand.name !== query.name) throw new ApiError('name_mismatch');
      const after = withDeletion(record.brand, DELETION_WAIT_DAYS, now);
      if (after === record.brand || after.deletion === undefined) return accepted(record.brand, address);
      const { deletes_at } = after.deletion;
      const due = nextStep(after.deletion, now);
      await changeBrand(commerceTable, record, after, [
        scheduleWork({ kind: 'delete-brand', key: brand_id, due, payload: { brand_id } }),
        ...recordActivity(brand_id, {
          event: 'brandDeletionChanged',
          data: { change: 'scheduled', subject },
        }),
        ...recordEvents(brand_id, [{ type: 'brand.deletion_scheduled', data: { deletes_at } }]),
      ]);
      return accepted(after, address);
    });
  },
);
