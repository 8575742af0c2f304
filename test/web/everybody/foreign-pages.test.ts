import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { portsWithoutBrowsers } from '#lib/local/dynamodb/dynamodb.ts';
import { stack } from '../browser/browser.ts';
import { chromiumPath } from '../stack/chromium.ts';

/** Serves an empty page, which every other page may read. */
const foreign = createServer((_, response) =>
  response.writeHead(200, { 'Content-Type': 'text/html', 'Access-Control-Allow-Origin': '*' }).end('read'),
);
let browser: Browser;
let page: Page;
const portOf = () => (foreign.address() as AddressInfo).port;

beforeAll(async () => {
  await new Promise<void>((listening) => foreign.listen(0, '127.0.0.1', listening));
  browser = await chromium.launch({
    executablePath: chromiumPath() ?? '',
    args: ['--no-sandbox', '--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  page = await browser.newPage();
  await page.goto(`http://evil.example:${portOf()}`);
});
afterAll(async () => {
  await browser?.close();
  foreign.closeAllConnections();
  foreign.close();
});

interface Asked {
  readonly url: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the foreign page reads; undefined if the browser shows it nothing. */
const readByPage = (asked: Asked): Promise<string | undefined> =>
  page.evaluate(async ({ url, ...init }) => {
    try {
      return await (await fetch(url, init)).text();
    } catch {
      return undefined;
    }
  }, asked);

test('a page of another machine reads and changes nothing through the browser', async () => {
  const { baseUrl, endpoints, buckets } = stack;
  const clock = `${endpoints.other}/local/clock`;
  const ahead = async () => (await (await fetch(clock)).json()).ahead_seconds;
  const before = await ahead();
  const target = { 'X-Amz-Target': 'DynamoDB_20120810.ListTables' };
  const asked: readonly Asked[] = [
    { url: endpoints.dynamodb, method: 'POST', headers: target, body: '{}' },
    { url: `${endpoints.s3}/${buckets['x12']}?list-type=2` },
    { url: `${endpoints.s3}/${buckets['x12']}/inbox/foreign.x12`, method: 'PUT', body: 'ISA' },
    { url: clock },
    { url: clock, method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '{"advance_seconds":60}' },
    { url: `${baseUrl}/config.json` },
    { url: `${baseUrl}/.local/oidc/jwks.json` },
  ];
  for (const one of asked) {
    expect([one.url, await readByPage(one)]).toEqual([one.url, undefined]);
    // The same service under the name of the page, as after DNS rebinding.
    const rebound = one.url.replace('127.0.0.1', 'evil.example');
    expect([rebound, await readByPage({ ...one, url: rebound })]).toEqual([rebound, undefined]);
  }
  expect(await ahead()).toBe(before);
  const object = await fetch(`${endpoints.s3}/${buckets['x12']}/inbox/foreign.x12`);
  expect(object.status).toBe(404);
  // The page can read what allows it, such as a deployed API.
  expect(await readByPage({ url: `http://127.0.0.1:${portOf()}` })).toBe('read');
  expect(await readByPage({ url: `${baseUrl}/api/v1` })).toContain('healthy');
});

test('the browser connects to no port of a DynamoDB engine', async () => {
  for (const port of portsWithoutBrowsers) {
    await expect(page.goto(`http://127.0.0.1:${port}`)).rejects.toThrow('ERR_UNSAFE_PORT');
  }
});
