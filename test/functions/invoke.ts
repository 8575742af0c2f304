import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import * as z from 'zod';
import { encodePrincipal, type Principal } from '#auth/principal.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { isTagged, type OperationExamples } from '#contract/openapi/document.ts';
import { type FunctionSource, functionSources } from '#lib/bundling/function-sources.ts';

const sources = functionSources(path.resolve('functions'));

/** Whether the document names an `ETag`, by endpoint. */
const tagged: ReadonlyMap<string, boolean> = new Map(
  commerceEndpoints.map((one) => [one.name, isTagged(one, commerceEndpoints)]),
);

/** Name of the endpoint whose function runs. */
export const calledEndpoint = new AsyncLocalStorage<string>();

type Handler = (event: APIGatewayProxyEvent, context: Context) => Promise<APIGatewayProxyResult>;

/** The handler of a function, as its bundle would export it. */
export async function handlerOf({ name, file, entry }: FunctionSource): Promise<Handler> {
  const module = await import(file);
  if (entry === undefined) return module.handler;
  const [declaration, run] = [(await import(entry.contract))[entry.handler], module[entry.handler]];
  const loader = entry.loader && (await import(entry.loader.records))[entry.loader.name];
  const { plainEndpoint } = await import('#http/endpoint/plain-endpoint.ts');
  if (name.startsWith('claims/')) {
    const pipelines = { ...(await import('#http/endpoint/claims-operation.ts')), plainEndpoint };
    return pipelines[entry.pipeline](declaration, run, loader);
  }
  const pipelines = { ...(await import('#http/endpoint/operation.ts')), plainEndpoint };
  const { recorders } = await import('#http/endpoint/recorders.ts');
  return pipelines[entry.pipeline](declaration, run, loader, entry.recording ? recorders : undefined);
}

export interface Invocation {
  readonly caller: Principal;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Outcome {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
}

/** A signed-in person with these roles. */
export const person = (brands: Principal['brands'], fields: Partial<Principal> = {}): Principal => ({
  subject: `person-${randomUUID()}`,
  credential: 'bearer',
  operator: false,
  brands,
  claimsRoles: [],
  ...fields,
});

/**
 * Runs a function as API Gateway does, each call from a new address. Fails if the response has a field that the
 * contract does not declare, because stored fields must not leak.
 */
export async function invoke(name: string, call: Invocation): Promise<Outcome> {
  const endpoint = commerceEndpoints.find((candidate) => candidate.name === name);
  if (!endpoint) throw new Error(`No endpoint ${name} in shared/contract/commerce/index.ts`);
  return resultOf(await functionOf(name), endpoint, call);
}

/** The handler of an endpoint of commerce. */
export function functionOf(name: string): Promise<Handler> {
  const source = sources.find((one) => one.name === `commerce/${name}`);
  if (!source) throw new Error(`No function commerce/${name} below functions`);
  return handlerOf(source);
}

/** Runs a handler as {@link invoke} does. */
export async function resultOf(
  handler: Handler,
  endpoint: Endpoint & Pick<EndpointDeclaration, 'responses'>,
  call: Invocation,
): Promise<Outcome> {
  const outcome = await outcomeOf(handler, endpoint, call);
  const { status, body } = outcome;
  const declared = endpoint.responses[status];
  if (status < 300 && !declared) throw new Error(`${endpoint.name} answers ${status} undeclared`);
  const isTagSent = outcome.headers['ETag'] !== undefined;
  const isTagNamed = tagged.get(endpoint.name);
  if (status < 300 && body !== undefined && isTagNamed !== undefined && isTagSent !== isTagNamed) {
    const difference = isTagSent
      ? 'an ETag that its document does not name'
      : 'no ETag, which its document names';
    throw new Error(`${endpoint.name} sends ${difference}`);
  }
  const difference = declared?.schema && firstDifference(body, z.parse(declared.schema, body));
  if (difference !== undefined) {
    throw new Error(
      `${endpoint.name} returns ${difference} undeclared, or in another order than its schema: ${JSON.stringify(body)}`,
    );
  }
  return outcome;
}

type Endpoint = Pick<EndpointDeclaration, 'name' | 'method' | 'path'>;

/** Runs a handler without a comparison of its reply with the contract. A text is the body as it is. */
export async function outcomeOf(
  handler: Handler,
  { name, method, path }: Endpoint,
  call: Invocation,
): Promise<Outcome> {
  const result = await calledEndpoint.run(name, () => handler(eventOf(method, path, call), context));
  const isText = /^text\//.test(String(result.headers?.['Content-Type']));
  const body = isText ? result.body : result.body === '' ? undefined : JSON.parse(result.body);
  return { status: result.statusCode, headers: result.headers ?? {}, body };
}

/** The path of the first member that is another one, or at another place, than in the declared value. */
function firstDifference(value: unknown, declared: unknown, path = 'the body'): string | undefined {
  if (typeof value !== 'object' || value === null || typeof declared !== 'object' || declared === null)
    return JSON.stringify(value) === JSON.stringify(declared) ? undefined : path;
  const [members, others] = [Object.entries(value), Object.entries(declared)];
  for (const [n, [name, one]] of members.entries()) {
    const [same, other] = others[n] ?? [];
    const step = `${path}.${name}`;
    const difference = same === name ? firstDifference(one, other, step) : step;
    if (difference !== undefined) return difference;
  }
  return others.length > members.length ? path : undefined;
}

/**
 * Sends the requests of examples in their order and returns the replies in the form of the examples: with the ids of the examples
 * in place of the new ones, and without the time of day.
 *
 * @param known new ids by those of the examples, such as that of the brand
 */
export async function playExamples(
  examples: OperationExamples,
  caller: Principal,
  known: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, { readonly status: number; readonly body: unknown }>>> {
  const made = new Map(Object.entries(known));
  const replies: Record<string, { readonly status: number; readonly body: unknown }> = {};
  for (const [name, example] of Object.entries(examples)) {
    const endpoint = commerceEndpoints.find((one) => one.name === name);
    const { parameters = {}, body } = renamed(example, made);
    const given = Object.entries(parameters).map(([key, value]) => [key, String(value)] as const);
    const isInPath = ([key]: readonly [string, string]) => endpoint?.path.includes(`{${key}}`);
    const reply = await invoke(name, {
      caller,
      body,
      parameters: Object.fromEntries(given.filter(isInPath)),
      query: Object.fromEntries(given.filter((one) => !isInPath(one))),
    });
    const [before, now] = [idIn(example.response), idIn(reply.body)];
    if (before !== undefined && now !== undefined && !made.has(before)) made.set(before, now);
    const names = new Map([...made].map(([old, id]) => [id, old]));
    replies[name] = { status: reply.status, body: withoutTimes(renamed({ body: reply.body }, names).body) };
  }
  return replies;
}

/** The value with other ids. */
const renamed = <T>(value: T, ids: ReadonlyMap<string, string>): T =>
  JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => ids.get(id) ?? id));

export const withoutTimes = (value: unknown): unknown =>
  value === undefined
    ? undefined
    : JSON.parse(JSON.stringify(value).replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time'));

const idIn = (body: unknown): string | undefined => {
  const data: unknown = Object(body)['data'];
  const { id } = Object(data);
  return typeof id === 'string' ? id : undefined;
};

const context = {
  awsRequestId: randomUUID(),
  functionName: 'test',
  getRemainingTimeInMillis: () => 10_000,
} as Context;

const eventOf = (httpMethod: string, path: string, call: Invocation) =>
  ({
    httpMethod,
    path,
    resource: path,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': randomUUID(),
      ...call.headers,
    },
    body: call.body === undefined ? null : JSON.stringify(call.body),
    isBase64Encoded: false,
    pathParameters: call.parameters ?? null,
    queryStringParameters: call.query ?? null,
    requestContext: {
      requestId: randomUUID(),
      authorizer: { principal: encodePrincipal(call.caller) },
    },
  }) as unknown as APIGatewayProxyEvent;
