import { newMeter } from '#commerce/water/records.ts';
import { createMeter } from '#contract/commerce/water-meters.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertMeter } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(createMeter, async ({ body, now, newId, recordReply }) => {
  const meter = newMeter(body, { id: newId(), now });
  const reply = created(meter, `/api/v1/meters/${meter.id}`, { version: meter.version });
  await insertMeter(commerceTable, meter, recordReply(reply));
  return reply;
});
