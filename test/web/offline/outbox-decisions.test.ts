import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { WaterLog } from '#clients/typescript/src/commerce/index.ts';
import { commerce, stack } from '../browser/browser.ts';
import { useDevices } from './device.ts';
import { cardOf, editWater, newGallons, rowOf, shown, storedLogs, untilSent } from './water-logs.ts';

const newDevice = useDevices();
const brand_id = stack.brandId;

/** A log that a device has changed without signal, while somebody else has changed it too. */
async function conflict() {
  const device = await newDevice();
  const [first, mine, theirs] = [newGallons(), newGallons(), newGallons()];
  const log = await commerce().waterLogs.createWaterLog({ brand_id, gallons: first, water_method: 'drip' });
  const page = await device.signIn('Ana', '/water');
  await rowOf(page, first).waitFor();
  await device.loseSignal();
  await editWater(page, first, mine);
  await commerce().waterLogs.update({ id: log.id, gallons: theirs, notes: 'From the office' });
  await device.regainSignal();
  const badge = rowOf(page, mine).getByText('Changed by somebody else');
  await badge.waitFor();
  expect(await badge.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await openOutbox(page);
  return { page, device, log, mine, theirs };
}

async function openOutbox(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Outbox/ }).click();
  await page.getByRole('heading', { name: 'Outbox', level: 1 }).waitFor();
}

const stored = async ({ id }: WaterLog) => await commerce().waterLogs.get({ id });

describe('the outbox', () => {
  test('shows both versions of a conflict, and can keep the one of this device', async () => {
    const { page, log, mine, theirs } = await conflict();
    const versions = cardOf(page, mine).getByRole('table', { name: 'Both versions' });
    expect(await versions.getByRole('row', { name: /Gallons/ }).textContent()).toMatch(
      new RegExp(`${shown(mine)}${shown(theirs)}`),
    );
    expect(await versions.textContent()).toContain('From the office');
    expect((await stored(log)).gallons).toBe(theirs);

    await cardOf(page, mine).getByRole('button', { name: 'Keep yours' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect((await stored(log)).gallons).toBe(mine);
  });

  test('can keep the version of the service', async () => {
    const { page, device, log, mine, theirs } = await conflict();
    const writes = device.relay.count('PUT', /\/water-logs\//);
    await cardOf(page, mine).getByRole('button', { name: 'Keep the one in Granary' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect((await stored(log)).gallons).toBe(theirs);
    expect(device.relay.count('PUT', /\/water-logs\//)).toBe(writes);
  });

  test('sends an edit once although the reply to its first sending is lost', async () => {
    const device = await newDevice();
    const [before, after] = [newGallons(), newGallons()];
    const log = await commerce().waterLogs.createWaterLog({ brand_id, gallons: before });
    const page = await device.signIn('Ana', '/water');
    device.relay.loseReplyTo('PUT', /\/water-logs\//);
    await editWater(page, before, after);
    await untilSent(page, after);
    expect(device.relay.count('PUT', /\/water-logs\//)).toBe(2);
    expect(await stored(log)).toMatchObject({ gallons: after, version: 2 });
  });

  test('records an edit of a deleted log as a new one', async () => {
    const device = await newDevice();
    const [before, after] = [newGallons(), newGallons()];
    const log = await commerce().waterLogs.createWaterLog({ brand_id, gallons: before });
    const page = await device.signIn('Ana', '/water');
    await rowOf(page, before).waitFor();
    await device.loseSignal();
    await editWater(page, before, after);
    await commerce().waterLogs.delete({ id: log.id });
    await device.regainSignal();
    await rowOf(page, after).getByText('Changed by somebody else').waitFor();
    await openOutbox(page);
    await cardOf(page, after).getByText('Somebody else has deleted this record.').waitFor();
    await cardOf(page, after).getByRole('button', { name: 'Record it as a new entry' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect(await storedLogs(after)).toHaveLength(1);
  });

  test('keeps a refused entry with the reason until it is discarded', async () => {
    const device = await newDevice();
    const [before, after] = [newGallons(), newGallons()];
    const field = await commerce().water.createField({ brand_id, name: `Old field ${before}` });
    await commerce().waterLogs.createWaterLog({
      brand_id,
      gallons: before,
      field_id: field.id,
      logged_at: '2019-05-01T12:00:00.000Z',
    });
    const page = await device.signIn('Ana', '/water');
    await page.goto(`/water?field=${field.id}`);
    await editWater(page, before, after);
    await rowOf(page, after).getByText('Not accepted').waitFor();
    await openOutbox(page);
    const card = cardOf(page, after);
    await card.getByText('Entries of earlier seasons cannot change').waitFor();
    await page.reload();
    await card.getByText('Entries of earlier seasons cannot change').waitFor();

    const writes = device.relay.count('PUT', /\/water-logs\//);
    await card.getByRole('button', { name: 'Send again' }).click();
    await card.getByText('2 attempts').waitFor();
    await card.getByText('Not accepted').waitFor();
    expect(device.relay.count('PUT', /\/water-logs\//)).toBe(writes + 1);
    await card.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Nothing waits').waitFor();
    expect(await storedLogs(after)).toHaveLength(0);
    await commerce().water.deleteField({ id: field.id });
  });
});
