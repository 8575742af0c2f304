import type { CatalogEntry } from './catalog-entry.ts';
import { claimsErrors } from './claims/errors.ts';
import { commerceErrors } from './commerce/errors.ts';

/**
 * Every error of the APIs: stable code (the key), status and default message. The body is
 * `{ error: message, code, request_id, details? }` on every route. A bundle has the errors of one service and the shared ones.
 */
export const errorCatalog = {
  validation_failed: { status: 400, message: 'Validation failed' },
  brand_id_required: { status: 400, message: 'brand_id is required' },
  body_required: { status: 400, message: 'A JSON body is required' },
  invalid_cursor: { status: 400, message: 'The cursor is not valid for this list' },
  invalid_idempotency_key: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  unauthorized: { status: 401, message: 'A valid API key or bearer token is required' },
  forbidden: { status: 403, message: 'Your role does not permit this operation' },
  no_brand_held: {
    status: 403,
    message: 'You have no brand; create one with POST /api/v1/brands or ask an owner',
  },
  no_claims_role: {
    status: 403,
    message: 'You have no claims role; ask an administrator for biller, auditor or admin',
  },
  provider_scope: {
    status: 403,
    message: 'Your access is limited to some billing providers; this operation is not',
  },
  brand_not_held: { status: 403, message: 'No access to this brand' },
  not_found: { status: 404, message: 'Not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed for this path; see the Allow header' },
  not_acceptable: { status: 406, message: 'Responses are application/json only; change the Accept header' },
  idempotency_in_flight: { status: 409, message: 'A request with this Idempotency-Key is in progress' },
  brand_closing: {
    status: 409,
    message: 'The brand is under deletion and read-only; restore it first',
  },
  insufficient_scope: { status: 403, message: 'The scopes of this API key do not permit this operation' },
  conflict: { status: 409, message: 'Another request has changed the resource; read it again' },
  precondition_failed: { status: 412, message: 'The resource has changed; read it again' },
  payload_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Content-Type must be application/json' },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key belongs to another request; use a new key',
  },
  figures_too_large: {
    status: 422,
    message: 'Figures of this period are too large; choose a shorter period',
  },
  rate_limited: { status: 429, message: 'Too many requests' },
  internal: { status: 500, message: 'Internal server error' },
  sender_not_configured: {
    status: 503,
    message: 'This deployment cannot send e-mail; the operator must set senderEmail',
  },
  unavailable: { status: 503, message: 'The service is temporarily unavailable; try again in a few seconds' },
  ...commerceErrors,
  ...claimsErrors,
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof errorCatalog;

/** True for a refusal that is stored under its `Idempotency-Key`. */
export const isFinalRefusal = (code: ErrorCode): boolean => 'final' in errorCatalog[code];

/** One fault of the input. `path` begins with `body`, `query`, `path` or `header`. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
  /** With code `in_progress`: the submission that holds the claim, and its start. */
  readonly submission_id?: string;
  readonly since?: string;
  /** With code `limit_reached`: the entitlement, its limit and use, and each plan or add-on that lifts the limit. */
  readonly entitlement?: string;
  readonly limit?: number;
  readonly used?: number;
  readonly lifted_by?: readonly string[];
}

/** An error of the catalog. The request pipeline maps it to a reply. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: {
      readonly message?: string | undefined;
      readonly details?: readonly ErrorDetail[];
      readonly retryAfterSeconds?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(options.message || errorCatalog[code].message, { cause: options.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Returns the resource. @throws ApiError not_found for undefined */
export function found<T>(resource: T | undefined): T {
  if (resource === undefined) throw new ApiError('not_found');
  return resource;
}
