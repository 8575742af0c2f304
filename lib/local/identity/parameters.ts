/** A fault of a request to the issuer, with its code of RFC 6749, sections 4.1.2.1 and 5.2. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

type OauthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** Returns a parameter that must be there. Throws OauthError; a repeated one is an error too (RFC 6749, section 3.1). */
export function required(parameters: URLSearchParams, name: string): string {
  const value = optional(parameters, name);
  if (value === undefined) throw new OauthError('invalid_request', `Parameter ${name} is missing`);
  return value;
}

/** Returns a parameter; an empty one counts as absent. Throws OauthError for a repeated one. */
export function optional(parameters: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = parameters.getAll(name);
  if (more.length > 0) throw new OauthError('invalid_request', `Parameter ${name} is repeated`);
  return value === '' ? undefined : value;
}
