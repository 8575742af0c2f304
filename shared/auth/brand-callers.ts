import type { BrandRole } from '#contract/endpoint.ts';
import type { BearerVerifier } from './bearer-token.ts';
import type { Callers } from './identify.ts';

interface KeyCredential {
  readonly id: string;
  readonly brand_id: string;
  readonly role: BrandRole;
  readonly scopes?: readonly string[] | undefined;
  readonly revoked_at?: string | undefined;
  /** The end of the key, or of an earlier secret of it. */
  readonly valid_until?: string | undefined;
}

interface BrandCredentials {
  findApiKey(secretHash: string): Promise<KeyCredential | undefined>;
  /** Records that a key is in use. Must not fail. */
  noteUse(key: KeyCredential): Promise<void>;
  findMemberships(subject: string): Promise<readonly { brand_id: string; role: BrandRole }[]>;
  /** Those of the brands that are under deletion, or deleted. */
  findLeavingBrands(brandIds: readonly string[]): Promise<ReadonlyMap<string, 'closing' | 'closed'>>;
}

/** Callers of the commerce service: keys of one brand, and people with roles in brands. */
export const brandCallers = (
  credentials: BrandCredentials,
  verifyBearer: BearerVerifier | undefined,
  currentTime: () => Date = () => new Date(),
): Callers => ({
  verifyBearer,

  async holderOf(secretHash) {
    const key = await credentials.findApiKey(secretHash);
    if (!key || key.revoked_at) return undefined;
    if (key.valid_until !== undefined && key.valid_until <= currentTime().toISOString()) return undefined;
    const leaving = await credentials.findLeavingBrands([key.brand_id]);
    // A deleted brand has no keys, even if the removal has not come to this one yet.
    if (leaving.get(key.brand_id) === 'closed') return undefined;
    await credentials.noteUse(key);
    return {
      subject: `key:${key.id}`,
      credential: 'api_key',
      operator: false,
      brands: { [key.brand_id]: key.role },
      claimsRoles: [],
      ...closingOf(leaving),
      ...(key.scopes && { scopes: [...key.scopes] }),
    };
  },

  async bearerOf({ subject, operator, brands, claimsRoles }) {
    const memberships = await credentials.findMemberships(subject);
    const held = {
      ...Object.fromEntries(memberships.map(({ brand_id, role }) => [brand_id, role])),
      ...brands,
    };
    const leaving = await credentials.findLeavingBrands(Object.keys(held));
    return {
      subject,
      credential: 'bearer',
      operator,
      // A token may still name a brand that is deleted.
      brands: Object.fromEntries(Object.entries(held).filter(([id]) => leaving.get(id) !== 'closed')),
      claimsRoles: [...claimsRoles],
      ...closingOf(leaving),
    };
  },
});

function closingOf(leaving: ReadonlyMap<string, 'closing' | 'closed'>) {
  const closing = [...leaving].flatMap(([id, state]) => (state === 'closing' ? [id] : []));
  return closing.length === 0 ? {} : { closing };
}
