import * as z from 'zod';
import { secretHash } from '#auth/identify.ts';
import { issueClaimsKey, secretBytes } from '#claims/entry/api-key.ts';
import { type ClaimsKeyInput, claimsKeyInput } from '#contract/claims/api-keys.ts';
import { newId } from '#http/identifiers.ts';
import { putClaimsKey } from '#store/requests/claims-credentials.ts';
import { declareCommand, type Outcome, type Session } from './command.ts';
import { labelOf, printNewKey } from './new-key.ts';
import { openClaims } from './stacks.ts';

const { name, role } = claimsKeyInput.shape;

/** Creates a key of the claims service whose role is admin unless another is named. */
export const firstKeyClaims = declareCommand(
  'first-key claims',
  z.strictObject({ role: role.default('admin'), label: name.optional() }),
  createKey,
);

/** Creates a key of the claims service. */
export const claimsKey = declareCommand(
  'claims key',
  z.strictObject({ role, label: name.optional() }),
  createKey,
);

async function createKey(
  { role, label = labelOf(role) }: Pick<ClaimsKeyInput, 'role'> & { readonly label?: string | undefined },
  session: Session,
): Promise<Outcome> {
  const { environment, auditLog } = await openClaims(session);
  const random = crypto.getRandomValues(new Uint8Array(secretBytes));
  const now = new Date();
  const issued = issueClaimsKey({ name: label, role }, { environment, random, id: newId(now), now });
  const { key, secret } = issued;
  await putClaimsKey(auditLog, { key, secretHash: secretHash(secret), actor: session.actor }, []);
  printNewKey(session, key, secret);
  return { json: { key: { ...key, secret } } };
}
