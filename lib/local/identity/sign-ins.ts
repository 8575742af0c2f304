import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { DurableMap } from '../state/durable-map.ts';
import { OauthError } from './authorization-request.ts';

/** A person who can sign in at the development issuer. */
export interface Person {
  /** `sub` of the tokens. */
  readonly id: string;
  readonly name: string;
  /** Who the person is, as shown beside the name: "owner of Meadow Farm". */
  readonly role: string;
  /** Claims of the access token beyond `sub`. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** The people at this time: none until the stack is ready. */
export type People = () => readonly Person[];

const signInSchema = z.object({
  personId: z.string(),
  client: z.string(),
  scope: z.string(),
  /** Seconds. */
  authenticatedAt: z.number(),
  /** Digest of the refresh token that serves next. */
  refreshDigest: z.string(),
});
type StoredSignIn = z.infer<typeof signInSchema>;

/** A person's sign-in at a client, until sign-out. */
export interface SignIn extends Omit<StoredSignIn, 'refreshDigest'> {
  /** `sid` of the ID token. */
  readonly id: string;
  readonly refreshToken: string;
}

/** Sign-ins with their refresh tokens. They outlive the runtime, so that a restart signs nobody out. */
export class SignIns {
  readonly #stored: DurableMap<StoredSignIn>;

  constructor(path: string) {
    this.#stored = DurableMap.open(path, signInSchema);
  }

  begin(signIn: Pick<SignIn, 'personId' | 'client' | 'scope'>): SignIn {
    const { personId, client, scope } = signIn;
    const authenticatedAt = Math.floor(Date.now() / 1_000);
    return this.#store(randomUUID(), { personId, client, scope, authenticatedAt });
  }

  /**
   * Rotates a refresh token. A token that was used before ends the sign-in, because one of its two users stole it
   * (RFC 9700, section 4.14.2). Throws OauthError.
   */
  refresh(refreshToken: string, client: string): SignIn {
    const [id = ''] = refreshToken.split('.', 1);
    const stored = this.#stored.get(id);
    if (stored === undefined || stored.client !== client) {
      throw new OauthError('invalid_grant', 'The refresh token is unknown; sign in again');
    }
    if (stored.refreshDigest !== digestOf(refreshToken)) {
      this.end(id);
      throw new OauthError('invalid_grant', 'The refresh token was used before; sign in again');
    }
    const { refreshDigest: _, ...signIn } = stored;
    return this.#store(id, signIn);
  }

  end(id: string): void {
    this.#stored.delete(id);
  }

  close(): void {
    this.#stored.close();
  }

  #store(id: string, signIn: Omit<StoredSignIn, 'refreshDigest'>): SignIn {
    const refreshToken = `${id}.${randomBytes(32).toString('base64url')}`;
    this.#stored.set(id, { ...signIn, refreshDigest: digestOf(refreshToken) });
    return { id, ...signIn, refreshToken };
  }
}

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
