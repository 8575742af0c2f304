import { errorCatalog } from '#contract/errors.ts';

/** A finding of the fuzzer that is correct behavior, with the reason. */
export interface AcceptedFailure {
  readonly reason: string;
  readonly check: string;
  /** Status of the response; any below 300 if absent. */
  readonly status?: number;
  /** `code` of the error body; absent for a response without error. */
  readonly code?: string;
  /** Part of the response. */
  readonly responseText?: string;
  /** Part of the fuzzer's message: the schema rule that the request violates. */
  readonly brokenRule?: string;
  /** Covers only requests whose body is not valid JSON. */
  readonly onlyInvalidJson?: true;
  /** Covers only answers whose details all have codes of refinements (`custom`) or of the domain, such as `required`. */
  readonly onlyBeyondSchema?: true;
}

/** Refusals of a valid-looking body (400 `validation_failed`) for what a JSON schema cannot state: part of the reply, and the reason. */
const refusedTexts: readonly (readonly [responseText: string, reason: string])[] = [
  [
    'end_date must not be before start_date',
    'A JSON schema cannot compare two dates: the end of a report is not before its start',
  ],
  [
    'Must not be greater than to',
    'A JSON schema cannot compare two numbers: a range of the audit log does not end before it starts',
  ],
  [
    'The total must not exceed',
    'A JSON schema cannot add up: the total of an order is at most 9,999,999,999.99',
  ],
  [
    'Discounts must not exceed the total',
    'A JSON schema cannot add up: the discounts of an order are at most its total',
  ],
  [
    ', received undefined',
    'A merge patch removes a member with null; the schema does not say which ones a record cannot lose',
  ],
  [
    'Prices can be matched only in a managed catalog',
    'A JSON schema does not relate members: prices are matched against a managed catalog only',
  ],
  [
    'Has at most two decimal places',
    'A JSON schema cannot state decimal places of a number: amounts of claims have two',
  ],
  [
    'Members named __proto__ or constructor.prototype',
    'Members that would change the prototype of an object are refused anywhere in a body',
  ],
  [
    'to must not be before from',
    'A JSON schema cannot relate members: a period does not end before it starts',
  ],
  [
    'A period has at most 1827 days',
    'A JSON schema cannot count: a period of analytics has at most 1,827 days',
  ],
  [
    'Expected a date from 2000-01-01 to 2199-12-31',
    'A pattern cannot compare dates: analytics begin in 2000',
  ],
  [
    'Send either email or phone',
    'A JSON schema cannot relate members: a suppression has an e-mail address or a phone',
  ],
  [
    'Send plan or cancel_at_period_end',
    'A JSON schema cannot relate members: a change of a subscription has a plan or an end',
  ],
  ['Send plan or add_ons', 'A JSON schema cannot relate members: a preview of add-ons has a plan or add-ons'],
  [
    'percent needs percent, fixed needs amount_cents, and free_shipping needs neither',
    'A JSON schema cannot relate members: the value of a promo code follows from its kind',
  ],
  [
    'ends_at must be after starts_at',
    'A JSON schema cannot relate members: a promo code ends after its start',
  ],
  [
    'Expected a time that is not in the future',
    'A JSON schema does not know the time: readings are of the past',
  ],
  [
    'Expected a time in the current period',
    'A JSON schema does not know the period of a subscription: a proration date is in it',
  ],
  ['Must be later than opens', 'A JSON schema cannot relate members: a stop closes after it opens'],
  [
    'final_value and start_value belong to the kind replacement',
    'A JSON schema cannot relate members: only the replacement of a meter has two more values',
  ],
  [
    'Only a cancellation has a reason',
    'A JSON schema cannot relate members: only a cancellation has a reason',
  ],
  [
    'A refund of 0 needs return_credit',
    'A JSON schema cannot relate members: only a refund that returns credit can be 0',
  ],
  [
    'An edit changes at least one member',
    'A JSON schema does not know which members an edit has: at least one',
  ],
  ['Each add-on may occur once', 'A JSON schema cannot compare items by one member: each add-on occurs once'],
  [
    'A filter can have 50 conditions and groups',
    'A JSON schema cannot count over levels: a filter has at most 50 conditions',
  ],
  [
    'Phone number must have at least 5 digits',
    'A pattern cannot count digits between other characters: a phone number has five',
  ],
  [
    'Expected an IANA time zone such as America/Denver',
    'A JSON schema does not know the time zones of the runtime',
  ],
  ['Expected a BCP 47 language tag such as en-US', 'A pattern cannot state the grammar of language tags'],
  ['of the header is unknown; use', 'A JSON schema does not read CSV: the header names known columns'],
  [
    'Too small: expected string to have >=1 characters',
    'A body of another media type is text: it is not empty',
  ],
  ['Use one of activity:read', 'A JSON schema does not know the scopes of the other endpoints'],
  [
    'and at most 24 months are allowed',
    'A JSON schema does not know the year of a season: a report covers at most 24 months',
  ],
  [
    'A rate has at most four decimals',
    'A JSON schema cannot state decimal places of a number: rates have four',
  ],
  [
    'Expected at most six decimals',
    'A JSON schema cannot state decimal places of a number: volumes have six',
  ],
  [
    'Each category can have one rate',
    'A JSON schema cannot compare items by one member: a category has one tax rate',
  ],
  ['Use each SKU once', 'A JSON schema cannot compare items by one member: a SKU occurs once'],
  ['Use each id once', 'A JSON schema cannot compare items by one member: the id of a variant occurs once'],
  [
    'Quiet hours must leave at least an hour of the day',
    'A JSON schema cannot subtract: quiet hours leave at least an hour of the day',
  ],
  ['Expected an http or https URL', 'A format cannot state the scheme of an address'],
  ['Expected an https URL', 'A format cannot state the scheme of an address'],
  [
    'unrecognized_keys',
    'A JSON schema of a merge patch stays open; members that a claim cannot have are refused by name',
  ],
];

/** Other refusals of a valid-looking request: status, code and the reason. */
const refusedCodes: readonly (readonly [status: number, code: string, reason: string])[] = [
  [400, 'invalid_cursor', 'A cursor is opaque: only one from an earlier page of the same list is taken'],
  [412, 'precondition_failed', 'RFC 9110, section 13.1: an If-Match that names no current tag is 412'],
  [
    400,
    'unknown_product',
    'A JSON schema does not know the catalog: a managed brand sells only its active products',
  ],
  [
    400,
    'price_mismatch',
    'A JSON schema does not know the catalog: a brand that matches prices refuses those that differ',
  ],
  [
    400,
    'address_not_allowed',
    'A JSON schema does not know the settings: a test goes to the test addresses of the brand',
  ],
  [400, 'invalid_code', 'A JSON schema does not know the code that was sent'],
  [400, 'name_mismatch', 'A JSON schema does not know the name of the brand, which confirms its deletion'],
  [
    400,
    'invalid_signature',
    'A JSON schema does not know the secret that signs the events of the payment provider',
  ],
  [
    400,
    'invalid_pickup',
    'A JSON schema does not know the stops of the brand: an order is picked up at one, on its days',
  ],
  ...Object.entries(errorCatalog)
    .filter(([, { status }]) => status === 422)
    .map(([code]): readonly [number, string, string] => [
      422,
      code,
      'A JSON schema knows neither what is stored nor what a file says: 422 refuses a request for one of these',
    ]),
];

const check = 'positive_data_acceptance';

/**
 * The accepted findings: behavior that the specification requires against the fuzzer's expectation, and rules that a JSON
 * schema cannot express. All other findings fail the run.
 */
export const acceptedFailures: readonly AcceptedFailure[] = [
  {
    reason: 'Specification, "Errors": a body that is not valid JSON is 500 Internal server error',
    check: 'not_a_server_error',
    status: 500,
    code: 'internal',
    onlyInvalidJson: true,
  },
  {
    reason: 'Specification, "Errors": a body that is not valid JSON is 500 Internal server error',
    check: 'negative_data_rejection',
    status: 500,
    code: 'internal',
    onlyInvalidJson: true,
  },
  {
    reason: 'A body beyond the size that the service reads is 413, whatever else is wrong with it',
    check: 'negative_data_rejection',
    status: 413,
    code: 'payload_too_large',
  },
  {
    reason: 'RFC 9110, section 15.5.15: API Gateway answers addresses over 10,240 characters with 414',
    check: 'negative_data_rejection',
    status: 414,
    code: 'bad_request',
  },
  {
    reason: 'A key may come quoted, as in the draft, and blanks around a field value are not part of it',
    check: 'negative_data_rejection',
    brokenRule: '/properties/Idempotency-Key',
  },
  ...refusedCodes.map(([status, code, reason]) => ({ reason, check, status, code })),
  ...refusedTexts.map(([responseText, reason]) => ({
    ...{ reason, check, status: 400, code: 'validation_failed', responseText },
  })),
  {
    reason:
      'A JSON schema cannot state rules that relate, count or read what members hold, or the state of records',
    ...{ check, status: 400, code: 'validation_failed', onlyBeyondSchema: true },
  },
];
