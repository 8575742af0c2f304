import { checkClaimsAgain as contract } from '#contract/claims/configuration.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { checkClaimsAgain } from '#store/claims/claims/check-again.ts';
import { auditLog, claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/current-configuration.ts';

/** The function may run for 28 seconds. */
const budget = 18_000;

export const handler = endpoint(contract, async ({ query, principal, now }) => {
  const until = Date.now() + budget;
  const { nextCursor, ...counts } = await checkClaimsAgain(
    { claims: claimsTable, audit: auditLog },
    {
      configuration: await currentConfiguration(claimsTable),
      facts: { actor: principal.subject, now },
      cursor: query.cursor,
      isTimeUp: () => Date.now() > until,
    },
  );
  return ok({ ...counts, next_cursor: nextCursor });
});
