/** A secret of one sign-in, and what the authorization request shows of it (RFC 7636, S256). */
export interface ProofKey {
  readonly verifier: string;
  readonly challenge: string;
}

/** Returns a new proof key with 256 random bits. */
export async function createProofKey(): Promise<ProofKey> {
  const verifier = randomText();
  return { verifier, challenge: await challengeOf(verifier) };
}

/** Returns the code challenge of a verifier: its SHA-256, as base64url. */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64url(new Uint8Array(digest));
}

/** Returns 256 random bits as base64url, for `state` and `nonce`. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
