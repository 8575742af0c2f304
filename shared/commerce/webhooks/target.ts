import { isIP } from 'node:net';
import { ApiError } from '#contract/errors.ts';
import { isLoopback, isPublicAddress } from './public-address.ts';

/**
 * Targets that webhooks may reach. Deployed, only public addresses over https. The local runtime also allows this machine,
 * without TLS.
 */
export interface TargetRules {
  readonly local: boolean;
}

export const allowsAddress = (address: string, { local }: TargetRules): boolean =>
  isPublicAddress(address) || (local && isLoopback(address));

/** Names that no public DNS server knows. */
const internalName = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i;

/** What is wrong with the URL of an endpoint; undefined for a usable one. Its name is resolved at each delivery. */
export function targetFault(url: string, rules: TargetRules): string | undefined {
  const { protocol, username, password, hostname, hash } = new URL(url);
  if (protocol !== 'https:' && !(rules.local && protocol === 'http:'))
    return 'The URL must begin with https://';
  if (username !== '' || password !== '') return 'The URL must not have a user name or password';
  if (hash !== '') return 'The URL must not have a fragment';
  const literal = literalAddress(hostname);
  const refused =
    literal === undefined ? !rules.local && internalName.test(hostname) : !allowsAddress(literal, rules);
  return refused ? 'The URL must lead to a public address' : undefined;
}

/** The address of a host that is no name. */
export function literalAddress(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

/** @throws ApiError validation_failed */
export function requireTarget(url: string, rules: TargetRules): void {
  const message = targetFault(url, rules);
  if (message === undefined) return;
  throw new ApiError('validation_failed', {
    details: [{ path: ['body', 'url'], message, code: 'invalid_url' }],
  });
}
