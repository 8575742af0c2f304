import * as z from 'zod';
import { secretHash } from '#auth/identify.ts';
import { type ClaimsKeyInput, claimsKeyInput } from '#claims/api-keys/contract.ts';
import { insertionOfKey } from '#claims/api-keys/records.ts';
import { claimsKeySecretBytes, issueClaimsKey } from '#claims/api-keys/rules.ts';
import { newId } from '#persistence/new-id.ts';
import { type CommandResult, declareCommand, type Session } from './command.ts';
import { openClaims } from './stacks.ts';

const { name, role } = claimsKeyInput.shape;

/** Creates a key of the claims service, by default with role admin. */
export const firstClaimsKeyCommand = declareCommand(
  'first-key claims',
  z.strictObject({ role: role.default('admin'), label: name.optional() }),
  createKey,
);

export const claimsKeyCommand = declareCommand(
  'claims key',
  z.strictObject({ role, label: name.optional() }),
  createKey,
);

async function createKey(
  {
    role,
    label = defaultLabel(role),
  }: Pick<ClaimsKeyInput, 'role'> & { readonly label?: string | undefined },
  session: Session,
): Promise<CommandResult> {
  const { environment, auditLog } = await openClaims(session);
  const random = crypto.getRandomValues(new Uint8Array(claimsKeySecretBytes));
  const now = new Date();
  const issued = issueClaimsKey({ name: label, role }, { environment, random, id: newId(now), now });
  const { key, secret } = issued;
  const { entry, writes } = insertionOfKey({ key, secretHash: secretHash(secret), actor: session.actor });
  await auditLog.append([entry], writes);
  printNewKey(session, key, secret);
  return { json: { key: { ...key, secret } } };
}

/** Prints a new key with its secret, which is not stored. */
export function printNewKey(
  { print }: Session,
  { id, role }: { readonly id: string; readonly role: string },
  secret: string,
): void {
  print(`Key id     ${id} (${role})`);
  print(`Key        ${secret}`);
  print();
  print('Keep the key now; no command shows it again. Send it in the header X-API-Key.');
}

export const defaultLabel = (role: string): string => `${role.charAt(0).toUpperCase()}${role.slice(1)} key`;
