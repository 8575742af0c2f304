import { dismissUnmatched } from '#claims/unmatched/contract.ts';
import { itemPortsWithin, unmatchedItemJson } from '#claims/unmatched/item-json.ts';
import { dismissItem, openItem } from '#claims/unmatched/settle-item.ts';
import { unmatchedPorts } from '#claims/unmatched/unmatched-store.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  dismissUnmatched,
  async ({ parameters, body, principal, now, allowsChange, recordReply }) => {
    const ports = itemPortsWithin(await unmatchedPorts(claimsTable), principal.billingNpis);
    return retryOnConflict(async () => {
      const item = await openItem(ports, parameters.id, allowsChange);
      const by = { ...body, actor: principal.subject, now };
      const { item: after, change } = await dismissItem(ports, item, by);
      const reply = ok(unmatchedItemJson(after), { version: after.version });
      await writeChange(claimsTables, change, recordReply(reply));
      return reply;
    });
  },
);
