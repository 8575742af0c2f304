import { afterAll, beforeAll } from '@jest/globals';
import type { Claim } from '#claims/claim/claim.ts';
import type { StatusPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import type {
  StatusResult,
  StoredClaimAcknowledgment,
} from '#claims/responses/claim-acknowledgment/stored-acknowledgment.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { listFileResponses } from '#store/claims/files/file-list.ts';
import { findAcknowledgment, readResults } from '#store/claims/responses/acknowledgments.ts';
import { responseProcessors } from '#store/claims/responses/response-processors.ts';
import { type LocalStores, startLocalStores } from '../../local-stores.ts';
import { auditOf } from '../../stored.ts';
import type { SentBatch } from '../engine/sent-batch.ts';
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
