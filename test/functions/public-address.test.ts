import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { getOrder, listOrders } from '#commerce/orders/contract.ts';
import { health } from '#contract/commerce/service.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { gatewayResult, pageLinks } from '#http/reply/gateway-result.ts';
import type { Exchange } from '#http/request/exchange.ts';
import { baseUrl, pathBelowPrefix, pathPrefix } from '#http/request/public-address.ts';

/** The parts of a request that addresses need. */
const asked = (
  endpoint: EndpointDeclaration,
  contextPath: string,
  { path = contextPath, domainName = 'api.example.com', query = {}, httpMethod = 'GET' } = {},
) => ({
  endpoint,
  event: {
    path,
    httpMethod,
    requestContext: { path: contextPath, domainName },
    multiValueQueryStringParameters: query,
  } as unknown as APIGatewayProxyEvent,
});

describe('pathPrefix', () => {
  test.each([
    ['/live/api/v1/orders', listOrders, '/live'],
    ['/commerce/api/v1/orders', listOrders, '/commerce'],
    ['/shop/eu/api/v1/orders/', listOrders, '/shop/eu'],
    ['/api/v1/orders', listOrders, ''],
    ['/live/%61pi/v1/orders', listOrders, '/live'],
    ['/live/api/v1/orders/api', getOrder, '/live'],
    ['/live/api/v1/orders/a%2Fb', getOrder, '/live'],
    // The same, where the gateway has decoded the path.
    ['/live/api/v1/orders/a/b', getOrder, '/live'],
    ['/api/v1/api/v1', health, '/api/v1'],
    ['/live/api/v1', health, '/live'],
    ['', listOrders, ''],
    ['/nothing/of/ours', listOrders, ''],
  ])('%s', (contextPath, endpoint, expected) => {
    expect(pathPrefix(asked(endpoint, contextPath))).toBe(expected);
  });

  test('is empty without a request context', () => {
    const event = { path: '/api/v1/orders' } as unknown as APIGatewayProxyEvent;
    expect(pathPrefix({ endpoint: listOrders, event })).toBe('');
    expect(baseUrl({ endpoint: listOrders, event })).toBe('/');
  });
});

describe('pathBelowPrefix', () => {
  test.each([
    ['/api/v1/orders/1', '/live/api/v1/orders/1'],
    ['/commerce/api/v1/orders/1', '/commerce/api/v1/orders/1'],
    ['/api/v1/orders/1', '/api/v1/orders/1'],
    ['/api/v1/orders/1/', '/live/api/v1/orders/1/'],
  ])('path %s of context path %s', (path, contextPath) => {
    expect(pathBelowPrefix(asked(getOrder, contextPath, { path }))).toBe('/api/v1/orders/1');
  });
});

describe('baseUrl', () => {
  test.each([
    ['abc.execute-api.eu-west-1.amazonaws.com', 'https://abc.execute-api.eu-west-1.amazonaws.com/live'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000/live'],
    ['abc.execute-api.us-east-1.localhost:4000', 'http://abc.execute-api.us-east-1.localhost:4000/live'],
    ['localhost.example.com', 'https://localhost.example.com/live'],
  ])('%s', (domainName, expected) => {
    expect(baseUrl(asked(listOrders, '/live/api/v1/orders', { domainName }))).toBe(expected);
  });
});

test.each([
  ['GET', '{"data":[]}'],
  ['HEAD', ''],
])('a reply to %s has the body %j', (httpMethod, body) => {
  const exchange = { ...asked(listOrders, '/live/api/v1/orders', { httpMethod }), requestId: '1' };
  expect(gatewayResult(exchange as Exchange, { status: 200, headers: {}, body: { data: [] } }).body).toBe(
    body,
  );
});

describe('pageLinks', () => {
  const links = (body: unknown, query = {}, httpMethod = 'GET') =>
    pageLinks(
      {
        ...asked(listOrders, '/live/api/v1/orders', { path: '/api/v1/orders', query, httpMethod }),
        requestId: '1',
        now: new Date(0),
        principal: { subject: 's', credential: 'none', operator: false, brands: {} },
        input: { body: undefined, parameters: {}, query: {} },
      } as unknown as Parameters<typeof pageLinks>[0],
      { status: 200, headers: {}, body },
    );

  test('the cursor of the next page joins the query, encoded', () => {
    const body = { data: [], pagination: { next_cursor: 'a+b=', has_more: true } };
    expect(links(body, { brand_id: ['b'], cursor: ['old'], status: ['x y'] })).toEqual({
      Link: '</live/api/v1/orders?brand_id=b&cursor=a%2Bb%3D&status=x+y>; rel="next"',
    });
  });

  test('HEAD has the link of GET', () => {
    const body = { data: [], pagination: { next_cursor: 'n', has_more: true } };
    expect(links(body, {}, 'HEAD')).toEqual({ Link: '</live/api/v1/orders?cursor=n>; rel="next"' });
  });

  test('the cursor inside a detail joins the query, encoded', () => {
    expect(links({ data: { id: '1', next_cursor: 'n' } })).toEqual({
      Link: '</live/api/v1/orders?cursor=n>; rel="next"',
    });
  });

  test('only a full page has a next offset', () => {
    const page = (count: number) => ({ data: [], pagination: { limit: 2, offset: 4, count } });
    expect(links(page(2))).toEqual({ Link: '</live/api/v1/orders?limit=2&offset=6>; rel="next"' });
    expect(links(page(1))).toEqual({});
  });

  test('HEAD names the page that GET names', () => {
    const body = { data: [], pagination: { next_cursor: 'n', has_more: true } };
    expect(links(body, {}, 'HEAD')).toEqual(links(body));
    expect(links(body, {}, 'HEAD')).toHaveProperty('Link');
  });

  test('the last page, and a reply that is not a list, has no link', () => {
    expect(links({ data: [], pagination: { next_cursor: null, has_more: false } })).toEqual({});
    expect(links({ data: { id: '1' } })).toEqual({});
    expect(links(undefined)).toEqual({});
  });
});
