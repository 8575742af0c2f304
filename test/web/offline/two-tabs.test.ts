import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CommerceClient } from '#clients/typescript/src/index.ts';
import { commerce, stack } from '../browser/browser.ts';
import { type Device, useDevices } from './device.ts';
import { expectWaiting, logWater, newGallons, rowOf, storedLogs, untilSent } from './water-logs.ts';

const newDevice = useDevices();

describe('two tabs of one person', () => {
  test('both show what one of them sends', async () => {
    const device = await newDevice();
    const [ofOne, ofOther, later] = [newGallons(), newGallons(), newGallons()];
    const one = await device.signIn('Ana', '/water');
    const other = await device.open('/water');
    await other.getByRole('grid', { name: 'Entries' }).waitFor();
    await device.loseSignal();
    await logWater(one, ofOne);
    await logWater(other, ofOther);
    await expectWaiting(one, ofOther);
    await expectWaiting(other, ofOne);
    await device.regainSignal();
    await untilSentOnce([one, other], [ofOne, ofOther]);
    await logWater(one, later);
    await untilSentOnce([one, other], [ofOne, ofOther, later]);
  });

  test.each([
    ['heard', (_: Device) => Promise.resolve()],
    ['did not hear', makeDeaf],
  ])(
    'a form whose tab %s that another tab has sent its entry overwrites no later change',
    async (_, prepare) => {
      const device = await newDevice();
      const [first, office, mine] = [newGallons(), newGallons(), newGallons()];
      const sender = await device.signIn('Ana', '/water');
      await prepare(device);
      const form = await changeSentEntry(device, sender, first, mine);
      const [log] = await storedLogs(first);
      await commerce().waterLogs.update({ id: log?.id ?? '', gallons: office, notes: 'From the office' });
      await save(form);
      await rowOf(form, mine).getByText('Changed by somebody else').waitFor();
      expect(await storedLogs(office)).toHaveLength(1);
      expect(await storedLogs(mine)).toHaveLength(0);
    },
  );

  test('a form whose tab did not hear that its entry was sent changes an entry that nobody else has changed', async () => {
    const device = await newDevice();
    const [first, mine] = [newGallons(), newGallons()];
    const sender = await device.signIn('Ana', '/water');
    await makeDeaf(device);
    const form = await changeSentEntry(device, sender, first, mine);
    await save(form);
    await untilSent(form, mine);
    expect(await storedLogs(mine)).toMatchObject([{ version: 2 }]);
  });
});

describe('the outbox', () => {
  test('forgets an entry of this device that another device has deleted', async () => {
    const device = await newDevice();
    const [gallons, next] = [newGallons(), newGallons()];
    const page = await device.signIn('Ana', '/water');
    await logWater(page, gallons);
    await untilSent(page, gallons);
    const [log] = await storedLogs(gallons);
    await commerce().waterLogs.delete({ id: log?.id ?? '' });
    // Each entry has the list read again.
    await logWater(page, next);
    await untilSent(page, next);
    await rowOf(page, gallons).waitFor({ state: 'detached' });
  });

  test('names the brand in which entries wait', async () => {
    const device = await newDevice();
    const gallons = newGallons();
    const page = await device.signIn('Otto', '/water');
    const tokens = await page.evaluate(() => sessionStorage.getItem('granary.tokens'));
    const { token } = JSON.parse(tokens ?? '{}');
    const name = `Young Orchard ${gallons}`;
    await new CommerceClient({ baseUrl: stack.baseUrl, token }).brands.create({ name });
    await page.reload();
    await page.waitForFunction((brand) => localStorage.getItem('granary.session')?.includes(brand), name);
    await device.loseSignal();
    await logWater(page, gallons);
    await page.getByRole('button', { name: 'Orchard Hill' }).first().click();
    await page.getByRole('menuitem', { name }).click();
    await page.getByRole('link', { name: /^Outbox/ }).click();
    await page.getByText('1 entry waits in Orchard Hill').waitFor();
    expect(await page.getByText('Everything is sent').count()).toBe(0);
    await page.getByRole('button', { name: 'Open Orchard Hill' }).click();
    await page.getByText('New water entry').waitFor();
    await device.regainSignal();
    await page.getByText('Everything is sent').waitFor();
  });
});

async function untilSentOnce(pages: readonly Page[], amounts: readonly number[]): Promise<void> {
  for (const gallons of amounts) {
    for (const page of pages) await untilSent(page, gallons);
    expect(await storedLogs(gallons)).toHaveLength(1);
  }
}

/** Changes an entry in the form of a tab while another tab sends it, and leaves the form open. */
async function changeSentEntry(device: Device, sender: Page, from: number, to: number): Promise<Page> {
  const form = await openWithoutSending(device);
  await device.loseSignal();
  await logWater(sender, from);
  await form.goto('/water');
  await rowOf(form, from).click();
  await form.getByRole('dialog').getByRole('textbox', { name: 'Gallons' }).fill(String(to));
  await device.regainSignal();
  await untilSent(sender, from);
  return form;
}

/** Saves the open form, and lets the tab send. */
async function save(form: Page): Promise<void> {
  await form.evaluate(() => sessionStorage.removeItem('test.sends-nothing'));
  await form.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

/** Tabs that are opened from now on hear nothing of others, as a tab that the system has stopped. */
async function makeDeaf({ context }: Device): Promise<void> {
  await context.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => undefined;
  });
}

/** Opens a tab that leaves the sending to others, as a tab does while another one holds the lock. */
async function openWithoutSending(device: Device): Promise<Page> {
  const page = await device.context.newPage();
  await page.addInitScript(() => {
    const { request } = LockManager.prototype;
    Object.defineProperty(LockManager.prototype, 'request', {
      value(this: LockManager, ...given: Parameters<typeof request>) {
        const isSending = Object(given[1]).ifAvailable === true;
        if (isSending && sessionStorage.getItem('test.sends-nothing') !== null) return given[2](null);
        return Reflect.apply(request, this, given);
      },
    });
  });
  await page.goto('/water');
  await page.waitForFunction(() => sessionStorage.getItem('granary.tokens') !== null);
  await page.evaluate(() => sessionStorage.setItem('test.sends-nothing', 'yes'));
  return page;
}
