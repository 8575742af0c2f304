interface CatalogEntry {
  readonly status: number;
  readonly message: string;
  /** The message of the data layer, if any, replaces this one. */
  readonly upstream?: true;
  /** No later change can lift the refusal, so it is stored under the `Idempotency-Key`. */
  readonly final?: true;
}

/**
 * Every error of the APIs: stable code (the key), status and default message. The body is
 * `{ error: message, code, request_id, details? }` on every route.
 */
export const errorCatalog = {
  validation_failed: { status: 400, message: 'Validation failed' },
  brand_id_required: { status: 400, message: 'brand_id is required' },
  body_required: { status: 400, message: 'A JSON body is required' },
  unknown_product: { status: 400, message: 'Validation failed' },
  price_mismatch: { status: 400, message: 'Prices differ from the catalog' },
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
  brand_not_held: { status: 403, message: 'No access to this brand' },
  not_found: { status: 404, message: 'Not found' },
  unknown_referral_code: { status: 404, message: 'Referral code not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed for this path; see the Allow header' },
  not_acceptable: { status: 406, message: 'Responses are application/json only; change the Accept header' },
  idempotency_in_flight: { status: 409, message: 'A request with this Idempotency-Key is in progress' },
  already_redeemed: {
    status: 409,
    message: 'This referral code was already redeemed with this e-mail address',
    final: true,
  },
  already_exists: { status: 409, message: 'A resource with this id already exists' },
  illegal_transition: { status: 409, message: 'The order cannot change to this status' },
  audit_log_damaged: { status: 409, message: 'The audit log is damaged; no checkpoint was signed' },
  audit_log_empty: { status: 409, message: 'The audit log has no entries yet' },
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
  wrong_file_kind: { status: 422, message: 'The file contains no transaction set of this kind' },
  file_in_work: { status: 409, message: 'The file is being processed; try again in a few seconds' },
  claims_not_ready: { status: 409, message: 'Some of the claims are not in the ready lane' },
  submission_blocked: { status: 422, message: 'Some of the claims have errors; see details' },
  payer_not_configured: { status: 422, message: 'The payer is not configured to receive claims' },
  invalid_configuration: { status: 422, message: 'The payer configuration file is invalid; see details' },
  unknown_claim: { status: 422, message: 'The claim to correct was not found' },
  no_payer_claim_number: {
    status: 422,
    message: 'No payer claim control number is known yet; send references.original_claim_number',
  },
  not_correctable: { status: 409, message: 'A claim in this lane cannot be corrected this way' },
  not_in_review: { status: 409, message: 'The claim is not in review' },
  rate_limited: { status: 429, message: 'Too many requests' },
  internal: { status: 500, message: 'Internal server error' },
  order_not_created: { status: 500, message: 'Failed to create order', upstream: true },
  campaign_not_created: { status: 500, message: 'Failed to create campaign', upstream: true },
  water_log_not_created: { status: 500, message: 'Failed to create water log', upstream: true },
  referral_not_redeemed: { status: 500, message: 'Failed to redeem referral', upstream: true },
  products_not_fetched: { status: 500, message: 'Failed to fetch products' },
  water_logs_not_fetched: { status: 500, message: 'Failed to fetch water logs' },
  report_not_generated: { status: 500, message: 'Failed to generate report' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable; try again in a few seconds' },
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
