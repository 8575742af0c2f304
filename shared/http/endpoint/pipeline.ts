import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import { anonymous, decodePrincipal } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ApiError } from '#contract/errors.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { currentTime } from '#persistence/current-time.ts';
import { errorReply, gatewayResult, retryAfterSeconds, toApiError } from '../reply/gateway-result.ts';
import type { Reply } from '../reply/replies.ts';
import { type Exchange, type ExchangeContext, headerOf, type Step } from '../request/exchange.ts';
import { conditionalReply } from '../request/preconditions.ts';

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ExchangeContext>;

/** Milliseconds reserved for the reply when an operation is abandoned. */
const reservedMilliseconds = 1000;

/**
 * A Lambda handler for one endpoint: the steps in order, then the operation, with logging, headers and the mapping of
 * errors around them. An operation that waits too long for the data layer ends in 503, one second before Lambda would end
 * the function.
 */
export function pipeline(
  endpoint: EndpointDeclaration,
  steps: readonly Step[],
  operation: (exchange: Exchange) => Promise<Reply>,
) {
  const stack = middy<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ExchangeContext>({
    timeoutEarlyInMillis: reservedMilliseconds,
    timeoutEarlyResponse: () => {
      throw new ApiError('unavailable', { retryAfterSeconds });
    },
  }).use(replying(endpoint));
  for (const step of steps) stack.use({ before: (request) => step(request.context.exchange, request) });
  stack.handler(async (_event, { exchange }) =>
    gatewayResult(exchange, conditionalReply(exchange, await operation(exchange))),
  );
  return (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> =>
    stack(event, { ...context, exchange: open(endpoint, event, context) });
}

function replying(endpoint: EndpointDeclaration): Middleware {
  return {
    before: ({ context: { exchange } }) => {
      logger.resetKeys();
      logger.appendKeys({ request_id: exchange.requestId, operation: endpoint.name });
    },
    after: publishMetrics,
    onError: (request) => {
      const { exchange } = request.context;
      const error = toApiError(endpoint, request.error);
      if (error.status >= 500) recordFailure(exchange, error);
      request.response = gatewayResult(exchange, errorReply(error, exchange.requestId));
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
    // The claims service has no movable clock.
    now: endpoint.service === 'commerce' ? currentTime() : new Date(),
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

/** Logs a failure with its method and route. A route contains no ids. */
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
