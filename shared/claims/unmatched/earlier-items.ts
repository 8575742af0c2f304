import type { ClaimPayment } from '#x12/835/types.ts';
import type { Claim } from '../claim/claim.ts';
import { unpackJson } from '../claim/packed-json.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '../responses/claim-acknowledgment/stored-acknowledgment.ts';
import type { StoredEnvelopeAcknowledgment } from '../responses/implementation-acknowledgment/stored-acknowledgment.ts';
import type { StoredPayment, StoredRemittance } from '../responses/remittance/stored-remittance.ts';
import { itemOfAcknowledgment, itemOfPayment, itemOfStatus } from './new-items.ts';
import type { UnmatchedItem } from './unmatched-item.ts';

/** Responses of earlier versions, which stored no unmatched items. */
export interface EarlierResponses {
  readRemittances(): AsyncIterable<readonly StoredRemittance[]>;
  readPayments(remittanceId: string, from: number, limit: number): Promise<readonly StoredPayment[]>;
  readAcknowledgments(
    kind: '999' | '277CA',
  ): AsyncIterable<readonly (StoredEnvelopeAcknowledgment | StoredClaimAcknowledgment)[]>;
  readStatuses(acknowledgmentId: string, from: number, limit: number): Promise<readonly StatusResult[]>;
  findClaims(ids: readonly string[]): Promise<readonly Claim[]>;
  /** Stores items that do not exist. */
  insertItems(items: readonly UnmatchedItem[]): Promise<void>;
}

const pageSize = 200;

/** Stores the items of all earlier responses. Idempotent; existing items stay as they are. */
export async function insertEarlierItems(ports: EarlierResponses): Promise<void> {
  for await (const page of ports.readRemittances()) {
    for (const remittance of page) {
      const { unmatched, ambiguous, held } = remittance.counts;
      if (unmatched + ambiguous + held > 0) await insertPayments(ports, remittance);
    }
  }
  for await (const page of ports.readAcknowledgments('277CA')) {
    for (const stored of page) if (stored.kind === '277CA') await insertStatuses(ports, stored);
  }
  for await (const page of ports.readAcknowledgments('999')) {
    const envelopes = page.filter((stored) => stored.kind !== '277CA');
    const applied = envelopes.filter(({ state }) => state === 'applied');
    await ports.insertItems(applied.flatMap((stored) => itemOfAcknowledgment(stored) ?? []));
  }
}

async function insertPayments(ports: EarlierResponses, remittance: StoredRemittance): Promise<void> {
  for (let from = 1; ; from += pageSize) {
    const payments = await ports.readPayments(remittance.id, from, pageSize);
    const items = payments.flatMap((stored) => {
      const { posting, content } = stored;
      const payment = content === '' ? undefined : unpackJson<ClaimPayment>(content);
      return (posting && itemOfPayment(stored, payment, posting, remittance)) ?? [];
    });
    await ports.insertItems(await withoutSettled(ports, items));
    if (payments.length < pageSize) return;
  }
}

/** Without held and ambiguous payments whose claims all left review: a person or a later remittance has decided. */
async function withoutSettled(
  { findClaims }: EarlierResponses,
  items: readonly UnmatchedItem[],
): Promise<readonly UnmatchedItem[]> {
  const claims = new Map(
    (await findClaims(items.flatMap(({ claim_ids }) => claim_ids))).map((one) => [one.id, one]),
  );
  const isOpenFor = (id: string, responseId: string): boolean =>
    (claims.get(id)?.conflicts ?? []).some(
      ({ source_id, open }) => source_id === responseId && open === true,
    );
  return items.filter(
    ({ claim_ids, response_id }) =>
      claim_ids.length === 0 || claim_ids.some((id) => isOpenFor(id, response_id)),
  );
}

async function insertStatuses(ports: EarlierResponses, stored: StoredClaimAcknowledgment): Promise<void> {
  const { statuses, unmatched, ambiguous } = stored.counts;
  if (unmatched + ambiguous === 0) return;
  for (let from = 0; from < statuses; from += pageSize) {
    const results = await ports.readStatuses(stored.id, from, Math.min(pageSize, statuses - from));
    await ports.insertItems(results.flatMap((result, n) => itemOfStatus(result, from + n, stored) ?? []));
    if (results.length === 0) return;
  }
}
