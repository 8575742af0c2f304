import { randomUUID } from 'node:crypto';

/** A name that no other test and no earlier run uses. */
export const newName = (word: string): string => `${word} ${randomUUID().slice(0, 8)}`;

/** An address that no other test and no earlier run uses. */
export const newEmail = (): string => `person-${randomUUID().slice(0, 8)}@example.com`;
