import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Table } from '#store/dynamodb/table.ts';
import { leaveOut } from '../../soak.ts';
import { type DynamoEngine, dynamoEngines } from '../dynamodb/dynamo-engine.ts';
import { activitySuite } from './activity.suite.ts';
import { analyticsSuite } from './analytics.suite.ts';
import { apiKeysSuite } from './api-keys.suite.ts';
import { brandsSuite } from './brands.suite.ts';
import { campaignsSuite } from './campaigns.suite.ts';
import { catalogsSuite } from './catalogs.suite.ts';
import { newCommerceTable } from './commerce-table.ts';
import { entitlementsSuite } from './entitlements.suite.ts';
import { inboxesSuite } from './inboxes.suite.ts';
import { listsSuite } from './lists.suite.ts';
import { onboardingSuite } from './onboarding.suite.ts';
import { ordersSuite } from './orders.suite.ts';
import { productsSuite } from './products.suite.ts';
import { referralProgramSuite } from './referral-program.suite.ts';
import { referralsSuite } from './referrals.suite.ts';
import { reportsSuite } from './reports.suite.ts';
import { stopsSuite } from './stops.suite.ts';
import { waterSuite } from './water.suite.ts';
import { waterLogsSuite } from './water-logs.suite.ts';
import { webhooksSuite } from './webhooks.suite.ts';
import { workSuite } from './work.suite.ts';

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
  describe('analytics', () => analyticsSuite(ofTable));
  describe('products and catalogs', () => catalogsSuite(ofTable));
  describe('SKUs of products', () => productsSuite(ofTable));
  describe('stops and pickups', () => stopsSuite(ofTable));
  describe('water logs', () => waterLogsSuite(ofTable));
  describe('referrals', () => referralsSuite(ofTable));
  describe('brands', () => brandsSuite(ofTable));
  describe('API keys', () => apiKeysSuite(ofTable));
  describe('inboxes', () => inboxesSuite(ofTable));
  describe('water', () => waterSuite(ofTable));
  describe('onboarding', () => onboardingSuite(ofTable));
  describe('activity', () => activitySuite(ofTable));
  describe('webhooks', () => webhooksSuite(ofTable));
  describe('background work', () => workSuite(ofTable));
  describe('campaigns', () => campaignsSuite(ofTable));
  describe('entitlements', () => entitlementsSuite(ofTable));
  describe('lists', () => listsSuite(ofTable));
  // It leaves events in the outbox, whose suite comes first.
  describe('referral program', () => referralProgramSuite(ofTable));
});
