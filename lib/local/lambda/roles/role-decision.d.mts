import type { Role } from './role.ts';

/** A permission as IAM writes it, with the values of condition keys. */
export interface Permission {
  readonly action: string;
  readonly resource: string;
  readonly context?: Readonly<Record<string, readonly string[]>>;
}

/** Whether the statements allow the action on the resource. */
export function isAllowed(statements: Role['statements'], permission: Permission): boolean;

/** Returns the first permission that the statements do not grant. */
export function firstMissing(
  statements: Role['statements'],
  permissions: readonly Permission[],
): Permission | undefined;

/** Whether a value matches a pattern with IAM's wildcards. */
export function isLike(value: string, pattern: string): boolean;
