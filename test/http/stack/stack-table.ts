import { openTable, type Table } from '#store/dynamodb/table.ts';
import type { Stack } from './api-client.ts';

/** Opens the commerce table of a stack, for what no endpoint shows. Destroy its client at the end. */
export function stackTable(stack: Stack, endpoint = stack.endpoints.dynamodb): Table {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_REGION: 'us-east-1',
  });
  return openTable(stack.tables['commerce'] ?? '');
}
