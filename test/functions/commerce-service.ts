import { randomUUID } from 'node:crypto';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { writtenRecords } from '#contract/endpoint.ts';
import { commercePlaces } from '#store/commerce/places.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { placeOf } from '#store/records/place.ts';
import { type ApiGateway, startApiGateway } from '../store/adapters/api-gateway.ts';
import { newCommerceTable } from '../store/commerce/commerce-table.ts';
import { startDynamoEngine } from '../store/dynamodb/dynamo-engine.ts';
import { calledEndpoint, invoke, person } from './invoke.ts';

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
  const writes = watchWrites(table);
  return {
    gateway,
    table,
    async stop() {
      await checkPlaces(table);
      if (writes.size > 0) throw new Error(`Roles do not allow ${[...writes].join(', ')}`);
      table.client.destroy();
      gateway.stop();
      await engine.stop();
    },
  };
}

/** Returns the writes of endpoints that their declarations do not name. */
function watchWrites({ client }: Table): ReadonlySet<string> {
  const refused = new Set<string>();
  client.middlewareStack.add(
    (next) => (request) => {
      const name = calledEndpoint.getStore();
      const endpoint = commerceEndpoints.find((one) => one.name === name);
      const written = endpoint && writtenRecords(endpoint);
      for (const [how, pk] of writesOf(request.input)) {
        const place = commercePlaces.find((one) => pk.startsWith(one.pk.replace(/\{.*/, '')));
        if (written && place && !written.includes(place.records)) refused.add(`${how} ${pk} by ${name}`);
      }
      return next(request);
    },
    { step: 'initialize' },
  );
  return refused;
}

/** Puts and updates of a request, with their partition keys. */
function writesOf(input: object): readonly (readonly [string, string])[] {
  const { TransactItems, Item, Key, UpdateExpression } = Object(input);
  if (Array.isArray(TransactItems)) {
    return TransactItems.flatMap(({ Put, Update }) => writesOf(Put ?? Update ?? {}));
  }
  if (Item !== undefined) return [['put', String(Item.pk)]];
  return UpdateExpression === undefined ? [] : [['update', String(Key.pk)]];
}

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** @throws Error for a stored item that no declaration names */
async function checkPlaces({ client, name }: Table): Promise<void> {
  const undeclared = new Set<string>();
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    for (const item of Items) {
      if (placeOf(commercePlaces, item) === undefined)
        undeclared.add(`${item['pk']} / ${item['sk']}`.replaceAll(uuids, '{id}'));
    }
  }
  if (undeclared.size > 0)
    throw new Error(`No records.ts or places.ts declares ${[...undeclared].join(', ')}`);
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
