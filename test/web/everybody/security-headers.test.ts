import { describe, expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { App, Stack } from 'aws-cdk-lib/core';
import { z } from 'zod';
import { AppHeaders } from '#lib/constructs/web/app-headers.ts';
import { stack } from '../browser/browser.ts';

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
    connect: named('connect-src'),
    images: named('img-src'),
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
