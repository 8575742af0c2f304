/** A finding of the fuzzer that is as it should be, and why. */
export interface AcceptedFailure {
  readonly reason: string;
  readonly check: string;
  readonly status: number;
  /** `code` of the error body. */
  readonly code: string;
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
];
