import { newPurge, runPurge } from '#claims/retention/purge.ts';
import { startPurge } from '#contract/claims/retention.ts';
import { ApiError } from '#contract/errors.ts';
import { accepted, claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { purgePorts } from '#store/claims/retention/purge-phases.ts';
import { beginPurge, findRetention } from '#store/claims/retention/settings.ts';
import { claimsStores } from '#store/claims/stores.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 18_000;

export const handler = claimsEndpoint(startPurge, async ({ body, principal, now, newId, recordReply }) => {
  const until = Date.now() + budget;
  const { retention_days } = await findRetention(claimsTable);
  if (retention_days === null) throw new ApiError('no_retention_time');
  const facts = { id: newId(), actor: principal.subject, now, dryRun: body.dry_run };
  const purge = newPurge({ retention_days }, facts);
  const address = `/api/admin/purges/${purge.id}`;
  // A repetition of the request gets the same reply; the address has the result.
  const reply = accepted(purge, address);
  await beginPurge(claimsStores, purge, recordReply(reply));
  const ports = await purgePorts(claimsStores, purge, () => Date.now() > until);
  await runPurge(purge, ports);
  return reply;
});
