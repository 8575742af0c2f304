import type { Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Principal } from '#auth/principal.ts';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import type { RateLimitState } from '#store/requests/rate-windows.ts';
import type { Reply } from '../reply/replies.ts';
import type { Preconditions } from './entity-tags.ts';

/** Input as it came and, after validation, as it is trusted. */
export interface ExchangeInput {
  body: unknown;
  parameters: unknown;
  query: unknown;
}

/** One request on its way through the pipeline. Steps fill it in the order of the spec. */
export interface Exchange {
  readonly endpoint: EndpointDeclaration;
  readonly event: APIGatewayProxyEvent;
  readonly requestId: string;
  readonly now: Date;
  readonly principal: Principal;
  readonly input: ExchangeInput;
  /** Conditions on the version of the resource; absent where the endpoint's resource has none. */
  preconditions?: Preconditions;
  /** Where the caller stands in the route's limiter, for the answer's headers. */
  rate?: RateLimitState;
  /** An answer found before the operation ran: it is not run. */
  reply?: Reply;
}

/** Lambda's context of the invocation with our exchange beside it: the one place that middy shows to steps and handler. */
export interface ExchangeContext extends Context {
  readonly exchange: Exchange;
}

/** What middy passes along the pipeline. */
export type ExchangeRequest = Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ExchangeContext>;

/** A step of the pipeline: fills the exchange or throws. */
export type Step = (exchange: Exchange, request: ExchangeRequest) => Promise<void> | void;

/** A request header by its lower-case name; API Gateway keeps the client's letter case. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}

/** All lines of a request header that holds a list, as one list (RFC 9110 section 5.3). */
export function listHeaderOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name) return values?.join(',');
  }
  return headerOf(event, name);
}
