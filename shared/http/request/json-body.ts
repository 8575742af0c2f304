import jsonBodyParser from '@middy/http-json-body-parser';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import type * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { type Exchange, type ExchangeRequest, headerOf } from './exchange.ts';
import { missingMembers } from './validation.ts';

/** Maximum bytes of a JSON body: with its keys and its stored reply, it fits in an item of 400 kB. */
const maxBodyBytes = 256 * 1024;

/** A table of some thousand lines. A larger file needs an upload link. */
const maxCsvBytes = 1024 * 1024;

/** Lambda accepts requests of 6 MB, in which line ends and quotes are escaped. */
const maxX12Bytes = 4 * 1024 * 1024;

/** Includes default types of common HTTP clients. */
const x12Types = /^(?:text\/|application\/(?:edi|x12|octet-stream|x-www-form-urlencoded))/i;

const csvType = /^\s*text\/csv\s*(?:;|$)/i;

/** Does not check the media type, because it depends on the letter case of the header name. */
const parser = jsonBodyParser<ExchangeRequest['event']>({ disableContentTypeCheck: true });

/**
 * Parses the body if the endpoint has one. A body that is not JSON is 500 `Internal server error`, as the API contract
 * requires. An endpoint that accepts X12 text receives it as `{ content }`, and one that accepts CSV as `{ csv }`.
 *
 * @throws ApiError payload_too_large, unsupported_media_type, body_required, validation_failed, internal
 */
export function parseBody(exchange: Exchange, request: ExchangeRequest): void {
  const { endpoint, event } = exchange;
  if (!endpoint.body) return;
  const text = textOf(event);
  const type = headerOf(event, 'content-type');
  const isCsv = endpoint.takesCsv === true && csvType.test(type ?? '');
  const limit = endpoint.takesX12 ? maxX12Bytes : isCsv ? maxCsvBytes : maxBodyBytes;
  if (Buffer.byteLength(text) > limit) throw new ApiError('payload_too_large');
  if (endpoint.rawBody) {
    exchange.input.body = text;
    return;
  }
  if (isCsv) {
    exchange.input.body = { csv: text };
    return;
  }
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
 * The body as text. API Gateway replaces bytes that are not UTF-8 by U+FFFD, so the original bytes are lost. A client that
 * means U+FFFD must escape it (`\\ufffd`).
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

/** Parses with middy and replaces its errors, because they quote the body, which must not reach a log. */
function parsed(request: ExchangeRequest, body: string): unknown {
  const event = { ...request.event, body, isBase64Encoded: false };
  try {
    parser.before?.({ ...request, event });
    return event.body;
  } catch (error) {
    const cause: unknown = error instanceof Error ? error.cause : undefined;
    // Only the error about a refused member has no message of JSON.parse as its cause.
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

/** Middy's reviver overflows the stack in deep bodies. JSON.parse is safe, because validation drops undeclared members. */
function parsedWithoutReviver(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ApiError('internal', { cause: new Error('The request body is not valid JSON') });
  }
}

/** Detects X12 by its first segment, because JSON never begins with it, and else by its media type. */
const isX12 = (type: string | undefined, text: string): boolean =>
  text.trimStart().startsWith('ISA') ||
  (type === undefined ? !text.trimStart().startsWith('{') : x12Types.test(type.trim()));

/** Finds escapes of surrogates: a fast check before the slower repair. */
const surrogate = /\\u[dD][89a-fA-F]/;

/** Every escape of JSON: a whole surrogate pair, half of one, or any other. */
const escapes =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|(u[dD][89a-fA-F][\da-fA-F]{2})|.)/g;

/**
 * Replaces half surrogate pairs by U+FFFD (WHATWG Infra, "scalar value string"), because the stores refuse them. It works
 * on the text, because a reviver of `JSON.parse` overflows the stack in deep bodies.
 */
const wellFormed = (json: string): string =>
  json.replaceAll(escapes, (found, half?: string) => (half === undefined ? found : '\\ufffd'));
