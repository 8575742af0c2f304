import { ApiError, type ErrorDetail, type ErrorReply, InvalidReplyError } from './errors.ts';
import type { Operation } from './operation.ts';

/** A successful reply. */
export interface Reply<T> {
  readonly data: T;
  readonly status: number;
  readonly headers: Headers;
  readonly requestId: string | undefined;
  /** Version of the resource, for `ifMatch` and `ifNoneMatch`. */
  readonly etag: string | undefined;
  /** Address of the new resource or of the outcome. */
  readonly location: string | undefined;
  /** Whether this is the stored reply to an earlier request with the same `Idempotency-Key`. */
  readonly isReplayed: boolean;
  readonly attempts: number;
}

/** @throws ApiError for a status of 400 or above */
export async function readReply(
  response: Response,
  operation: Operation,
  attempts: number,
): Promise<Reply<unknown>> {
  const context = { operation: operation.id, attempts };
  const { status, headers } = response;
  const header = (name: string) => headers.get(name) ?? undefined;
  const content = await contentOf(response);
  const isSuccess = response.ok || status === 304 || (operation.redirects === true && status < 400);
  if (!isSuccess) throw new ApiError(errorOf(response, content), context);
  const reply = {
    status,
    headers,
    requestId: header('x-request-id'),
    etag: header('etag'),
    location: header('location'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
    attempts,
  };
  if (operation.redirects && status >= 300) return { ...reply, data: reply.location };
  if (content === '') return { ...reply, data: undefined };
  if (typeof content !== 'string' || !isJson(headers)) return { ...reply, data: content };
  const body = parsed(content);
  if (body === undefined) throw new InvalidReplyError('The reply is not valid JSON', context);
  const { data } = Object(body.value);
  return { ...reply, data: operation.enveloped ? data : body.value };
}

/** Text where the media type is text, otherwise bytes. */
async function contentOf(response: Response): Promise<string | Blob> {
  const mediaType = response.headers.get('content-type') ?? 'text/plain';
  const isText = /^text\/|[/+](?:json|xml|x-ndjson|edi-x12)\b/i.test(mediaType);
  return isText ? await response.text() : await response.blob();
}

const isJson = (headers: Headers): boolean => /[/+]json\b/i.test(headers.get('content-type') ?? '');

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function errorOf({ status, statusText, headers }: Response, content: string | Blob): ErrorReply {
  const body: unknown = typeof content === 'string' ? parsed(content)?.value : undefined;
  const { error, code, request_id, details } = Object(body);
  return {
    status,
    // A proxy before the service sends no code.
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof error === 'string' ? error : `Status ${status} ${statusText}`.trimEnd(),
    details: Array.isArray(details) ? (details as readonly ErrorDetail[]) : [],
    requestId: typeof request_id === 'string' ? request_id : (headers.get('x-request-id') ?? undefined),
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    headers,
  };
}

/** Seconds of a `Retry-After`, which has a number or a date (RFC 9110 section 10.2.3). */
function secondsOf(text: string | null): number | undefined {
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
