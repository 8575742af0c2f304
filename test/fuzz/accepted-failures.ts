/** A finding of the fuzzer that is as it should be, and why. */
export interface AcceptedFailure {
  readonly reason: string;
  readonly check: string;
  readonly status: number;
  /** `code` of the error body. */
  readonly code: string;
  /** Part of the answer. */
  readonly says?: string;
  /** Narrows it to requests whose body cannot be parsed. */
  readonly onlyInvalidJson?: true;
}

/**
 * All that the fuzzer may find: what the specification mandates against a fuzzer's expectation, and rules between
 * values that a JSON schema cannot express. Everything else fails the run.
 */
export const acceptedFailures: readonly AcceptedFailure[] = [
  {
    reason: 'commerce-api.md, "Errors": a body that is not valid JSON is 500 Internal server error',
    check: 'not_a_server_error',
    status: 500,
    code: 'internal',
    onlyInvalidJson: true,
  },
  {
    reason: 'commerce-api.md, "Errors": a body that is not valid JSON is 500 Internal server error',
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
    reason: 'The fuzzer sends one Idempotency-Key with different requests, which the draft answers 422',
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
    says: 'end_date is before start_date',
  },
  {
    reason: 'A JSON schema cannot add up: the total of an order is at most 9,999,999,999.99',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'validation_failed',
    says: 'The total is more than',
  },
  {
    reason: 'A JSON schema does not know the catalog: a managed brand sells its active products only',
    check: 'positive_data_acceptance',
    status: 400,
    code: 'unknown_product',
  },
  {
    reason: 'A JSON schema does not read X12: a file without a transaction set of the kind is 422',
    check: 'positive_data_acceptance',
    status: 422,
    code: 'wrong_file_kind',
  },
];
