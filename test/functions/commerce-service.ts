import { randomUUID } from 'node:crypto';
import type { Table } from '#store/dynamodb/table.ts';
import { type ApiGateway, startApiGateway } from '../store/adapters/api-gateway.ts';
import { newCommerceTable } from '../store/commerce/commerce-table.ts';
import { startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { invoke, person } from './invoke.ts';

/** The running services that the functions of commerce need. */
export interface CommerceService {
  readonly gateway: ApiGateway;
  /** The table and the client that the functions use. */
  readonly table: Table;
  stop(): Promise<void>;
}

/** Starts the services that the functions of commerce need, and sets their addresses. */
export async function startCommerceService(): Promise<CommerceService> {
  const engine = await startDynamoEngine();
  const gateway = await startApiGateway();
  const { starter, farm, enterprise } = gateway.planIds;
  // Functions read their environment when they are loaded, which the first invocation does.
  Object.assign(process.env, {
    COMMERCE_TABLE: (await newCommerceTable(engine)).name,
    INSTALLATION: 'Granary',
    USAGE_PLAN_STARTER: starter,
    USAGE_PLAN_FARM: farm,
    USAGE_PLAN_ENTERPRISE: enterprise,
    GRANARY_ENVIRONMENT: 'test',
    SENDER_EMAIL: 'messages@granary.example',
    POWERTOOLS_DEV: 'false',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  });
  const { commerceTable: table } = await import('#store/commerce/commerce-table.ts');
  return {
    gateway,
    table,
    async stop() {
      table.client.destroy();
      gateway.stop();
      await engine.stop();
    },
  };
}

/** A brand with its owner. */
export async function newBrand(fields: object = {}) {
  const founder = person({});
  const { body } = await invoke('create-brand', {
    caller: founder,
    body: { name: 'Meadow Farm', ...fields },
  });
  return {
    brand_id: String(body.data.id),
    caller: { ...founder, brands: { [body.data.id]: 'owner' as const } },
  };
}

/** A valid order body of one line, with a product that does not exist. */
export const anOrder = (brand_id: string, fields: object = {}) => ({
  brand_id,
  items: [{ product_id: randomUUID(), quantity: 3, price: 0.1 }],
  ...fields,
});
