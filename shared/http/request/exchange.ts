import type { Request } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { Principal } from '#auth/principal.ts';
import type { EndpointDeclaration, TextType } from '#contract/endpoint.ts';
import type { RateLimitState } from '#store/requests/rate-windows.ts';

export interface EntityTag {
  readonly weak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

/** `*`, or the entity tags of a list. */
export type TagCondition = '*' | readonly EntityTag[];

export interface Preconditions {
  readonly ifMatch: TagCondition | undefined;
  readonly ifNoneMatch: TagCondition | undefined;
}

/** Raw input; after validation, the parsed input. */
export interface ExchangeInput {
  body: unknown;
  parameters: unknown;
  query: unknown;
}

export interface Exchange {
  readonly endpoint: EndpointDeclaration;
  readonly event: APIGatewayProxyEvent;
  readonly requestId: string;
  readonly now: Date;
  readonly principal: Principal;
  readonly input: ExchangeInput;
  /** Media type of a successful reply, as `Accept` asks for it. */
  mediaType?: 'application/json' | TextType;
  /** Absent if the resource of the endpoint has no versions. */
  preconditions?: Preconditions;
  /** The caller's state in the limiter of the route, for the response headers. */
  rate?: RateLimitState;
}

/** Lambda's context with the exchange, because middy passes the context to every step. */
export interface ExchangeContext extends Context {
  readonly exchange: Exchange;
}

export type ExchangeRequest = Request<APIGatewayProxyEvent, APIGatewayProxyResult, Error, ExchangeContext>;

/** A step of the pipeline: fills the exchange or throws. */
export type Step = (exchange: Exchange, request: ExchangeRequest) => Promise<void> | void;

/** A request header by its lower-case name. API Gateway keeps the letter case of the client. */
export function headerOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, value] of Object.entries(event.headers ?? {})) {
    if (key.toLowerCase() === name) return value;
  }
  return undefined;
}

/** All lines of a list header, joined into one list (RFC 9110 section 5.3). */
export function listHeaderOf(event: APIGatewayProxyEvent, name: string): string | undefined {
  for (const [key, values] of Object.entries(event.multiValueHeaders ?? {})) {
    if (key.toLowerCase() === name) return values?.join(',');
  }
  return headerOf(event, name);
}
