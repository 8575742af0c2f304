import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { encodePrincipal } from '#auth/principal.ts';
import type { ClaimsRole } from '#contract/endpoint.ts';
import { functionSources } from '#lib/bundling/function-sources.ts';
import { compiledCode } from '../compiled-code.ts';
import { handlerOf } from '../functions/invoke.ts';
import type { LocalStores } from './local-stores.ts';

const sources = functionSources(path.resolve('functions'));

export interface Request {
  readonly body?: unknown;
  /** A body that is not JSON. */
  readonly text?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Method and path, of which an idempotency key keeps a digest; by default those of no endpoint. */
  readonly route?: { readonly method: string; readonly path: string };
  /** Roles of the caller; a biller by default. */
  readonly roles?: readonly ClaimsRole[];
  /** Billing providers to which the caller is limited; all by default. */
  readonly billingNpis?: readonly string[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** Any JSON, because tests read replies of every shape. */
  readonly body: ReturnType<typeof JSON.parse>;
  /** The body as it was sent. */
  readonly text: string;
}

/** Calls functions of the claims service as API Gateway does, on these stores. */
export function functionsOn(stores: Pick<LocalStores, 'environment'>) {
  Object.assign(process.env, stores.environment, { POWERTOOLS_DEV: 'false', AWS_LAMBDA_LOG_LEVEL: 'SILENT' });
  return async (name: string, request: Request = {}): Promise<Answer> => {
    const source = sources.find((one) => one.name === `claims/${name}`);
    if (source === undefined) throw new Error(`No function ${name}`);
    const handler = await handlerOf(source);
    const result = await handler(eventOf(request), { awsRequestId: 'test' } as Context);
    return {
      status: result.statusCode,
      headers: result.headers ?? {},
      body: isJson(result) ? JSON.parse(result.body) : undefined,
      text: result.body,
    };
  };
}

const isJson = ({ headers, body }: APIGatewayProxyResult) =>
  body !== '' && String(headers?.['Content-Type']).startsWith('application/json');

/** The event of API Gateway for a request. */
export function eventOf({
  body,
  text,
  path = {},
  query = {},
  headers = {},
  route = { method: body === undefined && text === undefined ? 'GET' : 'POST', path: '/' },
  roles = ['biller'],
  billingNpis,
}: Request): APIGatewayProxyEvent {
  const principal = encodePrincipal({
    subject: 'test',
    credential: 'bearer',
    operator: false,
    brands: {},
    claimsRoles: [...roles],
    ...(billingNpis && { billingNpis: [...billingNpis] }),
  });
  return {
    httpMethod: route.method,
    path: route.path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: text ?? (body === undefined ? null : JSON.stringify(body)),
    isBase64Encoded: false,
    pathParameters: path,
    queryStringParameters: query,
    requestContext: { requestId: crypto.randomUUID(), authorizer: { principal } },
  } as unknown as APIGatewayProxyEvent;
}

const ingestProgram = fileURLToPath(new URL('./intake/ingest-process.ts', import.meta.url));

/** How a run of the function ended. */
export type RunOutcome = { readonly kind: 'ended' } | { readonly kind: 'failed'; readonly error: string };

/** Runs the ingest function on a key in a separate process. */
export async function runIngest(
  { environment }: Pick<LocalStores, 'environment'>,
  key: string,
  nodeOptions: readonly string[] = [],
): Promise<RunOutcome> {
  const child = fork(ingestProgram, [], {
    env: {
      ...process.env,
      ...environment,
      ...compiledCode,
      NODE_OPTIONS: '',
      POWERTOOLS_DEV: 'false',
      AWS_LAMBDA_LOG_LEVEL: 'ERROR',
    },
    execArgv: ['--disable-warning=ExperimentalWarning', ...nodeOptions],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const ended = outcomeOf(child);
  child.send(key);
  const outcome = await ended;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  return outcome;
}

function outcomeOf(child: ChildProcess): Promise<RunOutcome> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve({ kind: 'failed', error: 'The process ended' }));
    child.once('message', (message: { ended: boolean; error: string }) => {
      resolve(message.ended ? { kind: 'ended' } : { kind: 'failed', error: message.error });
    });
  });
}
