import { afterAll, beforeAll, describe } from '@jest/globals';
import { useCommerceTable } from '#store/commerce/commerce-table.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { leaveOut, sized } from '../soak.ts';
import { auditChainSuite } from './audit/audit-chain.suite.ts';
import { analyticsSuite } from './commerce/analytics.suite.ts';
import { brandsSuite } from './commerce/brands.suite.ts';
import { catalogsSuite } from './commerce/catalogs.suite.ts';
import { newCommerceTable } from './commerce/commerce-table.ts';
import { entitlementsSuite } from './commerce/entitlements.suite.ts';
import { inboxesSuite } from './commerce/inboxes.suite.ts';
import { listsSuite } from './commerce/lists.suite.ts';
import { onboardingSuite } from './commerce/onboarding.suite.ts';
import { ordersSuite } from './commerce/orders.suite.ts';
import { productsSuite } from './commerce/products.suite.ts';
import { reportsSuite } from './commerce/reports.suite.ts';
import { stopsSuite } from './commerce/stops.suite.ts';
import { waterSuite } from './commerce/water.suite.ts';
import { waterLogsSuite } from './commerce/water-logs.suite.ts';
import { webhooksSuite } from './commerce/webhooks.suite.ts';
import { workSuite } from './commerce/work.suite.ts';
import { type DynamoEngine, dynamoEngines } from './dynamodb/dynamo-engine.ts';

const engines = dynamoEngines();
if (engines.every(([name]) => name !== 'DynamoDB Local'))
  leaveOut('stores on DynamoDB Local', 'Java 17 or later is not installed');

const lives = sized('random lives of a brand', { short: 2, soak: 200, variable: 'GRANARY_BRAND_LIVES' });
const books = sized('random books of orders', { short: 4, soak: 100 });

/** Every store against every engine; an engine is started once for all of them. */
describe.each(engines)('on %s', (_, start) => {
  let engine: DynamoEngine;
  let table: Table;
  beforeAll(async () => {
    engine = await start();
    table = await newCommerceTable(engine);
    useCommerceTable(table);
  });
  afterAll(() => engine.stop());

  describe('appending to the audit chain', () => auditChainSuite(() => engine));

  const ofTable = () => table;
  describe('orders', () => ordersSuite(ofTable));
  describe('reports', () => reportsSuite(ofTable, books));
  describe('analytics', () => analyticsSuite(ofTable, lives));
  describe('products and catalogs', () => catalogsSuite(ofTable));
  describe('SKUs of products', () => productsSuite(ofTable));
  describe('stops and pickups', () => stopsSuite(ofTable));
  describe('water logs', () => waterLogsSuite(ofTable));
  describe('brands', () => brandsSuite(ofTable));
  describe('inboxes', () => inboxesSuite(ofTable));
  describe('water', () => waterSuite(ofTable));
  describe('onboarding', () => onboardingSuite(ofTable));
  describe('webhooks', () => webhooksSuite(ofTable));
  describe('background work', () => workSuite(ofTable));
  describe('entitlements', () => entitlementsSuite(ofTable));
  describe('lists', () => listsSuite(ofTable));
});
