import { newWaterLog } from '#commerce/water-log.ts';
import { createWaterLog } from '#contract/commerce/water-logs.ts';
import { created, endpoint } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { putWaterLog } from '#store/commerce/water-logs.ts';

export const handler = endpoint(createWaterLog, async ({ body, now, newId, recordReply }) => {
  const waterLog = newWaterLog(body, { id: newId(), now });
  const reply = created(waterLog, `/api/v1/water-logs/${waterLog.id}`);
  await putWaterLog(commerceTable, waterLog, recordReply(reply));
  return reply;
});
