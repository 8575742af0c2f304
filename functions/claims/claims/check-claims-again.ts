import { recheckClaims } from '#claims/entry/recheck-claims.ts';
import { checkClaimsAgain as contract } from '#contract/claims/configuration/configuration.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { recheckPorts } from '#store/claims/claims/recheck-ports.ts';
import { claimsTables } from '#store/claims/claims-table.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 18_000;

export const handler = claimsEndpoint(contract, async ({ query, principal, now }) => {
  const until = Date.now() + budget;
  const ports = await recheckPorts(claimsTables, () => Date.now() > until);
  const facts = { actor: principal.subject, now };
  const { nextCursor, ...counts } = await recheckClaims(ports, facts, query.cursor);
  return ok({ ...counts, next_cursor: nextCursor });
});
