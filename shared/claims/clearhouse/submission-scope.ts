import { claimsWithin, isWithin, type ProviderLimit, recordWithin } from '../provider-limit.ts';
import type { SubmissionPorts } from './submission-ports.ts';

/**
 * The ports of a caller who is limited to billing providers: claims of other providers do not exist, and submissions that hold
 * such claims are neither shown nor resumed.
 */
export function submissionPortsWithin(ports: SubmissionPorts, limit: ProviderLimit): SubmissionPorts {
  if (limit === undefined) return ports;
  const { claims, store } = ports;
  return {
    ...ports,
    claims: {
      ...claims,
      find: async (ids) => claimsWithin(await claims.find(ids), limit),
      async *ready(payerId) {
        for await (const listed of claims.ready(payerId)) yield claimsWithin(listed, limit);
      },
    },
    store: { ...store, find: async (id) => recordWithin(await store.find(id), limit) },
    unfinished: async (payerId) =>
      (await ports.unfinished(payerId)).filter(({ billing_npis }) => isWithin(billing_npis, limit)),
  };
}
