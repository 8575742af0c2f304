import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim, findClaimsByPcn } from '#claims/claims/records.ts';
import { findUnmatchedItem } from '#claims/unmatched/records.ts';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';
import type { Answer } from '../../../claims/invoke.ts';
import { send, visit } from '../../../claims/responses/engine/sent-batch.ts';
import { file835 } from '../../../claims/responses/remittance/payer-remittances.ts';
import { everyAuditEntry } from '../../../claims/stored.ts';
import { call, stores, x12 } from '../responses/service.ts';

export const reason = 'verified_with_payer';

/** Posts a remittance and returns its id and its claims. */
export async function remitted(...inputs: readonly RemittanceInput[]) {
  const { body } = await call('parse-remittance', x12(file835(...inputs)));
  const [remittance] = body.data.remittances;
  return { id: remittance.id as string, body: remittance };
}

export const itemOf = (responseId: string, number = 1) =>
  findUnmatchedItem(stores.claims, unmatchedItemId(responseId, number));

export const act = (name: string, id: string, body: object, more: object = {}) =>
  call(`${name}-unmatched`, { path: { id }, body, ...more });

export const claimOf = async (id: string) => (await call('get-claim', { path: { id } })).body.data;

/** Audit entries of an entity as event types. */
export const eventsOf = async (entityId: string) =>
  (await everyAuditEntry(stores)).flatMap((entry) => (entry.entity_id === entityId ? entry.event_type : []));

/** Repeats a request while a claim changes all the time, until the request gives up. */
export async function untilConflict(claimId: string, request: () => Promise<Answer>): Promise<Answer> {
  let isOver = false;
  const change = async () => {
    while (!isOver) {
      const claim = await findClaim(stores.claims, claimId);
      const facts = { actor: 'test', now: new Date() };
      const changes = claim ? [amendClaim(claim, 'claim.acknowledged', facts, {})] : [];
      await transact(stores.claims, changeActions(changes)).catch(() => {});
    }
  };
  const changing = [change(), change(), change()];
  const answer = await request();
  isOver = true;
  await Promise.all(changing);
  return answer;
}

/** Two sent claims that no response can distinguish. */
export async function twins(number: string): Promise<readonly [string, string]> {
  const one = visit(number);
  const [first] = (await send(stores, [one])).claims;
  await send(stores, [{ ...one, subscriber: { ...one.subscriber, id: `OTHER-${number}` } }]);
  const second = (await findClaimsByPcn(stores.claims, number)).at(-1);
  if (first === undefined || second === undefined) throw new Error('The claims were not stored');
  return [first.id, second.id];
}
