import { nextPickupDays } from '#commerce/stops/pickup-days.ts';
import { listPickupDays } from '#contract/commerce/stops.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okList } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { pickupCounts } from '#store/commerce/stops/pickups.ts';
import { findStop } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(
  listPickupDays,
  async ({ parameters, query, heldBrands, authorize, now }) => {
    const stop = found(await findStop(commerceTable, heldBrands, parameters.id));
    authorize(stop.brand_id);
    const { brand } = found(await findBrand(commerceTable, stop.brand_id));
    const days = nextPickupDays(stop, { now, timeZone: brand.time_zone, limit: query.limit });
    const dates = days.map(({ date }) => date);
    const counts = await pickupCounts(commerceTable, stop.brand_id, stop.id, dates);
    const { capacity } = stop;
    return okList(
      days.map((day) => {
        const orders = counts.get(day.date) ?? 0;
        const is_full = capacity !== undefined && orders >= capacity;
        return { ...day, orders, ...(capacity !== undefined && { capacity }), is_full };
      }),
    );
  },
);
