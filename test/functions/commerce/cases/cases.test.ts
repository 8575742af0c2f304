import { afterAll, beforeAll, describe } from '@jest/globals';
import { editsSuite } from './edits.suite.ts';
import { type Farms, startFarms } from './farm.ts';
import { historySuite } from './history.suite.ts';
import { ledgerSuite } from './ledger.suite.ts';
import { moneySuite } from './money.suite.ts';
import { peopleSuite } from './people.suite.ts';
import { referralsSuite } from './referrals.suite.ts';
import { silenceSuite } from './silence.suite.ts';

let farms: Farms;
beforeAll(async () => {
  farms = await startFarms();
});
afterAll(() => farms?.stop());
const running = () => farms;

describe('people', () => peopleSuite(running));
describe('facts of a contact', () => ledgerSuite(running));
describe('money', () => moneySuite(running));
describe('edits', () => editsSuite(running));
describe('names', () => historySuite(running));
describe('referrals', () => referralsSuite(running));
describe('silence', () => silenceSuite(running));
