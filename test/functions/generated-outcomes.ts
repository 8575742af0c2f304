import path from 'node:path';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import fc from 'fast-check';
import { encodePrincipal, type Principal } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { type GeneratedRequest, isFault } from './generated-requests.ts';
import { handlerOf, person } from './invoke.ts';

const inParallel = 4;

const sources = functionSources(path.resolve('functions'));

/** Runs the function as API Gateway does. */
async function answerTo(request: GeneratedRequest, caller: Principal) {
  const { endpoint, parameters, query, headers, text = null, isStranger } = request;
  const source = sources.find(({ name }) => name === `${endpoint.service}/${endpoint.name}`);
  if (source === undefined) throw new Error(`No function ${endpoint.name}`);
  const handler = await handlerOf(source);
  const event = {
    httpMethod: endpoint.method,
    path: endpoint.path,
    resource: endpoint.path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': crypto.randomUUID(), ...headers },
    body: text,
    isBase64Encoded: false,
    pathParameters: parameters,
    queryStringParameters: query,
    requestContext: {
      requestId: crypto.randomUUID(),
      authorizer: { principal: encodePrincipal(isStranger ? person({}) : caller) },
    },
  } as unknown as APIGatewayProxyEvent;
  const context = {
    awsRequestId: 'test',
    functionName: 'test',
    getRemainingTimeInMillis: () => 60_000,
  } as Context;
  const { statusCode, headers: sent, body } = await handler(event, context);
  const isJson = body !== '' && String(sent?.['Content-Type']).startsWith('application/json');
  return { status: statusCode, text: body, body: isJson ? JSON.parse(body) : {} };
}

interface Sending {
  readonly requests: number;
  readonly caller: Principal;
  /** A text that no reply may contain. */
  readonly secret: string;
}

/** Sends the requests, and returns the faults and how often each status came. */
export async function outcomesOf(
  generated: fc.Arbitrary<GeneratedRequest>,
  { requests, caller, secret }: Sending,
): Promise<{ readonly faults: readonly object[]; readonly statuses: ReadonlyMap<number, number> }> {
  const faults: object[] = [];
  const statuses = new Map<number, number>();
  const samples = fc.sample(generated, { numRuns: requests, seed: 20_261_121 });
  const worker = async () => {
    for (let sample = samples.pop(); sample; sample = samples.pop()) {
      const answer = await answerTo(sample, caller);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const { endpoint, ...sent } = sample;
      if (isFault(sample, answer)) faults.push({ name: endpoint.name, ...sent, answer: answer.text });
      if (answer.text.includes(secret)) faults.push({ leaked: endpoint.name, ...sent });
    }
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  return { faults, statuses };
}

/** Endpoints that need further services, such as S3 or the payment provider; test/http has the same requests for them. */
export const needsMore = ({ media, uses = [], readsUnsubscribeKey }: EndpointDeclaration): boolean =>
  media !== undefined ||
  readsUnsubscribeKey === true ||
  uses.some((use) =>
    ['payment-keys', 'audit-runs', 'checkpoints', 'exports', 'signing', 'clearhouse-key'].includes(use),
  );
