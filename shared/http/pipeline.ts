import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { anonymous, decodePrincipal } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { answer, errorReply, toApiError } from './answer.ts';
import { type Exchange, headerOf, type Step } from './exchange.ts';
import { logger, metrics, publishMetrics } from './logger.ts';
import type { Reply } from './replies.ts';

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context>;

/** The exchange of the event in work: middy hands its own state to middlewares but not to the handler. */
const exchanges = new WeakMap<APIGatewayProxyEvent, Exchange>();

/**
 * A Lambda handler for one endpoint: the steps in their order, then the operation; around all of it the request's
 * identity, logging, headers and the mapping of errors.
 */
export function pipeline(
  endpoint: EndpointDeclaration,
  steps: readonly Step[],
  operation: (exchange: Exchange) => Promise<Reply>,
) {
  const stack = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, Context>().use(
    answering(endpoint, exchangeOf),
  );
  for (const step of steps) stack.use({ before: ({ event, context }) => step(exchangeOf(event, context)) });
  return stack.handler(async (event, context) => {
    const exchange = exchangeOf(event, context);
    return answer(exchange, await operation(exchange));
  });

  function exchangeOf(event: APIGatewayProxyEvent, context: Context): Exchange {
    const known = exchanges.get(event);
    if (known) return known;
    const exchange = open(endpoint, event, context);
    exchanges.set(event, exchange);
    return exchange;
  }
}

function answering(
  endpoint: EndpointDeclaration,
  exchangeOf: (event: APIGatewayProxyEvent, context: Context) => Exchange,
): Middleware {
  return {
    before: ({ event, context }) => {
      logger.resetKeys();
      logger.appendKeys({ request_id: exchangeOf(event, context).requestId, operation: endpoint.name });
    },
    after: publishMetrics,
    onError: (request) => {
      const exchange = exchangeOf(request.event, request.context);
      const error = toApiError(endpoint, request.error);
      if (error.status >= 500) recordFailure(exchange, error);
      request.response = answer(exchange, errorReply(error, exchange.requestId));
      publishMetrics();
    },
  };
}

function open(endpoint: EndpointDeclaration, event: APIGatewayProxyEvent, context: Context): Exchange {
  const wanted = headerOf(event, 'x-request-id');
  const principal: unknown = event.requestContext?.authorizer?.['principal'];
  return {
    endpoint,
    event,
    now: new Date(),
    requestId:
      wanted && /^[\w\-=]{1,255}$/.test(wanted)
        ? wanted
        : (event.requestContext?.requestId ?? context.awsRequestId),
    principal: typeof principal === 'string' ? decodePrincipal(principal) : anonymous,
    input: {
      body: undefined,
      parameters: event.pathParameters ?? {},
      query: event.queryStringParameters ?? {},
    },
  };
}

/** Refuses a client that takes no JSON (RFC 9110 section 12.5.1). */
export function checkAccept({ event }: Exchange): void {
  const accept = headerOf(event, 'accept');
  if (!accept) return;
  const takesJson = accept
    .split(',')
    .some((range) => /^\s*(\*\/\*|application\/(\*|(?:[\w.-]+\+)?json))\s*(;|$)/i.test(range));
  if (!takesJson) throw new ApiError('not_acceptable');
}

/** Spec, "Errors": the failure is recorded with its path and method. The path is the route, without ids. */
function recordFailure({ event, endpoint }: Exchange, error: ApiError): void {
  const cause = error.cause instanceof Error ? error.cause : error;
  const origin = cause.cause instanceof Error ? cause.cause : undefined;
  metrics.addMetric('failures', 'Count', 1);
  logger.error('Request failed', {
    path: endpoint.path,
    method: event.httpMethod,
    code: error.code,
    failure: { name: cause.name, stack: cause.stack, origin: origin?.name },
  });
}
