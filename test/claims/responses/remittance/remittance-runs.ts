import { afterAll, beforeAll } from '@jest/globals';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type { Claim } from '#claims/claims/claim.ts';
import { findClaims } from '#claims/claims/records.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { findRemittance, readPayments, unmatchedPaymentPorts } from '#claims/remittances/records.ts';
import type { StoredRemittance } from '#claims/remittances/stored-remittance.ts';
import { postUnmatchedPayments } from '#claims/remittances/unmatched-payments.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import type { SentBatch } from '#test/claims/responses/engine/sent-batch.ts';
import { auditOf } from '#test/claims/stored.ts';
import { payerEnvelope } from '#test/fixtures/x12/remittance.ts';
import { type RemittanceInput, writeRemittances } from '#x12/835/write-remittances.ts';
import { file835, remittancesMade } from './payer-remittances.ts';

export let stores: LocalStores;

/** Starts the stores for the tests of one file. */
export function useStores(): void {
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
  });
  afterAll(() => stores.stop());
}

export const ports = () => unmatchedPaymentPorts(stores);

export const settings = () => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
  onClaimsStored: (ids: readonly string[]) => postUnmatchedPayments(ports(), ids),
});

export const drop = (...remittances: readonly RemittanceInput[]) =>
  stores.drop(`paid-${remittancesMade()}.835`, file835(...remittances), settings());

export async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
  const found = await findClaims(
    stores.claims,
    claims.map(({ id }) => id),
  );
  return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
}

export async function remittancesOf(fileId: string): Promise<readonly StoredRemittance[]> {
  const ids = await listFileResponses(stores.claims, fileId, '835');
  const found = await Promise.all(ids.map((id) => findRemittance(stores.claims, id)));
  return found.flatMap((remittance) => remittance ?? []);
}

export async function postingsOf(fileId: string) {
  const [remittance] = await remittancesOf(fileId);
  const payments = remittance ? await readPayments(stores.claims, remittance.id, 1, 1000) : [];
  return payments.map(({ posting }) => posting);
}

export const events = async (claim: Claim | undefined) =>
  (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type).slice(2);

/** Processes a remittance in a run that pauses before the given writes of postings, counted from 0. */
export async function heldRun(draft: RemittanceInput, control: number, writes: readonly number[]) {
  const key = `inbox/held-${control}.835`;
  const numbers = { interchangeNumber: control, groupNumber: control };
  await stores.put(key, writeRemittances([draft], { ...payerEnvelope, ...numbers }));
  const delivery = await openInboxFile(stores.claims, stores.bucket, { key });
  if (delivery === undefined) throw new Error('The file is not in the inbox');
  const reached = writes.map(() => Promise.withResolvers<void>());
  const released = writes.map(() => Promise.withResolvers<void>());
  const real = intakePorts(stores, settings());
  let posts = 0;
  const done = processFile(delivery, {
    ...real,
    write: async (change) => {
      const isPosting = change.entries.some(({ event_type }) => event_type === 'claim.paid');
      const at = isPosting ? writes.indexOf(posts++) : -1;
      reached[at]?.resolve();
      await released[at]?.promise;
      await real.write(change);
    },
  });
  return {
    done,
    holds: reached.map(({ promise }) => promise),
    release: (n: number) => released[n]?.resolve(),
  };
}
