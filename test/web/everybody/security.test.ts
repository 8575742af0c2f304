import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { App, Stack } from 'aws-cdk-lib/core';
import { type Browser, chromium, type Page } from 'playwright-core';
import { z } from 'zod';
import { AppHeaders } from '#lib/constructs/web/app-headers.ts';
import { portsWithoutBrowsers } from '#lib/local/dynamodb/dynamodb.ts';
import { stack } from '../browser/browser.ts';
import { chromiumPath } from '../stack/chromium.ts';

describe('foreign pages', () => {
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
      {
        url: clock,
        method: 'POST',
        headers: { 'Content-Type': 'text/plain' },
        body: '{"advance_seconds":60}',
      },
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
});

const read = (path: string): Promise<Response> => fetch(`${stack.baseUrl}${path}`);

/** The directives of a policy by name. */
const directivesOf = (policy: string | null): ReadonlyMap<string, readonly string[]> =>
  new Map(
    (policy ?? '').split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );

/** A script of the built app, by its address in index.html. */
async function assetPath(): Promise<string> {
  const html = await (await read('/')).text();
  return /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? 'no script of the built app in index.html';
}

const paths: readonly (readonly [string, () => Promise<string>])[] = [
  ['a page', async () => '/'],
  ['a page below another', async () => '/claims/claim/01a2'],
  ['a hashed script', assetPath],
  ['the service worker', async () => '/service-worker.js'],
  ['the manifest', async () => '/manifest.webmanifest'],
];

describe.each(paths)('%s', (_name, pathOf) => {
  test('has a policy that allows no inline code, no plugin and no frame', async () => {
    const reply = await read(await pathOf());
    expect(reply.status).toBe(200);
    const policy = reply.headers.get('content-security-policy');
    expect(policy).not.toMatch(/unsafe-|data:|\*|https?:(?!\/\/)/);
    const directives = directivesOf(policy);
    for (const name of ['default-src', 'frame-ancestors', 'base-uri', 'form-action'])
      expect([name, directives.get(name)]).toEqual([name, ["'none'"]]);
    for (const name of ['script-src', 'style-src', 'worker-src'])
      expect([name, directives.get(name)]).toEqual([name, ["'self'"]]);
  });
});

test.each([...paths, ['the configuration', async () => '/config.json'] as const])(
  '%s may not be guessed, framed or read by other sites',
  async (_name, pathOf) => {
    const { headers } = await read(await pathOf());
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  },
);

test('hashed files are kept for ever, and all others are asked for each time', async () => {
  const kept = async (path: string) => (await read(path)).headers.get('cache-control');
  expect(await kept(await assetPath())).toBe('public, max-age=31536000, immutable');
  for (const path of ['/', '/orders', '/service-worker.js', '/config.json', '/manifest.webmanifest'])
    expect([path, await kept(path)]).toEqual([path, 'no-cache']);
});

test('index.html has no inline script, style or handler', async () => {
  const html = await (await read('/')).text();
  const scripts = [...html.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
  expect(scripts.length).toBeGreaterThan(0);
  for (const [, attributes = '', content = ''] of scripts) {
    expect(attributes).toMatch(/\bsrc="\/assets\//);
    expect(content).toBe('');
  }
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
});

test('CloudFront sends the same headers', async () => {
  const { headers } = await read('/');
  const scope = new Stack(new App(), 'Headers');
  const served = directivesOf(headers.get('content-security-policy'));
  const named = (directive: string) =>
    (served.get(directive) ?? []).filter((source) => /^https?:/.test(source));
  const policyHeaders = new AppHeaders(scope, 'AppHeaders', {
    name: 'app',
    hosts: { connect: named('connect-src'), images: named('img-src') },
  });
  const [{ ResponseHeadersPolicyConfig: config }] = z
    .tuple([z.object({ ResponseHeadersPolicyConfig: policyConfig })])
    .parse(
      Object.values(
        Template.fromStack(Stack.of(policyHeaders)).findResources('AWS::CloudFront::ResponseHeadersPolicy'),
      ).map(({ Properties }) => Properties),
    );
  const security = config.SecurityHeadersConfig;
  expect(directivesOf(security.ContentSecurityPolicy.ContentSecurityPolicy)).toEqual(served);
  expect(security.FrameOptions.FrameOption).toBe(headers.get('x-frame-options'));
  expect(security.ReferrerPolicy.ReferrerPolicy).toBe(headers.get('referrer-policy'));
  expect(config.CustomHeadersConfig.Items.length).toBeGreaterThan(2);
  for (const { Header, Value } of config.CustomHeadersConfig.Items)
    expect([Header, headers.get(Header)]).toEqual([Header, Value]);
});

const policyConfig = z.object({
  SecurityHeadersConfig: z.object({
    ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
    FrameOptions: z.object({ FrameOption: z.string() }),
    ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
  }),
  CustomHeadersConfig: z.object({
    Items: z.array(z.object({ Header: z.string(), Value: z.string() })),
  }),
});
