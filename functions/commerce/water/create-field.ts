import { newField } from '#commerce/water/records.ts';
import { createField } from '#contract/commerce/water-fields.ts';
import { commerceEndpoint, created } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { insertField } from '#store/commerce/water/water-records.ts';

export const handler = commerceEndpoint(createField, async ({ body, now, newId, recordReply }) => {
  const field = newField(body, { id: newId(), now });
  const reply = created(field, `/api/v1/fields/${field.id}`, { version: field.version });
  await insertField(commerceTable, field, recordReply(reply));
  return reply;
});
