import * as z from 'zod';
import type { EndpointDeclaration } from './endpoint.ts';

/** What an API key may do: `<group>:read` or `<group>:write`. A group is a tag, with `_` for blanks. */
export const scope = z
  .string()
  .regex(/^[a-z][a-z_]{0,49}:(read|write)$/, 'Expected a scope such as orders:read');

/** The groups of commerce: its tags. Not derived from the contract, which would add 70 kB to each function. */
const scopeGroups = [
  'activity',
  'analytics',
  'api_keys',
  'billing',
  'brands',
  'campaigns',
  'changelog',
  'contacts',
  'members',
  'messaging',
  'notifications',
  'onboarding',
  'orders',
  'products',
  'promotions',
  'referrals',
  'reports',
  'segments',
  'stock',
  'stops',
  'water',
  'water_logs',
  'webhooks',
] as const;

/** All scopes of commerce. */
export const knownScopes: ReadonlySet<string> = new Set(
  scopeGroups.flatMap((group) => [`${group}:read`, `${group}:write`]),
);

/** Groups that every key may use: the caller's own description. */
const unscoped = ['service'];

const groupOf = ({ tag }: Pick<EndpointDeclaration, 'tag'>): string => tag.replaceAll(' ', '_');

/** The scopes of which an endpoint needs one; undefined for an endpoint that needs none. `write` includes `read`. */
export function requiredScopes(
  endpoint: Pick<EndpointDeclaration, 'tag' | 'method'>,
): readonly [string, ...string[]] | undefined {
  const group = groupOf(endpoint);
  if (unscoped.includes(group)) return undefined;
  return endpoint.method === 'GET' ? [`${group}:read`, `${group}:write`] : [`${group}:write`];
}
