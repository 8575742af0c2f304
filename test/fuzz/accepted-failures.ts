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
}

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
    reason: 'A cursor is opaque: only one from an earlier page of the same list is taken',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'invalid_cursor',
  },
  {
    reason: 'The fuzzer sends one Idempotency-Key with different requests, for which the draft requires 422',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'idempotency_mismatch',
  },
  {
    reason: 'RFC 9110, section 13.1: an If-Match that names no current tag is 412',
    check: 'positive_data_acceptance',
    status: 412,
    code: 'precondition_failed',
  },
  {
    reason: 'A JSON schema cannot compare two dates: the end of a report is not before its start',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'end_date must not be before start_date',
  },
  {
    reason:
      'A JSON schema cannot compare two numbers: a range of the audit log does not end before it starts',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'Must not be greater than to',
  },
  {
    reason: 'A JSON schema does not know the audit log: a range begins at an entry that exists',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'The last entry of the log is',
  },
  {
    reason: 'A JSON schema cannot add up: the total of an order is at most 9,999,999,999.99',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'The total must not exceed',
  },
  {
    reason: 'A JSON schema does not know the catalog: a managed brand sells only its active products',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'unknown_product',
  },
  {
    reason: 'A JSON schema does not know the catalog: a brand that matches prices refuses those that differ',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'price_mismatch',
  },
  {
    reason: 'A JSON schema does not know the claims: a claim with errors is not submitted',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'submission_blocked',
  },
  {
    reason: 'A JSON schema does not know the claims: a correction names a claim that exists',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'unknown_claim',
  },
  {
    reason: 'A JSON schema cannot add up: the figures of a period stay below what a number holds exactly',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'figures_too_large',
  },
  {
    reason: 'A JSON schema does not read X12: a file without a transaction set of the kind is 422',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'wrong_file_kind',
  },
  {
    reason: 'A JSON schema does not relate members: prices are matched against a managed catalog only',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'Prices can be matched only in a managed catalog',
  },
  {
    reason: 'A JSON schema cannot state decimal places of a number: amounts of claims have two',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'Has at most two decimal places',
  },
  {
    reason: 'A JSON schema does not know the configuration: claims go to configured payers only',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'payer_not_configured',
  },
  {
    reason: 'A JSON schema does not know the claims: one without a payer control number cannot be voided yet',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'no_payer_claim_number',
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
  {
    reason: 'Members that would change the prototype of an object are refused anywhere in a body',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    responseText: 'Members named __proto__ or constructor.prototype',
  },
];
