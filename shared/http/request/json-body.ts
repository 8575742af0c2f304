import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { missingMembers } from './body-faults.ts';
import { type Exchange, type ExchangeRequest, headerOf } from './exchange.ts';

/**
 * Largest JSON body, bytes. DynamoDB holds items of 400 kB: what passes here fits with its keys and its stored
 * reply. X12 text and files have routes of their own.
 */
const maximumBodyBytes = 256 * 1024;

/** Lambda takes requests of 6 MB, in which line ends and quotes are escaped. */
const maximumX12Bytes = 4 * 1024 * 1024;

/** Besides its own types, those that programs send when they are told nothing. */
const x12Types = /^(?:text\/|application\/(?:edi|x12|octet-stream|x-www-form-urlencoded))/i;

/** The media type is checked here, whatever the letter case of the header's name. */
const parser = jsonBodyParser<ExchangeRequest['event']>({ disableContentTypeCheck: true });

/**
 * Parses the body where the endpoint takes one. A body that is not JSON is an unexpected failure by the spec
 * ("Errors": 500 `Internal server error`). X12 text is taken as `{ content }` by endpoints that take it.
 *
 * @throws ApiError payload_too_large, unsupported_media_type, body_required, validation_failed, internal
 */
export function parseBody(exchange: Exchange, request: ExchangeRequest): void {
  const { endpoint, event } = exchange;
  if (!endpoint.body) return;
  const text = textOf(event);
  const limit = endpoint.takesX12 ? maximumX12Bytes : maximumBodyBytes;
  if (Buffer.byteLength(text) > limit) throw new ApiError('payload_too_large');
  const type = headerOf(event, 'content-type');
  if (endpoint.takesX12 && isX12(type, text)) {
    if (text.trim() === '') throw bodyRequired(endpoint.body);
    exchange.input.body = { content: text };
    return;
  }
  if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
    throw new ApiError('unsupported_media_type');
  }
  if (text === '') throw bodyRequired(endpoint.body);
  exchange.input.body = parsed(request, surrogate.test(text) ? wellFormed(text) : text);
}

const bodyRequired = (schema: z.ZodType) =>
  new ApiError('body_required', { details: missingMembers(schema) });

/**
 * The body as text. API Gateway replaces bytes that are not UTF-8 by U+FFFD before a function sees them, unless it
 * passes the body as base64: what was sent is lost either way. A client that means U+FFFD escapes it (`\\ufffd`).
 */
function textOf({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = isBase64Encoded
    ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(body ?? '', 'base64'))
    : (body ?? '');
  if (text.includes('\ufffd'))
    throw invalidBody('The body must be UTF-8; send U+FFFD as \\ufffd', 'invalid_utf8');
  return text;
}

const invalidBody = (message: string, code: string) =>
  new ApiError('validation_failed', { details: [{ path: ['body'], message, code }] });

/** The errors of middy's parser become ours: its own quote the body, which must not reach a log. */
function parsed(request: ExchangeRequest, body: string): unknown {
  const event = { ...request.event, body, isBase64Encoded: false };
  try {
    parser.before?.({ ...request, event });
    return event.body;
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    // A refused member is the one error of the parser that has no message of JSON.parse behind it.
    const isRefusedMember = typeof cause === 'object' && cause !== null && !('message' in cause);
    if (isRefusedMember) {
      throw invalidBody(
        'Members named __proto__ or constructor.prototype are not allowed',
        'forbidden_member',
      );
    }
    return parsedWithoutReviver(body);
  }
}

/** Middy's reviver runs out of stack in a deep body that JSON.parse takes; validation keeps declared members only. */
function parsedWithoutReviver(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiError('internal', { cause: new Error('The request body is not valid JSON') });
  }
}

/** No JSON begins as an interchange does, whatever type a program sends it under. */
const isX12 = (type: string | undefined, text: string): boolean =>
  text.trimStart().startsWith('ISA') ||
  (type === undefined ? !text.trimStart().startsWith('{') : x12Types.test(type.trim()));

/** An escape of half a surrogate pair, or of a whole pair: worth a closer look. */
const surrogate = /\\u[dD][89a-fA-F]/;

/** Every escape of JSON: a whole surrogate pair, half of one, or any other. */
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/**
 * JSON can escape half a surrogate pair, which is no Unicode character: no store or peer of ours takes it. It becomes
 * U+FFFD, as everywhere on the web (WHATWG Infra, "scalar value string"). Done in the text, because a reviver of
 * `JSON.parse` runs out of stack in a deep body that the parser itself takes.
 */
const wellFormed = (json: string): string =>
  json.replaceAll(escapes, (found, half?: string) => (half === undefined ? found : '\\ufffd'));
