import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEvent } from 'aws-lambda';
import { secretHash } from '#auth/identify.ts';
import { brandInput } from '#commerce/brands/contract.ts';
import { insertBrand } from '#commerce/brands/records.ts';
import { newBrand } from '#commerce/brands/rules.ts';
import { send, type Table, transact } from '#store/dynamodb/table.ts';
import { startIssuer, type TestIssuer } from '../../auth/issuer.ts';
import { newCommerceTable } from '../../store/commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';

let engine: DynamoEngine;
let issuer: TestIssuer;
let table: Table;
beforeAll(async () => {
  [engine, issuer] = await Promise.all([startDynamoEngine(), startIssuer()]);
  table = await newCommerceTable(engine);
  Object.assign(process.env, {
    COMMERCE_TABLE: table.name,
    PEOPLE_KEY: 'key-of-people',
    TOKEN_ISSUER: issuer.address,
    TOKEN_AUDIENCE: 'granary',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  });
});
afterAll(async () => {
  await Promise.all([engine.stop(), issuer.stop()]);
});

/** A brand of `subject` that is metered by the key `key-of-<id>`. */
async function brandOf(subject: string): Promise<string> {
  const identity = { id: randomUUID(), now: new Date() };
  const brand = newBrand(
    brandInput.parse({ name: 'Farm' }),
    { credential: 'bearer', operator: false },
    identity,
  );
  const { plan, created_at: valid_from } = brand;
  const gatewayKey = { id: `id-${brand.id}`, value: `key-of-${brand.id}`, plan, valid_from };
  await transact(table, insertBrand({ ...brand, gateway_keys: [gatewayKey] }, subject));
  return brand.id;
}

interface Named {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

/** The value of the key by which API Gateway meters the request. */
async function meteredBy(headers: Readonly<Record<string, string>>, { parameters, query }: Named = {}) {
  const { handler } = await import('../../../functions/commerce/service/authorizer.ts');
  const event = {
    type: 'REQUEST',
    methodArn: 'arn:aws:execute-api:us-east-1:000000000000:api/live/GET/api/v1/orders',
    headers,
    pathParameters: parameters ?? null,
    queryStringParameters: query ?? null,
  } as unknown as APIGatewayRequestAuthorizerEvent;
  return (await handler(event)).usageIdentifierKey;
}

const bearer = async (claims: Readonly<Record<string, unknown>>) => ({
  authorization: `Bearer ${await issuer.sign({ aud: 'granary', ...claims })}`,
});

describe('a request is metered by', () => {
  test('the brand in its query, in any letter case and at any position', async () => {
    const sub = randomUUID();
    const brands = [await brandOf(sub), await brandOf(sub), await brandOf(sub)];
    const person = await bearer({ sub });
    for (const id of brands) {
      expect(await meteredBy(person, { query: { brand_id: id.toUpperCase() } })).toBe(`key-of-${id}`);
    }
  });

  test('the brand that its path names', async () => {
    const sub = randomUUID();
    await brandOf(sub);
    const second = await brandOf(sub);
    expect(await meteredBy(await bearer({ sub }), { parameters: { brand_id: second } })).toBe(
      `key-of-${second}`,
    );
  });

  test("the caller's only brand, if the request names no brand", async () => {
    const sub = randomUUID();
    const id = await brandOf(sub);
    expect(await meteredBy(await bearer({ sub }))).toBe(`key-of-${id}`);
  });

  test('no brand of a caller with several brands, if the request names no brand', async () => {
    const sub = randomUUID();
    await brandOf(sub);
    await brandOf(sub);
    expect(await meteredBy(await bearer({ sub }))).toBe('key-of-people');
  });

  test('the only brand of its caller, even if the request names another one', async () => {
    const sub = randomUUID();
    const own = await brandOf(sub);
    const foreign = { query: { brand_id: await brandOf(randomUUID()) } };
    expect(await meteredBy(await bearer({ sub }), foreign)).toBe(`key-of-${own}`);
    const operator = await bearer({ sub, granary_operator: true });
    expect(await meteredBy(operator, foreign)).toBe('key-of-people');
  });

  test('no brand of a caller with several brands, if the request names another one', async () => {
    const sub = randomUUID();
    await brandOf(sub);
    await brandOf(sub);
    const foreign = { query: { brand_id: await brandOf(randomUUID()) } };
    expect(await meteredBy(await bearer({ sub }), foreign)).toBe('key-of-people');
  });

  test('the key of people, for an operator and for a person who has just signed in', async () => {
    const brand = await brandOf(randomUUID());
    const operator = await bearer({ sub: 'operator', granary_operator: true });
    expect(await meteredBy(operator, { parameters: { brand_id: brand } })).toBe('key-of-people');
    expect(await meteredBy(await bearer({ sub: randomUUID() }))).toBe('key-of-people');
  });

  test('the key of people, while a brand has no gateway key', async () => {
    const granary_brands = { [randomUUID()]: 'owner' };
    expect(await meteredBy(await bearer({ sub: randomUUID(), granary_brands }))).toBe('key-of-people');
  });

  test('the brand of an API key, for any request', async () => {
    const id = await brandOf(randomUUID());
    const secret = `gk_test_${randomUUID()}`;
    const credential = { id: randomUUID(), brand_id: id, role: 'manager' };
    const Item = { pk: `APIKEY#${secretHash(secret)}`, sk: 'APIKEY', ...credential };
    await send(table.client.send(new PutCommand({ TableName: table.name, Item })));
    // The request that names another brand comes first, because its result is cached for the others.
    expect(await meteredBy({ 'X-API-Key': secret }, { query: { brand_id: randomUUID() } })).toBe(
      `key-of-${id}`,
    );
    expect(await meteredBy({ 'x-api-key': secret })).toBe(`key-of-${id}`);
  });
});

test('a token that does not verify is Unauthorized, word for word as API Gateway expects it', async () => {
  await expect(meteredBy(await bearer({ sub: 's', aud: 'payroll' }))).rejects.toThrow(/^Unauthorized$/);
});
