import type { Role } from './role.ts';
import type { Permission } from './role-decision.mjs';

/** Returns the permissions that a request to a service needs. */
export function neededPermissions(
  service: 'dynamodb' | 's3' | 'control',
  request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  },
  role: Role,
): readonly Permission[];
