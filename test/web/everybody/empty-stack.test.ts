import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import {
  type LocalProcess,
  newFolder,
  removeFolder,
  startLocalProcess,
} from '../../http/stack/local-process.ts';
import { settled, signInHere, useProfiles } from '../browser/browser.ts';

const newProfile = useProfiles();
const folder = newFolder();
let local: LocalProcess;

beforeAll(async () => {
  local = await startLocalProcess({ dataFolder: folder, web: true, flags: ['--no-seed'] });
});
afterAll(async () => {
  await local?.stop();
  removeFolder(folder);
});

/** Signs in from the first page of the app, as a person who knows only its address. */
async function arrive(name: string, path: string): Promise<Page> {
  const context = await newProfile(local.stack.baseUrl, {
    serviceWorkers: 'block',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await signInHere(page, name, path);
  await settled(page);
  return page;
}

async function startFarm(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the farm').fill(name);
  await page.getByRole('button', { name: 'Create the farm' }).click();
  await page.waitForURL('**/tour');
  await settled(page);
  await page.getByText('0 of 6 steps done').waitFor();
  await page.locator('.page-primary').getByRole('link', { name: 'Open settings' }).waitFor();
}

describe('a stack without data', () => {
  test('leads its first owner to a claim file, to the configuration and to the first farm', async () => {
    const page = await arrive('Ana', '/claims');
    await page.getByText('No claims yet').waitFor();
    await page.getByRole('button', { name: 'Add a claim file' }).waitFor();
    await page.goto('/claims/configuration');
    await page.getByText('Health First Colorado').first().waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Start a farm' }).click();
    await startFarm(page, 'Green Acres');
    expect(await page.locator('.workplace').first().textContent()).toContain('Green Acres');
  });

  test('lets a person without a role start a farm', async () => {
    const page = await arrive('Otto', '/welcome');
    await page.getByText('You have no access yet').waitFor();
    await startFarm(page, 'Orchard Hill');
  });
});
