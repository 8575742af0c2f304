import type { IncomingMessage } from 'node:http';

/** Whether the client accepts a coding. A weight of 0 excludes it (RFC 9110, section 12.5.3). */
export function acceptsCoding({ headers }: IncomingMessage, coding: 'br' | 'gzip'): boolean {
  const accepted = (headers['accept-encoding'] ?? '').toString().toLowerCase().split(',');
  return accepted.some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}
