import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sized } from '../../soak.ts';
import { claimsSuite } from './month/claims.suite.ts';
import type { Desk } from './month/desk.ts';
import { listsSuite } from './month/lists.suite.ts';
import { moneySuite } from './month/money.suite.ts';
import { playMonth } from './month/play-month.ts';
import { Practice } from './month/practice.ts';
import { propertiesSuite } from './month/properties.suite.ts';
import { type RawRecords, readRaw } from './month/raw-records.ts';
import { repeatResponses } from './month/repeat.ts';
import { reportsSuite } from './month/reports.suite.ts';
import { searchSuite } from './month/search.suite.ts';
import { upkeepSuite } from './month/upkeep.suite.ts';

const claimCount = sized('claims of a month', { short: 60, soak: 3000, variable: 'MONTH_CLAIMS' });
const seed = Number(process.env['MONTH_SEED'] ?? 13);

let practice: Practice;
let desk: Desk;
let raw: RawRecords;
let before: RawRecords;

beforeAll(async () => {
  practice = await Practice.open(seed);
  desk = await playMonth(practice, claimCount);
  before = await repeatResponses(practice);
  raw = await readRaw(practice);
}, 3_600_000);
afterAll(() => practice.close());

test('the month has its claims, and each kind of record', () => {
  expect(raw.claims.length).toBeGreaterThan(claimCount);
  for (const [kind, records] of Object.entries(raw))
    expect({ kind, count: records.length }).not.toEqual({ kind, count: 0 });
});

const facts = () => ({ desk, raw, before });
describe('claims', () => claimsSuite(facts));
describe('reports', () => reportsSuite(facts));
describe('money', () => moneySuite(facts));
describe('lists', () => listsSuite(facts));
describe('search', () => searchSuite(facts));
describe('properties', () => propertiesSuite(facts));
describe('upkeep', () => upkeepSuite(facts));
