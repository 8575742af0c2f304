import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { intakeSettings } from '#claims/files/intake-settings-store.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { everyAuditEntry, everyItem, type StoredItem } from '../../claims/stored.ts';
import { acknowledgmentFile, remittanceFile } from './cases/files.ts';
import { atMoment } from './cases/moments.ts';
import { type Chain, Office } from './cases/office.ts';
import { answers, pays, type Remittance, together } from './cases/responses.ts';
import { everyClaim, expectFigures, expectWholeChains } from './whole-chains.ts';

/** Members of a chain at most. */
const most = 20;
/** Bytes of an item of DynamoDB, and of the claims of a chain. */
const itemBound = 400_000;
const chainBound = 300_000;
/** Actions of a transaction of DynamoDB. */
const transactionBound = 100;

const situation = {
  name: 'a claim that is denied and corrected nineteen times',
  lines: { L1: 60, L2: 40, L3: 25 },
  steps: [],
  right: {},
};
const refusal = { L1: '0, CO 16 60', L2: '0, CO 16 40', L3: '0, CO 16 25' };

let office: Office;
let chain: Chain;
/** Ids of the members in their order. */
const ids: string[] = [];
/** Actions of each transaction of a run over a file. */
const transactions: number[] = [];

/** Counts the actions of the transactions that a table sends. */
function watch({ client }: Table): void {
  client.middlewareStack.add(
    (next) => (request) => {
      const { input } = request;
      if ('TransactItems' in input) transactions.push(input.TransactItems?.length ?? 0);
      return next(request);
    },
    { step: 'initialize', name: 'countActions' },
  );
}

beforeAll(async () => {
  office = await Office.open();
  const { stores } = office.practice;
  for (const table of [stores.claims, stores.auditTable]) watch(table);
  const [visit] = await office.visit([{ situation, steps: [] }]);
  if (visit === undefined) throw new Error('No visit');
  chain = visit;
  ids.push(chain.ids.get('claim') ?? '');
  for (let n = 0; n < most; n++) {
    const id = ids.at(-1) ?? '';
    const day = 2 * n + 1;
    const acceptance = acknowledgmentFile(chain, answers('A2:20', { day, icn: `N${n}X` }));
    // Objects of the inbox have the real time, which is before that of the last correction.
    await atMoment(momentOf(day) + 3_600_000, () => post(acceptance));
    await receive(remittanceFile(chain, pays(refusal, { day, icn: `N${n}X` }), n));
    if (ids.length < most) await atMoment(momentOf(day + 1), () => correct(id));
  }
}, 300_000);
afterAll(() => office?.close());

const momentOf = (day: number): number => Date.now() + day * 86_400_000;

let files = 0;

async function receive(bytes: Uint8Array): Promise<void> {
  const { stores } = office.practice;
  const key = `inbox/long-${++files}`;
  await stores.put(key, bytes);
  expect(await stores.process(key, await intakeSettings(stores))).toMatchObject({ state: 'applied' });
}

const post = (bytes: Uint8Array) =>
  office.practice.done('parse-claim-acknowledgment', {
    text: Buffer.from(bytes).toString(),
    headers: { 'Content-Type': 'text/plain' },
  });

/** An edit of a claim that was sent, which makes its correction. */
async function edited(id: string) {
  const { content } = await office.practice.done('get-claim', { path: { id } });
  const [first, ...others] = content.lines;
  const modifiers = first.procedure.modifiers?.[0] === '25' ? ['59'] : ['25'];
  const lines = [{ ...first, procedure: { ...first.procedure, modifiers } }, ...others];
  return office.practice.call('edit-claim', { path: { id }, body: { content: { lines } } });
}

async function correct(id: string): Promise<void> {
  const { status, body } = await edited(id);
  if (status !== 201) throw new Error(`No correction: ${JSON.stringify(body)}`);
  ids.push(body.data.id);
  await office.send([body.data.id]);
}

const members = async (): Promise<readonly Claim[]> =>
  (await everyClaim(office.practice.stores)).filter(({ id }) => ids.includes(id));

const sizeOf = (value: unknown): number =>
  value instanceof Uint8Array ? value.byteLength : Buffer.byteLength(JSON.stringify(value) ?? '');

const itemSize = (item: StoredItem): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + name.length + sizeOf(value), 0);

describe('A chain of twenty claims, each with a 277CA and an 835', () => {
  test('has the answers of each claim at that claim', async () => {
    const claims = new Map((await members()).map((claim) => [claim.id, claim]));
    const all = ids.map((id) => claims.get(id));
    expect(all.map((claim) => claim?.payer_control_number)).toEqual(
      ids.map((_, n) => `N${n}X${chain.number}`),
    );
    expect(all.map((claim) => claim?.facts?.map(({ fact }) => fact))).toEqual(
      ids.map(() => ['answer', 'adjudication']),
    );
    expect(all.map((claim) => claim?.lane)).toEqual([...Array(most - 1).fill('closed'), 'denied']);
    expect(await expectWholeChains(office.practice.stores)).toBe(1);
  });

  test('refuses another claim and leaves everything as it was', async () => {
    const { stores } = office.practice;
    const stored = async () => [await everyItem(stores, 'claims'), await everyAuditEntry(stores)];
    const before = await stored();
    const { status, body } = await edited(ids.at(-1) ?? '');
    expect([status, body.code]).toEqual([409, 'not_correctable']);
    expect(body.error).toBe(
      `Claim ${ids[0]} has 20 corrections, voids and claims for other payers, which is the maximum`,
    );
    expect(await stored()).toEqual(before);
  });

  test('takes one remittance with a payment of each claim, within the bounds of DynamoDB', async () => {
    const paid = ids.map((_, n) =>
      pays({ L1: '50, CO 45 10', L2: '30, CO 45 10', L3: '0, PR 1 25' }, { day: 60, icn: `N${n}X` }),
    );
    const [first, ...others] = paid;
    if (first === undefined) throw new Error('No payment');
    const remittance: Remittance = together(first, ...others);
    await receive(remittanceFile(chain, remittance, most));
    const claims = await members();
    expect(claims.map(({ paid: amount }) => amount)).toEqual(ids.map(() => 8000));
    const sizes = (await everyItem(office.practice.stores, 'claims')).map((item) => ({
      ...{ pk: String(item['pk']), sk: String(item['sk']), size: itemSize(item) },
    }));
    expect(sizes.filter(({ size }) => size >= itemBound)).toEqual([]);
    const own = sizes.filter(({ pk, sk }) => sk === 'CLAIM' && ids.some((id) => pk === `CLAIM#${id}`));
    expect(own).toHaveLength(most);
    expect(own.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(chainBound);
    const longest = Math.max(...transactions);
    expect(longest).toBeGreaterThan(most);
    expect(longest).toBeLessThan(transactionBound);
    expect(await expectWholeChains(office.practice.stores)).toBe(1);
    await expectFigures(office.practice.stores);
  });
});
