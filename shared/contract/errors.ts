interface CatalogueEntry {
  readonly status: number;
  readonly message: string;
  /** The data layer's own message stands in place of this one where it has any (spec, "Errors"). */
  readonly upstream?: true;
  /** The same request is refused for ever: the refusal is stored under its `Idempotency-Key`. */
  readonly final?: true;
}

/**
 * Every error that Granary answers with: status, stable code (the key) and default message. The body is
 * `{ error: message, code, request_id, details? }` on every route (spec, "Errors").
 */
export const errorCatalog = {
  validation_failed: { status: 400, message: 'Validation failed' },
  brand_id_required: { status: 400, message: 'brand_id is required' },
  body_required: { status: 400, message: 'A JSON body is required' },
  unknown_product: { status: 400, message: 'Validation failed' },
  price_mismatch: { status: 400, message: 'Prices differ from the catalog' },
  invalid_cursor: { status: 400, message: 'The cursor does not belong to this list' },
  invalid_idempotency_key: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  unauthorized: { status: 401, message: 'A valid API key or bearer token is required' },
  forbidden: { status: 403, message: 'The caller may not do this' },
  no_brand_held: {
    status: 403,
    message: 'No brand held; create one with POST /api/v1/brands or ask an owner',
  },
  no_claims_role: {
    status: 403,
    message: 'No role in the claims service; ask an administrator for biller, auditor or admin',
  },
  brand_not_held: { status: 403, message: 'The caller does not hold this brand' },
  not_found: { status: 404, message: 'Not found' },
  unknown_referral_code: { status: 404, message: 'Unknown referral code' },
  method_not_allowed: {
    status: 405,
    message: 'This path does not serve the method; Allow lists those it does',
  },
  not_acceptable: { status: 406, message: 'Only application/json can be served' },
  idempotency_in_flight: {
    status: 409,
    message: 'A request with this Idempotency-Key is still being processed',
  },
  already_redeemed: {
    status: 409,
    message: 'This referral code was already redeemed with this e-mail address',
    final: true,
  },
  already_exists: { status: 409, message: 'It already exists' },
  illegal_transition: { status: 409, message: 'The order cannot move to this status' },
  audit_log_damaged: { status: 409, message: 'The audit log does not verify; no checkpoint was signed' },
  audit_log_empty: { status: 409, message: 'The audit log has no entry yet' },
  conflict: { status: 409, message: 'The resource was changed by another request' },
  precondition_failed: { status: 412, message: 'The resource has changed since it was read' },
  payload_too_large: { status: 413, message: 'The request is too large' },
  unsupported_media_type: { status: 415, message: 'Content-Type must be application/json' },
  idempotency_mismatch: {
    status: 422,
    message: 'This Idempotency-Key was used with another request',
  },
  figures_too_large: {
    status: 422,
    message: 'A figure of this period is too large to be exact; choose a shorter period',
  },
  wrong_file_kind: { status: 422, message: 'The file holds no transaction set of this kind' },
  file_in_work: { status: 409, message: 'The file is being processed; ask again' },
  claims_not_ready: { status: 409, message: 'Claims that are to be sent are not in lane ready' },
  submission_blocked: { status: 422, message: 'Claims have errors that keep them from being sent' },
  payer_not_configured: { status: 422, message: 'The payer is not configured to take claims' },
  invalid_configuration: { status: 422, message: 'The payer configuration file is not valid' },
  unknown_claim: { status: 422, message: 'The claim to be corrected is not known' },
  no_payer_claim_number: {
    status: 422,
    message: 'The payer has told no number for the claim yet: send references.original_claim_number',
  },
  not_correctable: { status: 409, message: 'A claim in this lane cannot be corrected that way' },
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
  unavailable: { status: 503, message: 'The service is briefly unavailable' },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof errorCatalog;

/** True for a refusal that no later change can lift. */
export const isFinalRefusal = (code: ErrorCode): boolean => 'final' in errorCatalog[code];

/** One fault of the input: where (`body`, `query`, `path` or `header`, then members), what, and its code. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
  readonly code: string;
  /** With code `in_progress`: the submission that has the claim, and since when. */
  readonly submission_id?: string;
  readonly since?: string;
}

/** An error of the catalogue, thrown anywhere in the domain and mapped to an answer once. */
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
