import type { Role } from './role.ts';

/** Whether the statements allow the action on the resource, both as IAM writes them. */
export function isAllowed(
  statements: Role['statements'],
  permission: { readonly action: string; readonly resource: string },
): boolean;

/** Whether a value matches a pattern with IAM's wildcards. */
export function isLike(value: string, pattern: string): boolean;
