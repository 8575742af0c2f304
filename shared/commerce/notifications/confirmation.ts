import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** A code that confirms an e-mail address. Only its hash is stored. */
export interface Confirmation {
  readonly email: string;
  readonly hash: string;
  readonly sent_at: string;
  readonly attempts: number;
}

const validMilliseconds = 3_600_000;
const pauseMilliseconds = 600_000;
const maxAttempts = 5;

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export const confirmationOf = (email: string, code: string, inbox: string, now: Date): Confirmation => ({
  email,
  hash: codeHash(code, inbox),
  sent_at: now.toISOString(),
  attempts: 0,
});

/** Whether another code may be sent, so that nobody can flood the mailbox of others. */
export const maySendCode = (pending: Confirmation | undefined, now: Date): boolean =>
  pending === undefined || now.getTime() - Date.parse(pending.sent_at) >= pauseMilliseconds;

/** Whether the code may still be tried. */
export const isOpen = ({ sent_at, attempts }: Confirmation, now: Date): boolean =>
  attempts < maxAttempts && now.getTime() - Date.parse(sent_at) < validMilliseconds;

export const matches = ({ hash }: Confirmation, code: string, inbox: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(codeHash(code, inbox), 'hex'));

/** The inbox is part of the hash, so equal codes of two inboxes have different hashes. */
const codeHash = (code: string, inbox: string): string =>
  createHash('sha256').update(`${inbox} ${code}`).digest('hex');
