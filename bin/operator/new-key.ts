import type { Session } from './command.ts';

/** Prints a new key with its secret, which is stored nowhere. */
export function printNewKey(
  { print }: Session,
  { id, role }: { readonly id: string; readonly role: string },
  secret: string,
): void {
  print(`Key id     ${id} (${role})`);
  print(`Key        ${secret}`);
  print();
  print('Keep the key now: no command shows it again. Send it in the header X-API-Key.');
}

/** Label of a key that gets no other: `Owner key`. */
export const defaultLabel = (role: string): string => `${role.charAt(0).toUpperCase()}${role.slice(1)} key`;
