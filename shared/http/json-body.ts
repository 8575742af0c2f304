import { ApiError } from '#contract/errors.ts';
import { type Exchange, headerOf } from './exchange.ts';

/**
 * Largest JSON body, bytes. DynamoDB holds items of 400 kB: what passes here fits with its keys and its stored
 * reply. X12 text and files have routes of their own.
 */
const maximumBodyBytes = 256 * 1024;

/** Lambda takes requests of 6 MB, in which line ends and quotes are escaped. */
const maximumX12Bytes = 4 * 1024 * 1024;

/** Besides its own types, those that programs send when they are told nothing. */
const x12Types = /^(?:text\/|application\/(?:edi|x12|octet-stream|x-www-form-urlencoded))/i;

/**
 * Parses the body where the endpoint takes one. A body that is not JSON is an unexpected failure by the spec
 * ("Errors": 500 `Internal server error`). X12 text is taken as `{ content }` by endpoints that take it.
 *
 * @throws ApiError payload_too_large, unsupported_media_type, body_required, internal
 */
export function parseBody(exchange: Exchange): void {
  const { endpoint, event } = exchange;
  if (!endpoint.body) return;
  const text = event.isBase64Encoded
    ? Buffer.from(event.body ?? '', 'base64').toString('utf8')
    : (event.body ?? '');
  const limit = endpoint.takesX12 ? maximumX12Bytes : maximumBodyBytes;
  if (Buffer.byteLength(text) > limit) throw new ApiError('payload_too_large');
  const type = headerOf(event, 'content-type');
  if (endpoint.takesX12 && isX12(type, text)) {
    if (text.trim() === '') throw new ApiError('body_required');
    exchange.input.body = { content: text };
    return;
  }
  if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type.trim())) {
    throw new ApiError('unsupported_media_type');
  }
  if (text === '') throw new ApiError('body_required');
  try {
    exchange.input.body = JSON.parse(surrogate.test(text) ? wellFormed(text) : text);
  } catch {
    // The parser's own message quotes the body, which must not reach a log.
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
