import { newWaterLog } from '#commerce/water-log.ts';
import { createWaterLog } from '#contract/commerce/water-logs.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertWaterLog } from '#store/commerce/water-logs.ts';

export const handler = commerceEndpoint(createWaterLog, async ({ body, now, newId, recordReply }) => {
  const waterLog = newWaterLog(body, { id: newId(), now });
  const reply = created(waterLog, `/api/v1/water-logs/${waterLog.id}`, { version: waterLog.version });
  await insertWaterLog(commerceTable, waterLog, recordReply(reply));
  return reply;
});
