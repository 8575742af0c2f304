import { alertJson } from '#claims/alerts/alert.ts';
import { getAlert } from '#contract/claims/alerts/alerts.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findAlert } from '#store/claims/alerts/alerts.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getAlert, async ({ parameters }) =>
  ok(alertJson(found(await findAlert(claimsTable, parameters.id)))),
);
