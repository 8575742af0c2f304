import * as z from 'zod';

/** Roles with configurable names. Roles in brands are always `owner`, `manager` and `viewer`. */
export const namedRoles = ['biller', 'auditor', 'admin', 'operator'] as const;
export type NamedRole = (typeof namedRoles)[number];

/** The provider's role name → Granary's role. Empty: the provider uses Granary's names. */
export type RoleNames = ReadonlyMap<string, NamedRole>;

/** Reads pairs such as `Billing Team=biller, 9f0c…=admin`. Several names may map to one role. */
export const roleNames = z.string().transform((text, context): RoleNames => {
  const names = new Map<string, NamedRole>();
  for (const pair of text.split(',')) {
    if (pair.trim() === '') continue;
    const [, name, role] = /^\s*(.+?)\s*=\s*(\w+)\s*$/.exec(pair) ?? [];
    const known = namedRoles.find((candidate) => candidate === role);
    if (name && known) names.set(name, known);
    else context.addIssue(`Expected name=role with a role of ${namedRoles.join(', ')}; got "${pair.trim()}"`);
  }
  return names;
});
