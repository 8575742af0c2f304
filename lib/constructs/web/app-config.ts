/** Contents of `/config.json`, which names the issuer where people sign in (web/CONFIG.md). */
export interface WebAppConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Sent as `audience` with the authorization request, for providers that need it. */
  readonly audience?: string;
  /** Token that the APIs accept. */
  readonly tokenUse: 'access_token' | 'id_token';
}
