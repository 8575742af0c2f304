import type { EntryDraft } from '#audit/entries/chain.ts';
import type { ClaimsKey, ClaimsKeyInput } from './contract.ts';

export const claimsKeySecretBytes = 32;

/** The environment and four characters, which distinguish keys and do not help to guess one. */
const prefixLength = 'gc_live_'.length + 4;

/** The prefix names the service, and shows whether the environment is production. */
const makeSecret = (environment: string, random: Uint8Array): string =>
  `${environment === 'production' ? 'gc_live_' : 'gc_test_'}${Buffer.from(random).toString('base64url')}`;

/**
 * Makes a key and its secret, which is not stored.
 *
 * @param origin.random {@link claimsKeySecretBytes} random bytes
 */
export function issueClaimsKey(
  input: ClaimsKeyInput,
  origin: {
    readonly environment: string;
    readonly random: Uint8Array;
    readonly id: string;
    readonly now: Date;
  },
): { readonly key: ClaimsKey; readonly secret: string } {
  const { environment, random, id, now } = origin;
  const secret = makeSecret(environment, random);
  const prefix = secret.slice(0, prefixLength);
  return { key: { id, ...input, prefix, created_at: now.toISOString() }, secret };
}

export const keyCreated = ({ id, role, billing_npis }: ClaimsKey, actor: string): EntryDraft => ({
  event_type: 'api_key.created',
  entity_type: 'api_key',
  entity_id: id,
  actor,
  payload: { role, ...(billing_npis && { billing_npis }) },
});

export const keyRevoked = (id: string, actor: string): EntryDraft => ({
  event_type: 'api_key.revoked',
  entity_type: 'api_key',
  entity_id: id,
  actor,
  payload: {},
});
