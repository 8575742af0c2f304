import { attachAcknowledgment, attachRequest } from '#claims/unmatched/attach-acknowledgment.ts';
import { attachUnmatched } from '#claims/unmatched/contract.ts';
import { itemPortsWithin, unmatchedItemJson } from '#claims/unmatched/item-json.ts';
import { attachToClaim, openItem } from '#claims/unmatched/settle-item.ts';
import { attachAcknowledgmentPorts, unmatchedPorts } from '#claims/unmatched/unmatched-store.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

/** Working time for a large batch, milliseconds. The function is stopped after 28 seconds. */
const budget = 15_000;

export const handler = claimsEndpoint(
  attachUnmatched,
  async ({ parameters, body, principal, now, allowsChange, recordReply }) => {
    const until = Date.now() + budget;
    const ports = itemPortsWithin(await unmatchedPorts(claimsTable), principal.billingNpis);
    return retryOnConflict(async () => {
      const item = await openItem(ports, parameters.id, allowsChange);
      const by = { ...attachRequest(item, body), actor: principal.subject, now };
      if ('batchId' in by) {
        const many = attachAcknowledgmentPorts(claimsTables, () => Date.now() > until);
        const attached = await attachAcknowledgment(many, item, by.batchId, by);
        return ok(unmatchedItemJson(attached), { version: attached.version });
      }
      const { item: after, change } = await attachToClaim(ports, item, by.claimId, by);
      const reply = ok(unmatchedItemJson(after), { version: after.version });
      await writeChange(claimsTables, change, recordReply(reply));
      return reply;
    });
  },
);
