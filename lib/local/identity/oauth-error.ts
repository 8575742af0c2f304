/** A fault of a request to the issuer, with its code of RFC 6749, sections 4.1.2.1 and 5.2. */
export class OauthError extends Error {
  override readonly name = 'OauthError';
  readonly code: OauthErrorCode;

  constructor(code: OauthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

export type OauthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'login_required'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';
