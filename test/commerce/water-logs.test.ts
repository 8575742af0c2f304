import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as declared from '#commerce/water-logs/contract.ts';
import { waterLogExamples } from '#commerce/water-logs/examples.ts';
import { isSameEntry, newWaterLog } from '#commerce/water-logs/records.ts';
import { ids } from '#contract/commerce/examples/records.ts';
import { endpointsIn } from '#contract/endpoint.ts';
import { type CommerceService, newBrand, startCommerceService } from '../functions/commerce-service.ts';
import { invoke, playExamples, withoutTimes } from '../functions/invoke.ts';
import { watchCommands } from '../functions/table-commands.ts';

test('an entry that a device sends again is recognized, a changed one is not', () => {
  const id = '0199a1c6-4410-7d3e-a2c9-58e1f7b06d39';
  const entry = declared.offlineEntry.parse({
    id,
    gallons: 1.5,
    logged_at: '2026-04-01T00:00:00+02:00',
    notes: 'n',
  });
  const { id: _, ...members } = entry;
  const brand_id = '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70';
  const stored = newWaterLog(declared.waterLogInput.parse({ brand_id, ...members }), { id, now: new Date() });
  expect(isSameEntry(stored, entry)).toBe(true);
  expect(isSameEntry(stored, { ...entry, gallons: 2 })).toBe(false);
  const { notes, ...without } = entry;
  expect(isSameEntry(stored, without)).toBe(false);
});

describe('endpoints', () => {
  let service: CommerceService;
  beforeAll(async () => {
    service = await startCommerceService();
  });
  afterAll(() => service.stop());

  test('reply as the examples of the documentation show', async () => {
    const { brand_id, caller } = await newBrand();
    // Entries of earlier seasons cannot change.
    const year = String(new Date().getUTCFullYear());
    const examples = JSON.parse(JSON.stringify(waterLogExamples).replaceAll('2026', year));
    const replies = await playExamples(examples, caller, { [ids.brand]: brand_id });
    for (const { name, responses } of endpointsIn(declared)) {
      const [success] = Object.keys(responses);
      expect([name, replies[name]?.status]).toEqual([name, Number(success)]);
      if (name === 'create-water-logs') continue;
      expect([name, replies[name]?.body]).toEqual([name, withoutTimes(examples[name]?.response)]);
    }
    const again = { data: [{ index: 0, id: ids.waterLog, status: 'deleted' }] };
    expect(replies['create-water-logs']?.body).toEqual(again);
  });

  test('an edit is repeated on the version of another one that moved the entry', async () => {
    const { brand_id, caller } = await newBrand();
    const { id } = (await invoke('create-water-log', { caller, body: { brand_id, gallons: 1 } })).body.data;
    const parameters = { id };
    const logged_at = new Date(Date.now() + 3600_000).toISOString();
    let conflicts = 1;
    const stopWatching = watchCommands(service.table, async ({ name }) => {
      if (name !== 'TransactWriteItemsCommand' || conflicts === 0) return;
      conflicts -= 1;
      const other = await invoke('update-water-log', { caller, parameters, body: { gallons: 2, logged_at } });
      expect(other.status).toBe(200);
    });
    const mine = await invoke('update-water-log', { caller, parameters, body: { gallons: 3 } });
    stopWatching();
    expect(mine.body.data).toMatchObject({ gallons: 3, logged_at, version: 3 });
    expect((await invoke('list-water-logs', { caller, query: { brand_id } })).body.data).toEqual([
      mine.body.data,
    ]);
  });
});
