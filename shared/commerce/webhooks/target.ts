import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { ApiError } from '#contract/errors.ts';

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

/** IPv4 addresses that are not public: IANA's registry of special-purpose addresses, multicast and reserved ones. */
const refusedIPv4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, with the metadata service of AWS.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Parts of 2000::/3 that are not public or that lead to an IPv4 address. */
const refusedIPv6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const ipv4 = new BlockList();
for (const [net, prefix] of refusedIPv4) ipv4.addSubnet(net, prefix, 'ipv4');
const ipv6 = new BlockList();
for (const [net, prefix] of refusedIPv6) ipv6.addSubnet(net, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');

/** Whether an address is public. Private, loopback, link-local, metadata, multicast and reserved addresses are not. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !ipv4.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const mapped = mappedIPv4(address);
  if (mapped !== undefined) return isPublicAddress(mapped);
  return globalUnicast.check(address, 'ipv6') && !ipv6.check(address, 'ipv6');
}

/** Whether an address leads to this machine: 127.0.0.0/8 or ::1, also mapped. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  if (!isIPv6(address) || address.includes('%')) return false;
  const mapped = mappedIPv4(address);
  return mapped === undefined ? canonical(address) === '::1' : isLoopback(mapped);
}

/** The IPv4 address in ::ffff:a.b.c.d, in any spelling. */
function mappedIPv4(address: string): string | undefined {
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical(address)) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [Number.parseInt(high, 16), Number.parseInt(low, 16)].flatMap((part) => [
    part >> 8,
    part & 255,
  ]);
  return bytes.join('.');
}

/** The shortest spelling (RFC 5952), without dots. */
const canonical = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);
