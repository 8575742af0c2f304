import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaims, findClaimsByPcn } from '#claims/claims/records.ts';
import { findUnfinishedSubmissions } from '#claims/clearhouse/records.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submissionPorts } from '#claims/clearhouse/submission-store.ts';
import { type SubmissionRequest, submit } from '#claims/clearhouse/submit.ts';
import { type Transport, TransportFailed } from '#claims/clearhouse/transport.ts';
import { ApiError } from '#contract/errors.ts';
import { leaseMilliseconds } from '#persistence/lease.ts';
import { sized } from '../../../soak.ts';
import { claimFileText } from '../../claim-text.ts';
import { functionsOn } from '../../invoke.ts';
import { type LocalStores, startLocalStores } from '../../local-stores.ts';
import { everyAuditEntry } from '../../stored.ts';
import { CutOff, cutOffAt } from '../cut-off.ts';

let stores: LocalStores;
let file = 600;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores?.stop());

const lease = leaseMilliseconds;
/** The day on which the claims of these tests are fresh. */
const start = Date.parse('2026-03-15T18:00:00.000Z');

const portsAt = async (milliseconds: number): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(stores, {
    keySecret: 'clearinghouse-key',
    stagingDirectory: undefined,
    newId: () => crypto.randomUUID(),
  })),
  now: () => new Date(start + milliseconds),
});

async function readyClaims(pcns: readonly string[], date = '20260210'): Promise<string[]> {
  const claims = pcns.map((pcn) => ({ pcn, date }));
  await stores.drop(`in-${file}.837`, claimFileText({ number: file++, claims }));
  const found = await Promise.all(pcns.map((pcn) => findClaimsByPcn(stores.claims, pcn)));
  return found.flatMap((claims) => claims.map(({ id }) => id));
}

const timesSent = async (ids: readonly string[]) =>
  (await everyAuditEntry(stores)).filter(
    ({ event_type, entity_id }) => event_type === 'clearhouse.submitted' && ids.includes(entity_id),
  ).length;

/** Kills a run at this contact; false if the run ended before it. */
async function killedAt(place: number, request: SubmissionRequest, ports: SubmissionPorts): Promise<boolean> {
  try {
    await submit(request, 'key:biller', cutOffAt(ports, place));
    return false;
  } catch (error) {
    if (error instanceof CutOff) return true;
    throw error;
  }
}

const step = sized('contacts at which a run is killed, one in', { short: 7, soak: 1 });

describe.each(['claims', 'payer'] as const)('A call by %s whose run was killed at any contact', (kind) => {
  test('is finished by the first call after the lease, and sends each claim once', async () => {
    const resumedAt = new Set<boolean>();
    let isKilled = true;
    for (let place = 0; isKilled; place += step) {
      const ids = await readyClaims([`${kind}${place}A`, `${kind}${place}B`]);
      const request: SubmissionRequest =
        kind === 'claims' ? { kind, ids } : { kind: 'payer', payerId: 'CO_TXIX' };
      // The first calls for the payer find the submissions of the calls by claim.
      const at = place * 120_000 + (kind === 'payer' ? 24 * 3600 * 1000 : 0);
      isKilled = await killedAt(place, request, await portsAt(at));
      const next = submit(request, 'key:biller', await portsAt(at + lease + 1));
      if (!isKilled) {
        await next.catch(() => {});
        break;
      }
      const { submissions, resumed, inProgress } = await next.catch((error: unknown) => {
        // Killed after all records were stored except the final state of the submission.
        if (error instanceof ApiError && error.code === 'claims_not_ready')
          return { submissions: [], resumed: [], inProgress: [] };
        throw error;
      });
      resumedAt.add(resumed.length > 0);
      for (const one of submissions) expect(one).toMatchObject({ state: 'recorded', claim_count: 2 });
      expect(inProgress).toEqual([]);
      expect((await findClaims(stores.claims, ids)).map(({ lane }) => lane)).toEqual([
        'submitted',
        'submitted',
      ]);
      expect(await timesSent(ids)).toBe(2);
      if (kind === 'payer') expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
    }
    expect(resumedAt).toEqual(new Set([true, false]));
  });
});

describe('A submission whose transport failed', () => {
  const at = 250 * 24 * 3600 * 1000;
  const failing = async (): Promise<SubmissionPorts> => ({
    ...(await portsAt(at)),
    openTransport: () => Promise.reject(new TransportFailed('connection_refused')),
  });

  test('is listed with its last error and tried again by each call until one succeeds', async () => {
    // Submissions that earlier tests have left.
    await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await portsAt(at));
    const ids = await readyClaims(['DOWN-A']);
    const first = await submit({ kind: 'claims', ids }, 'key:biller', await failing());
    expect(first.submissions).toMatchObject([{ state: 'prepared', attempts: 1 }]);
    const refused = submit({ kind: 'claims', ids }, 'key:biller', await failing());
    const message = expect.stringContaining('its last attempt failed: The host refuses the connection');
    await expect(refused).rejects.toMatchObject({ details: [{ code: 'in_progress', message }] });
    const again = await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await failing());
    expect(again.resumed).toMatchObject([{ state: 'prepared', attempts: 3 }]);
    expect(again.inProgress).toMatchObject([{ claimCount: 1 }]);
    const done = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt(at + 1));
    expect(done.submissions).toMatchObject([{ id: first.submissions[0]?.id, state: 'recorded' }]);
    expect(done.submissions).toEqual(done.resumed);
    expect(await timesSent(ids)).toBe(1);
  });

  test('stops the call from trying other submissions at the same server', async () => {
    for (const pcn of ['DOWN-B', 'DOWN-C']) {
      const ids = await readyClaims([pcn]);
      await submit({ kind: 'claims', ids }, 'key:biller', await failing());
    }
    let connections = 0;
    const counting: SubmissionPorts = {
      ...(await portsAt(at)),
      openTransport: (): Promise<Transport> => {
        connections++;
        return Promise.reject(new TransportFailed('timed_out'));
      },
    };
    const { inProgress } = await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', counting);
    expect([connections, inProgress.length]).toEqual([1, 2]);
  });
});

describe('While another run has claims', () => {
  /** The current time, because the function uses the real clock. */
  const at = Date.now() - start;
  const recently = new Date(Date.now() - 10 * 24 * 3600 * 1000)
    .toISOString()
    .slice(0, 10)
    .replaceAll('-', '');
  let ids: string[];
  let holder: { readonly id: string; readonly created_at: string };
  beforeAll(async () => {
    await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await portsAt(at));
    ids = await readyClaims(['HELD-A', 'HELD-B'], recently);
    // The lease of a run an hour ahead lasts as long as the test.
    const hour = 3600 * 1000;
    expect(await killedAt(16, { kind: 'claims', ids }, await portsAt(at + hour))).toBe(true);
    const [found] = await findUnfinishedSubmissions(stores.claims);
    if (found === undefined) throw new Error('Nothing holds the claims');
    holder = found;
  });

  test('a call for these claims is refused with the submission and its time', async () => {
    const refused = submit({ kind: 'claims', ids }, 'key:other', await portsAt(at + 1000));
    await expect(refused).rejects.toMatchObject({
      code: 'claims_not_ready',
      details: ids.map((id) => ({
        path: ['claims', id],
        code: 'in_progress',
        submission_id: holder.id,
        since: holder.created_at,
        message: expect.stringMatching(
          `^Submission ${holder.id} \\(\\w+\\) has held the claim since \\d{4}-`,
        ),
      })),
    });
  });

  test('a call for the payer lists the submission with its claim count and resumable time', async () => {
    const call = functionsOn(stores);
    const [free] = await readyClaims(['HELD-FREE'], recently);
    const { status, body } = await call('submit-claims', { body: { payer_id: 'CO_TXIX' } });
    expect(status).toBe(201);
    expect(body.data.in_progress).toEqual([
      {
        submission_id: holder.id,
        payer_id: 'CO_TXIX',
        state: expect.any(String),
        since: holder.created_at,
        claim_count: 2,
        resumable_at: expect.any(String),
      },
    ]);
    expect(body.data).toMatchObject({ resumed: [], submissions: [{ state: 'recorded', claim_count: 1 }] });
    expect(await timesSent([free ?? '', ...ids])).toBe(1);
  });
});
