import { remittancePortsWithin } from '#claims/remittances/remittance-json.ts';
import { takeBackRemittance } from '#claims/unmatched/contract.ts';
import { takeBackPayments } from '#claims/unmatched/settle-item.ts';
import { remittanceByHandPorts } from '#claims/unmatched/unmatched-store.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTables } from '#store/claims/claims-table.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';

/** Working time, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;

export const handler = claimsEndpoint(
  takeBackRemittance,
  async ({ parameters, query, body, principal, now }) => {
    const until = Date.now() + budget;
    const list = ['take-back-remittance', parameters.id];
    const after = query.cursor === undefined ? 0 : Number(decodeCursor(list, query.cursor));
    const ports = remittancePortsWithin(
      await remittanceByHandPorts(claimsTables, () => Date.now() > until),
      principal.billingNpis,
    );
    const by = { ...body, actor: principal.subject, now };
    const { next, ...counts } = await takeBackPayments(ports, parameters.id, by, after);
    return ok({ ...counts, next_cursor: next === undefined ? null : encodeCursor(list, String(next)) });
  },
);
