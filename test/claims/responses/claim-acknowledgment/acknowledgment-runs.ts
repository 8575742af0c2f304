import { afterAll, beforeAll } from '@jest/globals';
import { findAcknowledgment, readResults } from '#claims/acknowledgments/records.ts';
import type { StatusPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { findClaims } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import type { SentBatch } from '#test/claims/responses/engine/sent-batch.ts';
import { auditOf } from '#test/claims/stored.ts';
import { newestNumber } from './payer-statuses.ts';

export let stores: LocalStores;

/** Starts the stores for the tests of one file. */
export function useStores(): void {
  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());
}

export const settings = (reading: StatusPolicy['reading'] = 'contract') => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => ({ reading }) }),
  onClaimsStored: async () => {},
});

export const drop = (bytes: Uint8Array, reading?: StatusPolicy['reading']) =>
  stores.drop(`answer-${newestNumber()}.277`, bytes, settings(reading));

export async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
  const found = await findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );
  return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
}

export async function answersOf(fileId: string): Promise<readonly StoredClaimAcknowledgment[]> {
  const ids = await listFileResponses(stores.claims, fileId, '277CA');
  const found = await Promise.all(
    ids.map((id) => findAcknowledgment<StoredClaimAcknowledgment>(stores.claims, id)),
  );
  return found.flatMap((answer) => answer ?? []);
}

export const statusesOf = async (fileId: string) => {
  const [answer] = await answersOf(fileId);
  return answer === undefined ? [] : await readResults<StatusResult>(stores.claims, answer.id, 0, 1000);
};

export const events = async (claim: Claim | undefined) =>
  (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type);
