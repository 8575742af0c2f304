import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { linkFunction, pageFunction } from '#lib/constructs/web/edge-functions.ts';

/** Runs the handler of a CloudFront function. */
const run = (code: string, event: object): unknown => runInNewContext(`${code}; handler(event)`, { event });

describe('the function for pages', () => {
  test.each([
    ['/', '/index.html'],
    ['/orders', '/index.html'],
    ['/claims/files/01a2/', '/index.html'],
    ['/index.html', '/index.html'],
    ['/assets/index-abc.js', '/assets/index-abc.js'],
    ['/service-worker.js', '/service-worker.js'],
    ['/v1.2/orders', '/index.html'],
    ['/customers/ana@example.com', '/index.html'],
    ['/products/CSA-1.5', '/index.html'],
    ['/manifest.webmanifest', '/manifest.webmanifest'],
    ['/icons/icon.svg', '/icons/icon.svg'],
    ['/assets/missing.js', '/assets/missing.js'],
  ])('asks for the file of %s', (uri, file) => {
    expect(run(pageFunction, { request: { uri, headers: {} } })).toEqual({ uri: file, headers: {} });
  });
});

describe('the function for links of an API', () => {
  const headersOf = (prefix: string, headers: Readonly<Record<string, string>>) =>
    run(linkFunction(prefix), {
      response: {
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }])),
      },
    });

  test('removes the prefix from Location and from each Link', () => {
    expect(
      headersOf('/live', {
        location: '/live/api/v1/orders/1',
        link: '</live/api/v1/orders?cursor=a>; rel="next", </live/api/v1/orders>; rel="first"',
      }),
    ).toEqual({
      headers: {
        location: { value: '/api/v1/orders/1' },
        link: { value: '</api/v1/orders?cursor=a>; rel="next", </api/v1/orders>; rel="first"' },
      },
    });
  });

  test.each(['https://media.example.com/live/image.webp', '/commercial', '/'])('keeps %s', (location) => {
    expect(headersOf('/commerce', { location })).toEqual({ headers: { location: { value: location } } });
  });

  test('changes nothing without these headers', () => {
    expect(headersOf('/live', {})).toEqual({ headers: {} });
  });
});
