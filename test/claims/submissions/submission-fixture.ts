import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { findClaims, findClaimsByPcn } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import type { Submission } from '#claims/clearhouse/submission.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submissionPorts } from '#claims/clearhouse/submission-store.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry } from '../stored.ts';

/** Stores of the test file that imports this. */
export let stores: LocalStores;
let staging: string;
let fileNumber = 500;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  staging = mkdtempSync(path.join(tmpdir(), 'granary-staging-'));
});
afterAll(async () => {
  await stores.stop();
  rmSync(staging, { recursive: true, force: true });
});

/** A day on which the claims of these tests are recent. */
export const day = '2026-03-15T18:00:00.000Z';
/** An hour later, when the lease of an interrupted run has ended. */
export const later = '2026-03-15T19:00:00.000Z';
/** Seconds after {@link day}. */
export const second = (seconds: number) => new Date(Date.parse(day) + seconds * 1000).toISOString();

export const portsAt = async (time = day): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(stores, {
    keySecret: 'clearinghouse-key',
    stagingDirectory: staging,
    newId: () => crypto.randomUUID(),
  })),
  now: () => new Date(time),
});

/** Takes in a file and returns the ids of its claims. */
export async function claimsOfFile(
  file: Omit<Parameters<typeof claimFileText>[0], 'number' | 'claims'> & {
    readonly claims: readonly { readonly pcn: string; readonly payer?: string }[];
  },
): Promise<string[]> {
  fileNumber++;
  await stores.drop(`in-${fileNumber}.837`, claimFileText({ ...file, number: fileNumber }));
  const found = await Promise.all(file.claims.map(({ pcn }) => findClaimsByPcn(stores.claims, pcn)));
  return found.flatMap((claims) => claims.map(({ id }) => id));
}

/** Creates ready claims with these patient control numbers and returns their ids. */
export const readyClaims = (...pcns: readonly string[]): Promise<string[]> =>
  claimsOfFile({ claims: pcns.map((pcn) => ({ pcn })) });

export const submittedEntries = async (ids: readonly string[]) =>
  (await everyAuditEntry(stores)).filter(
    ({ event_type, entity_id }) => event_type === 'clearhouse.submitted' && ids.includes(entity_id),
  );

export const stagedFiles = () =>
  readdirSync(staging, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.x12'));

/** Stores a submission that has sent nothing yet, and reserves claims for it. Returns how it ends. */
export async function reserveFor(
  { claims, audit }: Pick<LocalStores, 'claims' | 'audit'>,
  id: string,
  claimIds: readonly string[],
): Promise<(state: 'abandoned' | 'recorded') => Promise<void>> {
  const store = submissionStore(claims, audit);
  const submission = openSubmission(id);
  await store.create(submission, []);
  const missing = await store.reserve(id, await findClaims(claims, claimIds));
  if (missing.length > 0) throw new Error('Some of the claims cannot be reserved');
  return (state) => store.update(submission, { ...submission, state });
}

export const openSubmission = (id: string): Submission => ({
  ...{ id, state: 'preparing', payer_id: 'CO_TXIX', file_name: `${id}.x12`, transport: 'stub' },
  ...{ trading_partner_id: 'PARTNER', object_key: `submissions/${id}`, size: 1, sha256: '00' },
  ...{ interchange_control_number: '000000001', group_control_number: '1', reference: id, batch_id: id },
  ...{ claim_count: 1, total_charge: 100, created_at: '2026-03-15T18:00:00.000Z', created_by: 'test' },
  ...{ recorded_count: 0, attempts: 0, billing_npis: [], run: id, lease_until: Date.parse('2100-01-01') },
});
