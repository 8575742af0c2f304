import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { productImport } from '#commerce/products/product-fields.ts';
import { imports } from '#commerce/products/records.ts';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { type BrandRole, type EndpointDeclaration, refusedWhileClosing } from '#contract/endpoint.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { transact } from '#store/dynamodb/table.ts';
import { type CommerceService, newBrand, startCommerceService } from '../commerce-service.ts';
import { needsMore } from '../generated-outcomes.ts';
import { handlerOf, type Invocation, invoke, person, resultOf } from '../invoke.ts';

let service: CommerceService;
let brand: Awaited<ReturnType<typeof newBrand>>;
let foreigner: Invocation['caller'];
beforeAll(async () => {
  service = await startCommerceService();
  brand = await newBrand({ catalog: 'external', stops: 'external' });
  foreigner = (await newBrand()).caller;
});
afterAll(() => service.stop());

type Parameters = Readonly<Record<string, string>>;

/** Nobody but the person who is notified can address a notification, whatever the brand. */
const personal = ['update-notification', 'delete-notification'];

const rolesOf = ({ access }: EndpointDeclaration) => (access.kind === 'brand' ? access.roles : []);
const placeOf = ({ access }: EndpointDeclaration) => (access.kind === 'brand' ? access.brand : undefined);
const ofBrands = commerceEndpoints.filter(
  (endpoint) => placeOf(endpoint) && !needsMore(endpoint) && !personal.includes(endpoint.name),
);
const held = ofBrands.filter((endpoint) => placeOf(endpoint) === 'held');
const changed = held.filter(({ method, versioned }) => versioned && method !== 'GET');
const writing = held.filter(({ method }) => method !== 'GET');
const inBrand = ofBrands.filter((endpoint) => placeOf(endpoint) !== 'held');

const exampleOf = (name: string) =>
  (commerceExamples[name] ?? {}) as {
    readonly body?: object;
    readonly parameters?: Readonly<Record<string, unknown>>;
    readonly response?: { readonly data: object };
  };

const createdId = async (name: string, parameters: Parameters = {}): Promise<string> => {
  const { brand_id, caller } = brand;
  // Codes, addresses and SKUs are unique in a brand.
  const distinct = Object.entries(exampleOf(name).body ?? {}).flatMap(([field, value]) => {
    if (['sku', 'variants'].includes(field)) return [];
    return [
      [field, ['code', 'email'].includes(field) ? `${crypto.randomUUID().slice(0, 8)}${value}` : value],
    ];
  });
  const body = { ...Object.fromEntries(distinct), ...(parameters['id'] === undefined && { brand_id }) };
  const { status, body: reply } = await callByName(name, { caller, parameters, body });
  if (status >= 300) throw new Error(`${name}: ${JSON.stringify(reply)}`);
  return reply.data.id;
};

const sources = functionSources(path.resolve('functions'));

async function callByName(name: string, call: Invocation) {
  const endpoint = commerceEndpoints.find((one) => one.name === name);
  const source = sources.find((one) => one.name === `commerce/${name}`);
  if (!endpoint || !source) throw new Error(`No endpoint ${name}`);
  // What the bodies have is the subject of other tests.
  const responses = Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { description }]) => [status, { description }]),
  );
  return resultOf(await handlerOf(source), { ...endpoint, responses }, call);
}

/** Makes a resource of a path, `products` in `/api/v1/products/{id}/stock`, and returns its id. */
async function newResource(kind: string): Promise<string> {
  const { brand_id, caller } = brand;
  switch (kind) {
    case 'members':
      return (await invoke('list-members', { caller, query: { brand_id } })).body.data[0].id;
    case 'erasures':
      return createdId('erase-contact', { id: await createdId('create-contact') });
    case 'product-imports': {
      const id = crypto.randomUUID();
      const example = productImport.parse(exampleOf('get-product-import').response?.data);
      await transact(service.table, [imports.insert({ ...example, id, brand_id })]);
      return id;
    }
    default: {
      const creation = commerceEndpoints.find(
        (one) => one.method === 'POST' && one.path === `/api/v1/${kind}`,
      );
      return createdId(creation?.name ?? kind);
    }
  }
}

const children: Readonly<Record<string, string>> = {
  note_id: 'create-contact-note',
  reading_id: 'create-reading',
};

/** The parameters of a path that addresses a new resource, those of the example where it needs no further one. */
async function newParameters({ name: endpoint, path: route }: EndpointDeclaration): Promise<Parameters> {
  const id = await newResource(route.split('/')[3] ?? '');
  const others = [...route.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (name === 'id' ? [] : [name]));
  const entries = others.map(async (name) => {
    const creation = children[name];
    const shown = exampleOf(endpoint).parameters?.[name] ?? crypto.randomUUID();
    return [name, creation ? await createdId(creation, { id }) : String(shown)] as const;
  });
  return { id, ...Object.fromEntries(await Promise.all(entries)) };
}

/** A valid call by the example of the documentation. */
function callOf({ name, path: route, query }: EndpointDeclaration, call: Invocation): Invocation {
  const { body, parameters = {} } = exampleOf(name);
  const asked = Object.entries(parameters).filter(([field]) => query && !route.includes(`{${field}}`));
  return {
    query: Object.fromEntries(asked.map(([field, value]) => [field, String(value)])),
    ...(body && { body }),
    ...call,
  };
}

const outcome = async (endpoint: EndpointDeclaration, call: Invocation) => {
  const { status, body } = await callByName(endpoint.name, callOf(endpoint, call));
  return [status, body?.code];
};

const known = new Map<string, Promise<Parameters>>();
/** One resource of a path for all calls that are refused. */
const parametersOf = (endpoint: EndpointDeclaration): Promise<Parameters> => {
  const parameters = known.get(endpoint.path) ?? newParameters(endpoint);
  known.set(endpoint.path, parameters);
  return parameters;
};
const inRole = (role: BrandRole) => person({ [brand.brand_id]: role });
const refused = (endpoints: readonly EndpointDeclaration[]) =>
  (['viewer', 'manager'] as const).flatMap((role) =>
    endpoints
      .filter((endpoint) => !rolesOf(endpoint).includes(role))
      .map((endpoint) => [role, endpoint] as const),
  );

describe('a resource', () => {
  test('of another brand does not exist, for every endpoint and role', async () => {
    const outcomes = await inTurn(held, async (endpoint) => [
      endpoint.name,
      await outcome(endpoint, { caller: foreigner, parameters: await parametersOf(endpoint) }),
    ]);
    expect(outcomes).toEqual(held.map(({ name }) => [name, [404, 'not_found']]));
  });

  test('is refused to a role that its endpoint does not declare', async () => {
    const outcomes = await inTurn(refused(held), async ([role, endpoint]) => [
      role,
      endpoint.name,
      await outcome(endpoint, { caller: inRole(role), parameters: await parametersOf(endpoint) }),
    ]);
    expect(outcomes).toEqual(refused(held).map(([role, { name }]) => [role, name, [403, 'forbidden']]));
  });

  test('is shown to each role that its endpoint declares, and not again in the version that the caller has', async () => {
    const shown = held.filter(({ method, path: route }) => method === 'GET' && !/_id\}/.test(route));
    expect(shown.length).toBeGreaterThan(25);
    const outcomes = await inTurn(shown, async (endpoint) => {
      const parameters = await parametersOf(endpoint);
      // What is stored below a resource, such as a note, is written first.
      const writer = writing.find(({ path: route }) => route === endpoint.path && !endpoint.versioned);
      if (writer) await outcome(writer, { caller: brand.caller, parameters });
      const statuses = await inTurn(rolesOf(endpoint), async (role) => {
        const { status } = await callByName(
          endpoint.name,
          callOf(endpoint, { caller: inRole(role), parameters }),
        );
        return status;
      });
      const { headers } = await callByName(
        endpoint.name,
        callOf(endpoint, { caller: brand.caller, parameters }),
      );
      const seen = { 'if-none-match': String(headers['ETag']) };
      const [again] = await outcome(endpoint, { caller: brand.caller, parameters, headers: seen });
      return [endpoint.name, ...new Set(statuses), again];
    });
    expect(outcomes).toEqual(shown.map(({ name, versioned }) => [name, 200, versioned ? 304 : 200]));
  });

  test('is changed by each role that its endpoint declares, unless its brand closes', async () => {
    const outcomes = await inTurn(writing, async (endpoint) => {
      const statuses = await inTurn(rolesOf(endpoint), async (role) => {
        const parameters = await newParameters(endpoint);
        const caller = person({ [brand.brand_id]: role }, { closing: [brand.brand_id] });
        const [, refusal] = await outcome(endpoint, { caller, parameters });
        const [status] = await outcome(endpoint, { caller: inRole(role), parameters });
        // 404 may be that of another resource, which the body or the path names.
        return [refusal === 'brand_closing', [401, 403, 412, 428, 500].includes(status)];
      });
      return [endpoint.name, ...new Set(statuses.map(String))];
    });
    expect(outcomes).toEqual(writing.map((one) => [one.name, `${refusedWhileClosing(one)},false`]));
  });

  test('is changed without a version, but not in one that the caller has not seen', async () => {
    const outcomes = await inTurn(changed, async (endpoint) => {
      const call = { caller: brand.caller, parameters: await newParameters(endpoint) };
      const unseen = await outcome(endpoint, { ...call, headers: { 'if-match': '"v999"' } });
      const [status] = await outcome(endpoint, call);
      return [endpoint.name, unseen, [401, 403, 404, 412, 428, 500].includes(status)];
    });
    expect(outcomes).toEqual(changed.map(({ name }) => [name, [412, 'precondition_failed'], false]));
  });
});

describe('an endpoint that names its brand', () => {
  const atBrand = (endpoint: EndpointDeclaration, caller: Invocation['caller']) => {
    const { body = {}, query = {}, parameters } = callOf(endpoint, { caller });
    const { brand_id } = brand;
    const shown = Object.entries(exampleOf(endpoint.name).parameters ?? {});
    return outcome(endpoint, {
      caller,
      parameters: {
        ...Object.fromEntries(shown.map(([name, one]) => [name, String(one)])),
        brand_id,
        ...parameters,
      },
      ...(endpoint.query && { query: { ...query, ...(placeOf(endpoint) === 'query' && { brand_id }) } }),
      ...(endpoint.body && { body: { ...Object(body), ...(placeOf(endpoint) === 'body' && { brand_id }) } }),
    });
  };

  test('refuses a caller of another brand', async () => {
    const outcomes = await inTurn(inBrand, async (endpoint) => [
      endpoint.name,
      await atBrand(endpoint, foreigner),
    ]);
    expect(outcomes).toEqual(inBrand.map(({ name }) => [name, [403, 'brand_not_held']]));
  });

  test('refuses a role that it does not declare', async () => {
    const outcomes = await inTurn(refused(inBrand), async ([role, endpoint]) => [
      role,
      endpoint.name,
      await atBrand(endpoint, inRole(role)),
    ]);
    expect(outcomes).toEqual(refused(inBrand).map(([role, { name }]) => [role, name, [403, 'forbidden']]));
  });
});

/** One after the other, because some share a resource. */
async function inTurn<T, R>(all: readonly T[], run: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = [];
  for (const one of all) results.push(await run(one));
  return results;
}
