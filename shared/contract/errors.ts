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
  invalid_pickup: { status: 400, message: 'Stop or pickup date is not valid for this order' },
  invalid_cursor: { status: 400, message: 'The cursor is not valid for this list' },
  invalid_code: { status: 400, message: 'The code is wrong or no longer valid; request a new one' },
  invalid_idempotency_key: {
    status: 400,
    message: 'Idempotency-Key must be 1 to 255 printable ASCII characters',
  },
  address_not_allowed: {
    status: 400,
    message: 'Tests go only to the test_addresses of the messaging settings',
  },
  name_mismatch: { status: 400, message: 'The name is not the name of the brand; send its exact name' },
  unauthorized: { status: 401, message: 'A valid API key or bearer token is required' },
  invalid_signature: {
    status: 400,
    message: 'The signature is missing, wrong or older than 300 seconds',
  },
  payment_required: {
    status: 402,
    message: 'The plan of the brand does not include this; see details for what lifts the limit',
  },
  payment_declined: {
    status: 402,
    message: 'The payment was declined; update the payment method in the billing portal',
  },
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
  contact_not_found: { status: 404, message: 'Contact not found' },
  unknown_referral_code: { status: 404, message: 'Referral code not found' },
  method_not_allowed: { status: 405, message: 'Method not allowed for this path; see the Allow header' },
  not_acceptable: { status: 406, message: 'Responses are application/json only; change the Accept header' },
  idempotency_in_flight: { status: 409, message: 'A request with this Idempotency-Key is in progress' },
  already_redeemed: {
    status: 409,
    message: 'This referral code was already redeemed with this e-mail address',
    final: true,
  },
  already_referred: { status: 409, message: 'This customer was already referred by another customer' },
  self_referral: { status: 409, message: 'Customers cannot redeem their own referral code', final: true },
  referral_loop: {
    status: 409,
    message: 'This customer has referred the owner of the code, directly or through others',
  },
  no_shop_url: { status: 409, message: 'The brand has no shop_url; set it in its referral settings' },
  credit_insufficient: { status: 409, message: 'The customer does not have this much credit' },
  credit_already_used: { status: 409, message: 'The order already uses credit' },
  credit_not_usable: {
    status: 409,
    message: 'Credit can be used before an order is completed, up to what is due',
  },
  brand_closing: {
    status: 409,
    message: 'The brand is under deletion and read-only; restore it first',
  },
  export_running: { status: 409, message: 'An export of the brand is in progress; wait until it ends' },
  already_subscribed: {
    status: 409,
    message: 'The brand has a subscription; change it with PUT /api/v1/billing/subscription',
  },
  not_subscribed: {
    status: 409,
    message: 'The brand has no subscription; start one with POST /api/v1/billing/checkout',
  },
  already_exists: { status: 409, message: 'A resource with this id already exists' },
  pickup_day_full: { status: 409, message: 'The pickup day is full; choose another day' },
  image_limit_reached: { status: 409, message: 'A product can have 10 images; delete one first' },
  sku_taken: { status: 409, message: 'Another product of the brand has this SKU' },
  contact_exists: { status: 409, message: 'A contact with this e-mail address exists' },
  cannot_merge: {
    status: 409,
    message: 'A contact cannot be merged with itself, and takes at most 20 duplicates',
  },
  last_owner: { status: 409, message: 'The last owner of a brand must stay; transfer the ownership first' },
  already_member: { status: 409, message: 'This person already has access to the brand' },
  invitation_limit_reached: {
    status: 409,
    message: 'A brand can have 100 open invitations; revoke one first',
  },
  invitation_invalid: {
    status: 410,
    message: 'The invitation is unknown, expired, revoked or already accepted; ask for a new one',
  },
  insufficient_scope: { status: 403, message: 'The scopes of this API key do not permit this operation' },
  invitation_exists: {
    status: 409,
    message: 'An invitation to this address is open; send it again or revoke it',
  },
  member_limit_reached: { status: 409, message: 'A brand can have 1,000 members; remove one first' },
  key_revoked: { status: 409, message: 'The API key is revoked or expired; create a new one' },
  webhook_limit_reached: {
    status: 409,
    message: 'A brand can have 20 webhook endpoints; delete one first',
  },
  webhook_endpoint_disabled: { status: 409, message: 'The webhook endpoint is disabled; enable it first' },
  water_limit_reached: {
    status: 409,
    message: 'A brand can have 1,000 fields and 1,000 meters; delete or reuse one',
  },
  meter_unit_in_use: { status: 409, message: 'The unit of a meter with readings cannot change' },
  reading_does_not_fit: {
    status: 409,
    message: 'The reading does not fit between its neighbors; send kind rollover or replacement',
  },
  too_many_corrections: { status: 409, message: 'A reading can be corrected 50 times' },
  season_closed: { status: 409, message: 'Entries of earlier seasons cannot change' },
  code_sent_recently: { status: 409, message: 'A code was sent in the last ten minutes; enter it or wait' },
  campaign_not_editable: { status: 409, message: 'The campaign is being sent or is over' },
  illegal_campaign_transition: { status: 409, message: 'The campaign cannot change to this status' },
  illegal_transition: { status: 409, message: 'The order cannot change to this status' },
  order_not_editable: { status: 409, message: 'Only a pending order can be edited' },
  edit_too_large: {
    status: 409,
    message: 'The edit changes too many products; change fewer items at a time',
  },
  out_of_stock: { status: 409, message: 'Not enough stock' },
  insufficient_stock: { status: 409, message: 'The stock on hand is not enough for this adjustment' },
  promo_code_refused: { status: 409, message: 'The promo code cannot be used' },
  promo_code_exists: { status: 409, message: 'The brand has a promo code with this text' },
  payment_refused: { status: 409, message: 'The payment does not fit the order' },
  refund_refused: { status: 409, message: 'The refund does not fit the payments of the order' },
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
  campaign_not_sendable: { status: 422, message: 'The campaign cannot be sent yet; see details' },
  figures_too_large: {
    status: 422,
    message: 'Figures of this period are too large; choose a shorter period',
  },
  pick_list_too_large: { status: 422, message: 'The pickup day has too many orders; choose a stop' },
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
  no_retention_time: {
    status: 409,
    message: 'No retention time is set; set it with PUT /api/admin/retention',
  },
  purge_running: { status: 409, message: 'A purge is running; wait until it is done' },
  alert_rule_limit_reached: {
    status: 409,
    message: 'The limit of 50 alert rules is reached; delete one first',
  },
  already_released: { status: 409, message: 'The legal hold has ended' },
  already_reconciled: { status: 409, message: 'The bank line or a remittance is matched; unmatch it first' },
  not_reconciled: { status: 409, message: 'The bank line is not matched' },
  unknown_remittance: { status: 422, message: 'A remittance was not found, or its sums are not known yet' },
  unmatched_item_state: { status: 409, message: 'The item is not in a state for this; read it again' },
  not_adjudicated: {
    status: 409,
    message: 'No remittance has paid or denied the claim, or the payment was reversed',
  },
  secondary_cautions: {
    status: 409,
    message: 'The claim needs attention first; see details, and name what you accept in `accept`',
  },
  no_other_coverage: {
    status: 422,
    message: 'The claim names no further payer; send subscriber with its payer',
  },
  not_editable: { status: 409, message: 'The claim cannot be edited now; see the message' },
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
  sender_not_configured: {
    status: 503,
    message: 'This deployment cannot send e-mail; the operator must set senderEmail',
  },
  billing_not_configured: { status: 503, message: 'Billing is not set up in this deployment' },
  payment_provider_unavailable: {
    status: 503,
    message: 'The payment provider cannot be reached; try again in a few seconds',
  },
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
