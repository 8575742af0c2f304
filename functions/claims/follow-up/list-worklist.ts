import { providersOf } from '#auth/principal.ts';
import { localDay } from '#calendar/time-zone.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { worklistCsv } from '#claims/csv/work.ts';
import { listWorklist } from '#contract/claims/follow-up.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';
import { readWorklist } from '#store/claims/follow-up/worklist.ts';

export const handler = claimsEndpoint(listWorklist, async (call) => {
  const { query, principal, now } = call;
  const { assignee, billing_npi, format, ...others } = query;
  const { clearinghouse } = await currentConfiguration(claimsTable);
  const today = localDay(now, clearinghouse.file_name.time_zone);
  const { data, nextCursor } = await readWorklist(claimsTable, {
    ...others,
    today,
    assignee: assignee === 'me' ? principal.subject : assignee === 'none' ? null : assignee,
    billing_npis: providersOf(principal, billing_npi),
  });
  const reply = listReply(call, worklistCsv, data.map(claimJson), nextCursor);
  return { ...reply, body: { ...Object(reply.body), today } };
});
