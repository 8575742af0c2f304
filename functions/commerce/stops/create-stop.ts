import { newStop } from '#commerce/stops/stop.ts';
import { createStop } from '#contract/commerce/stops.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertStop } from '#store/commerce/stops/stops.ts';

export const handler = commerceEndpoint(createStop, async ({ body, now, newId, recordReply }) => {
  const stop = newStop(body, { id: newId(), now });
  const reply = created(stop, `/api/v1/stops/${stop.id}`, { version: stop.version });
  await insertStop(commerceTable, stop, recordReply(reply));
  return reply;
});
