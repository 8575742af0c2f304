import { checkClaimsAgain as contract } from '#contract/claims/configuration/configuration.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { recheckClaims } from '#store/claims/claims/recheck-claims.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 18_000;

export const handler = claimsEndpoint(contract, async ({ query, principal, now }) => {
  const until = Date.now() + budget;
  const { nextCursor, ...counts } = await recheckClaims(claimsTables, {
    configuration: await currentConfiguration(claimsTable),
    facts: { actor: principal.subject, now },
    cursor: query.cursor,
    isTimeUp: () => Date.now() > until,
  });
  return ok({ ...counts, next_cursor: nextCursor });
});
