import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Table } from '#store/dynamodb/table.ts';
import { leaveOut } from '../../soak.ts';
import { type DynamoEngine, dynamoEngines } from '../dynamodb/dynamo-engine.ts';
import { activitySuite } from './activity.suite.ts';
import { apiKeysSuite } from './api-keys.suite.ts';
import { brandsSuite } from './brands.suite.ts';
import { catalogsSuite } from './catalogs.suite.ts';
import { newCommerceTable } from './commerce-table.ts';
import { listsSuite } from './lists.suite.ts';
import { ordersSuite } from './orders.suite.ts';
import { referralsSuite } from './referrals.suite.ts';
import { reportsSuite } from './reports.suite.ts';
import { waterLogsSuite } from './water-logs.suite.ts';

const engines = dynamoEngines();
if (engines.every(([name]) => name !== 'DynamoDB Local'))
  leaveOut('stores on DynamoDB Local', 'Java 17 or later is not installed');

/** Every store against every engine; an engine is started once for all of them. */
describe.each(engines)('on %s', (_, start) => {
  let engine: DynamoEngine;
  let table: Table;
  beforeAll(async () => {
    engine = await start();
    table = await newCommerceTable(engine);
  });
  afterAll(() => engine.stop());

  const ofTable = () => table;
  describe('orders', () => ordersSuite(ofTable));
  describe('reports', () => reportsSuite(ofTable));
  describe('products and catalogs', () => catalogsSuite(ofTable));
  describe('water logs', () => waterLogsSuite(ofTable));
  describe('referrals', () => referralsSuite(ofTable));
  describe('brands', () => brandsSuite(ofTable));
  describe('API keys', () => apiKeysSuite(ofTable));
  describe('activity', () => activitySuite(ofTable));
  describe('lists', () => listsSuite(ofTable));
});
