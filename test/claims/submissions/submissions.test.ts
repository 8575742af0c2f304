import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { amendClaim } from '#claims/claim/claim-change.ts';
import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { submit } from '#claims/submissions/request/submit.ts';
import { resumeSubmissions } from '#claims/submissions/run/resume-submissions.ts';
import { ApiError } from '#contract/errors.ts';
import { findBatchesByGroup, findBatchesByReference, readSetClaims } from '#store/claims/claims/batches.ts';
import { changeActions, findClaim, findClaims, findClaimsByPcn } from '#store/claims/claims/claims.ts';
import { stagingKey } from '#store/claims/files/staging.ts';
import { findUnfinishedSubmissions, readSubmissions } from '#store/claims/submissions/submission-lists.ts';
import { submissionPorts } from '#store/claims/submissions/submission-ports.ts';
import {
  findSubmission,
  findSubmissionByFileName,
  findSubmittedClaims,
} from '#store/claims/submissions/submissions.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { claimEvents, everyAuditEntry, laneFigures } from '../stored.ts';
import { CutOff, cutOffAt } from './cut-off.ts';

let stores: LocalStores;
let staging: string;
let file = 500;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  staging = mkdtempSync(path.join(tmpdir(), 'granary-staging-'));
});
afterAll(async () => {
  await stores.stop();
  rmSync(staging, { recursive: true, force: true });
});

/** The day on which the claims of these tests are fresh; the lease of a run that was cut off is over an hour later. */
const day = '2026-03-15T18:00:00.000Z';

const portsAt = async (time = day): Promise<SubmissionPorts> => ({
  ...(await submissionPorts(stores, {
    lease: 60_000,
    keySecret: 'clearinghouse-key',
    stagingDirectory: staging,
    newId: () => crypto.randomUUID(),
  })),
  now: () => new Date(time),
});
const later = '2026-03-15T19:00:00.000Z';

/** Ids of new ready claims with these numbers. */
async function readyClaims(...pcns: readonly string[]): Promise<string[]> {
  const text = claimFileText({ number: file++, claims: pcns.map((pcn) => ({ pcn })) });
  await stores.drop(`in-${file}.837`, text);
  const found = await Promise.all(pcns.map((pcn) => findClaimsByPcn(stores.claims, pcn)));
  return found.flatMap((claims) => claims.map(({ id }) => id));
}

const submittedEntries = async (ids: readonly string[]) =>
  (await everyAuditEntry(stores)).filter(
    ({ event_type, entity_id }) => event_type === 'clearhouse.submitted' && ids.includes(entity_id),
  );

const stagedFiles = () =>
  readdirSync(staging, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.x12'));

describe('Claims that are submitted', () => {
  test('go out as one file by the naming standard, and are recorded each with its entry', async () => {
    const ids = await readyClaims('SUB1', 'SUB2', 'SUB3');
    const before = await laneFigures(stores);
    const { submissions, blocked } = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    expect(blocked).toEqual([]);
    expect(submissions).toHaveLength(1);
    const [submission] = submissions;
    if (submission === undefined) throw new Error('Nothing was submitted');
    expect(submission).toMatchObject({
      state: 'recorded',
      payer_id: 'CO_TXIX',
      claim_count: 3,
      recorded_count: 3,
      file_name: expect.stringMatching(/^tp12345678-837P-\d{17}-1of1\.x12$/),
    });

    const staged = await stores.read(stagingKey(submission));
    expect(staged).toContain('CLM*SUB1*');
    expect(stagedFiles()).toContain(`CO_TXIX/${submission.file_name}`);
    expect(await stores.read(submission.object_key)).toBe(staged);

    for (const claim of await findClaims(stores.claims, ids)) {
      expect(claim).toMatchObject({
        lane: 'submitted',
        submission_id: submission.id,
        batch_id: submission.batch_id,
        submitted_at: day,
      });
      expect((await claimEvents(stores, claim.id)).map(({ kind }) => kind)).toEqual(['submission']);
    }
    const entries = await submittedEntries(ids);
    expect(entries.map(({ entity_id }) => entity_id).toSorted()).toEqual(ids.toSorted());
    expect(entries[0]).toMatchObject({
      actor: 'key:biller',
      payload: { submission_id: submission.id, to: 'submitted' },
    });
    const after = await laneFigures(stores);
    expect((after['submitted']?.count ?? 0) - (before['submitted']?.count ?? 0)).toBe(3);
    expect((before['ready']?.count ?? 0) - (after['ready']?.count ?? 0)).toBe(3);
  });

  test('are found by acknowledgments: by group number and by BHT03', async () => {
    const ids = await readyClaims('ACK1', 'ACK2');
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    const [submission] = submissions;
    const byGroup = await findBatchesByGroup(stores.claims, submission?.group_control_number ?? '');
    const own = byGroup.find(({ submission_id }) => submission_id === submission?.id);
    expect(own).toMatchObject({ id: submission?.batch_id, direction: 'sent', group: { sender: '12345678' } });
    const byReference = await findBatchesByReference(stores.claims, submission?.reference ?? '');
    expect(byReference.map(({ id }) => id)).toEqual([submission?.batch_id]);
    const found: string[] = [];
    for await (const { claims } of readSetClaims(stores.claims, submission?.batch_id ?? '')) {
      found.push(...claims.map(({ claim_id }) => claim_id));
    }
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  test('never share a number or a name with others, also in the same millisecond', async () => {
    const ids = await readyClaims('ONE1', 'ONE2', 'ONE3', 'ONE4');
    const all = await Promise.all(
      ids.map(async (id) => submit({ kind: 'claims', ids: [id] }, 'key:biller', await portsAt())),
    );
    const submissions = all.flatMap((one) => one.submissions);
    for (const field of ['file_name', 'interchange_control_number', 'reference'] as const) {
      expect(new Set(submissions.map((submission) => submission[field])).size).toBe(4);
    }
    for (const { file_name, trading_partner_id, id } of submissions) {
      expect((await findSubmissionByFileName(stores.claims, file_name, trading_partner_id))?.id).toBe(id);
    }
  });

  test('are listed, newest first', async () => {
    const { data } = await readSubmissions(stores.claims, { limit: 2 });
    expect(data).toHaveLength(2);
    const { data: more } = await readSubmissions(stores.claims, { limit: 100 });
    expect(more.length).toBeGreaterThan(2);
    expect(more.map(({ created_at }) => created_at)).toEqual(
      more
        .map(({ created_at }) => created_at)
        .toSorted()
        .toReversed(),
    );
  });

  test('go once when two calls want the same ones', async () => {
    const ids = await readyClaims('RACE1', 'RACE2', 'RACE3');
    const calls = await Promise.allSettled(
      [1, 2, 3].map(async () => submit({ kind: 'claims', ids }, 'key:biller', await portsAt())),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const call of calls) {
      if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'claims_not_ready' });
    }
    // Calls that stop each other give all claims back.
    if (calls.every(({ status }) => status === 'rejected')) {
      await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    }
    expect(await submittedEntries(ids)).toHaveLength(3);
    expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
  });
});

describe('Claims that may not go', () => {
  const refusal = async (ids: readonly string[]) => {
    const error = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt()).catch(
      (reason) => reason,
    );
    if (!(error instanceof ApiError)) throw new Error('It was not refused');
    return error;
  };

  test('keep all others back when they are named, and tell their findings', async () => {
    const good = await readyClaims('GOOD1');
    const text = claimFileText({ number: file++, npi: '1003000126', claims: [{ pcn: 'BAD1' }] });
    await stores.drop(`bad-${file}.837`, text);
    const bad = (await findClaimsByPcn(stores.claims, 'BAD1')).map(({ id }) => id);
    const error = await refusal([...good, ...bad]);
    expect(error).toMatchObject({ code: 'submission_blocked', status: 422 });
    expect(error.details).toEqual([expect.objectContaining({ path: ['claims', bad[0]], code: 'R205' })]);
    expect((await findClaim(stores.claims, good[0] ?? ''))?.lane).toBe('ready');

    const byPayer = await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await portsAt());
    expect(byPayer.blocked.map(({ claim_id }) => claim_id)).toEqual(bad);
    expect(byPayer.hasMore).toBe(false);
    expect((await findClaim(stores.claims, good[0] ?? ''))?.lane).toBe('submitted');
    expect((await findClaim(stores.claims, bad[0] ?? ''))?.lane).toBe('ready');
  });

  test('are refused when they are sent already, or unknown', async () => {
    const ids = await readyClaims('TWICE1');
    await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    expect(await refusal(ids)).toMatchObject({ code: 'claims_not_ready', details: [{ code: 'submitted' }] });
    expect(await refusal([crypto.randomUUID()])).toMatchObject({ details: [{ code: 'unknown' }] });
    expect(await submittedEntries(ids)).toHaveLength(1);
  });

  test('are two corrections of one claim that were ready before one had to wait: one goes out', async () => {
    const ids = await readyClaims('BESIDE1', 'BESIDE2', 'BESIDE3');
    const [first = '', second = ''] = ids;
    const patch = { frequency: '7', original_claim_number: 'ICN-BESIDE' };
    const facts = { actor: 'test', now: new Date(day) };
    const stored = await findClaims(stores.claims, [first, second]);
    const changes = stored.map((claim) => amendClaim(claim, 'claim.acknowledged', facts, patch));
    await stores.audit.append(
      changes.map(({ entry }) => entry),
      changeActions(changes),
    );
    const named = submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    await expect(named).rejects.toMatchObject({
      code: 'claims_not_ready',
      details: [{ path: ['claims', second], code: 'correction_open' }],
    });
    const sent = await submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await portsAt());
    const blocked = sent.blocked.find(({ claim_id }) => claim_id === second);
    expect(blocked?.findings).toMatchObject([{ id: 'claims_not_ready' }]);
    const lanes = (await findClaims(stores.claims, ids)).map(({ lane }) => lane);
    expect(lanes).toEqual(['submitted', 'ready', 'submitted']);
    const alone = submit({ kind: 'claims', ids: [second] }, 'key:biller', await portsAt());
    await expect(alone).rejects.toMatchObject({ code: 'claims_not_ready' });
  });

  test('are refused when their payer takes no claims', async () => {
    const text = claimFileText({ number: file++, claims: [{ pcn: 'NOPAYER', payer: 'NOBODY' }] });
    await stores.drop(`nobody-${file}.837`, text);
    const ids = (await findClaimsByPcn(stores.claims, 'NOPAYER')).map(({ id }) => id);
    expect(await refusal(ids)).toMatchObject({ code: 'payer_not_configured' });
  });
});

describe('A run that is cut off', () => {
  test('anywhere, leaves each claim sent and recorded once, or ready as before', async () => {
    let ended = false;
    let places = 0;
    const outcomes = new Set<string>();
    for (; !ended; places++) {
      const ids = await readyClaims(`CUT${places}A`, `CUT${places}B`);
      const staged = stagedFiles().length;
      // A second of its own: otherwise each run would try all the file names of those before it.
      const time = new Date(Date.parse(day) + (places + 1) * 1000).toISOString();
      const cutting = cutOffAt(await portsAt(time), places);
      try {
        await submit({ kind: 'claims', ids }, 'key:biller', cutting);
        ended = true;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
      await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), await portsAt(later));
      expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
      const lanes = new Set((await findClaims(stores.claims, ids)).map(({ lane }) => lane));
      expect(lanes.size).toBe(1);
      const isSent = lanes.has('submitted');
      expect([...lanes]).toEqual([isSent ? 'submitted' : 'ready']);
      expect(await submittedEntries(ids)).toHaveLength(isSent ? 2 : 0);
      expect(stagedFiles().length - staged).toBe(isSent ? 1 : 0);
      outcomes.add([...lanes].join());
      // Claims that were given back can be sent.
      if (!isSent) await submit({ kind: 'claims', ids }, 'key:biller', await portsAt(later));
      expect(await submittedEntries(ids)).toHaveLength(2);
    }
    expect([...outcomes].toSorted()).toEqual(['ready', 'submitted']);
    expect(places).toBeGreaterThan(25);
  }, 120_000);

  test('anywhere, is answered with what it has sent when the request comes again, and sends once', async () => {
    let ended = false;
    for (let place = 0; !ended; place++) {
      const ids = await readyClaims(`RETRY${place}A`, `RETRY${place}B`);
      const request = { kind: 'claims', ids, reference: `request-${place}` } as const;
      const second = (seconds: number) =>
        new Date(Date.parse(day) + (place * 60 + seconds) * 1000).toISOString();
      try {
        await submit(request, 'key:biller', cutOffAt(await portsAt(second(0)), place));
        ended = true;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
      // The lease of the run that was killed holds still; its key does not.
      const { submissions } = await submit(request, 'key:biller', await portsAt(second(31)));
      expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 2 }]);
      expect(await submittedEntries(ids)).toHaveLength(2);
      expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
      const again = await submit(request, 'key:biller', await portsAt(second(32)));
      expect(again.submissions).toEqual(submissions);
    }
  }, 120_000);

  test('between two payers is answered with what went out, when claims of the other cannot go any more', async () => {
    const claims = [{ pcn: 'TWO-A' }, { pcn: 'TWO-B', payer: '60054' }, { pcn: 'TWO-C', payer: '60054' }];
    await stores.drop('two-payers.837', claimFileText({ number: file++, claims }));
    const found = await Promise.all(claims.map(({ pcn }) => findClaimsByPcn(stores.claims, pcn)));
    const [a = '', b = '', c = ''] = found.flatMap((ones) => ones.map(({ id }) => id));
    const request = { kind: 'claims', ids: [a, b, c], reference: 'two-payers' } as const;
    const ports = await portsAt();
    const killed: SubmissionPorts = {
      ...ports,
      store: {
        ...ports.store,
        create: (submission, submitted) =>
          submission.payer_id === '60054'
            ? Promise.reject(new CutOff())
            : ports.store.create(submission, submitted),
      },
    };
    await expect(submit(request, 'key:biller', killed)).rejects.toThrow(CutOff);
    await submit({ kind: 'claims', ids: [b] }, 'key:other', await portsAt());

    const { submissions, blocked } = await submit(request, 'key:biller', await portsAt());
    expect(submissions).toMatchObject([{ payer_id: 'CO_TXIX', state: 'recorded', claim_count: 1 }]);
    expect(blocked).toEqual([
      { claim_id: b, findings: [expect.objectContaining({ id: 'claims_not_ready' })] },
      { claim_id: c, findings: [expect.objectContaining({ id: 'held_back' })] },
    ]);
    expect((await findClaim(stores.claims, c))?.lane).toBe('ready');
    expect(await submittedEntries([a, b, c])).toHaveLength(2);
    // The first request of anybody else is refused as a whole.
    const other = submit({ kind: 'claims', ids: [b, c] }, 'key:biller', await portsAt());
    await expect(other).rejects.toMatchObject({ code: 'claims_not_ready' });
  });

  test('is answered with what went out when another request takes claims of the second payer meanwhile', async () => {
    const claims = [{ pcn: 'RACE-A' }, { pcn: 'RACE-B', payer: '60054' }];
    await stores.drop('race.837', claimFileText({ number: file++, claims }));
    const found = await Promise.all(claims.map(({ pcn }) => findClaimsByPcn(stores.claims, pcn)));
    const [a = '', b = ''] = found.flatMap((ones) => ones.map(({ id }) => id));
    const ports = await portsAt();
    const slow: SubmissionPorts = {
      ...ports,
      async openTransport(submission) {
        if (submission.payer_id === 'CO_TXIX') {
          await submit({ kind: 'claims', ids: [b] }, 'key:other', await portsAt(later));
        }
        return ports.openTransport(submission);
      },
    };
    const { submissions, blocked } = await submit({ kind: 'claims', ids: [a, b] }, 'key:biller', slow);
    expect(submissions).toMatchObject([{ payer_id: 'CO_TXIX', state: 'recorded' }]);
    expect(blocked).toMatchObject([{ claim_id: b, findings: [{ id: 'claims_not_ready' }] }]);
    expect(await submittedEntries([a, b])).toHaveLength(2);
    expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
  });

  test("of a payer's claims is answered with its submission too, and leaves what came since", async () => {
    const ids = await readyClaims('PAYER-RETRY1');
    const request = { kind: 'payer', payerId: 'CO_TXIX', reference: 'payer-request' } as const;
    const first = await submit(request, 'key:biller', await portsAt());
    const since = await readyClaims('PAYER-RETRY2');
    const { submissions, hasMore } = await submit(request, 'key:biller', await portsAt());
    expect(submissions).toEqual(first.submissions);
    expect(hasMore).toBe(true);
    expect(await submittedEntries([...ids, ...since])).toHaveLength(1);
    await submit({ kind: 'claims', ids: since }, 'key:biller', await portsAt());
  });

  test('is not carried on while its lease holds', async () => {
    const ids = await readyClaims('LEASE1');
    const ports = await portsAt();
    const cutting: SubmissionPorts = { ...ports, openTransport: () => Promise.reject(new CutOff()) };
    await expect(submit({ kind: 'claims', ids }, 'key:biller', cutting)).rejects.toThrow(CutOff);
    const [unfinished] = await findUnfinishedSubmissions(stores.claims);
    expect(unfinished?.state).toBe('prepared');
    expect(
      await resumeSubmissions(
        [unfinished].flatMap((one) => one ?? []),
        ports,
      ),
    ).toEqual([]);
    const [carried] = await resumeSubmissions(
      [unfinished].flatMap((one) => one ?? []),
      await portsAt(later),
    );
    expect(carried).toMatchObject({ id: unfinished?.id, state: 'recorded' });
    expect(
      (await findSubmittedClaims(stores.claims, carried?.id ?? '')).map(({ claim_id }) => claim_id),
    ).toEqual(ids);
  });

  test('stops when its time is up, and the next one goes on', async () => {
    const pcns = Array.from({ length: 60 }, (_, n) => `LONG${n}`);
    const ids = await readyClaims(...pcns);
    const ports = await portsAt();
    let seconds = 0;
    const short: SubmissionPorts = {
      ...ports,
      until: Date.parse(day) + 2000,
      now: () => new Date(Date.parse(day) + seconds * 1000),
      store: {
        ...ports.store,
        record: (...given) => {
          seconds += 2;
          return ports.store.record(...given);
        },
      },
    };
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', short);
    expect(submissions[0]).toMatchObject({ state: 'sent', recorded_count: 54, lease_until: 0 });
    const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
    expect(resumed).toMatchObject({ state: 'recorded', recorded_count: 60 });
    expect(await submittedEntries(ids)).toHaveLength(60);
  });

  test('writes nothing any more when another run has taken over', async () => {
    const ids = await readyClaims('SLOW1');
    const ports = await portsAt();
    let taken = false;
    const slow: SubmissionPorts = {
      ...ports,
      async openTransport(submission) {
        // The run sleeps here for an hour, and another one finishes its work.
        if (!taken) {
          taken = true;
          await resumeSubmissions([submission], await portsAt(later));
        }
        return ports.openTransport(submission);
      },
    };
    await expect(submit({ kind: 'claims', ids }, 'key:biller', slow)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await submittedEntries(ids)).toHaveLength(1);
    const [claim] = await findClaims(stores.claims, ids);
    expect((await findSubmission(stores.claims, claim?.submission_id ?? ''))?.state).toBe('recorded');
  });

  test('a request that comes a third time is served, when its second run was cut off as well', async () => {
    const ids = await readyClaims('THIRD1');
    const request = { kind: 'claims', ids, reference: 'request THIRD1' } as const;
    // Keys of requests are given out again after 31 seconds, the lease of a submission is twice as long.
    const runAt = async (seconds: number, cutAt?: 'reserve' | 'giveBack') => {
      const ports = await portsAt(new Date(Date.parse(day) + seconds * 1000).toISOString());
      const cut = cutAt && { [cutAt]: () => Promise.reject(new CutOff()) };
      return submit(request, 'key:biller', { ...ports, store: { ...ports.store, ...cut } });
    };
    await expect(runAt(0, 'reserve')).rejects.toThrow(CutOff);
    await expect(runAt(31, 'giveBack')).rejects.toThrow(CutOff);
    const { submissions } = await runAt(62);
    expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
    expect(await submittedEntries(ids)).toHaveLength(1);
  });

  test('fails by itself: the submissions after it go on, and it keeps the error', async () => {
    const [first = '', second = ''] = await readyClaims('STUCK1', 'STUCK2');
    for (const [n, id] of [first, second].entries()) {
      const ports = await portsAt(new Date(Date.parse(day) + n * 1000).toISOString());
      const cutting: SubmissionPorts = { ...ports, openTransport: () => Promise.reject(new CutOff()) };
      await expect(submit({ kind: 'claims', ids: [id] }, 'key:biller', cutting)).rejects.toThrow(CutOff);
    }
    const unfinished = await findUnfinishedSubmissions(stores.claims);
    expect(unfinished).toMatchObject([{ state: 'prepared' }, { state: 'prepared' }]);
    const ports = await portsAt(later);
    const gone = new Error('The bytes are gone');
    const failures: unknown[] = [];
    const carried = await resumeSubmissions(
      unfinished,
      {
        ...ports,
        readFile: (key) => (key === unfinished[0]?.object_key ? Promise.reject(gone) : ports.readFile(key)),
      },
      (error) => failures.push(error),
    );
    expect(carried).toMatchObject([
      { id: unfinished[0]?.id, state: 'prepared', attempts: 1, last_error: { code: 'internal' } },
      { id: unfinished[1]?.id, state: 'recorded' },
    ]);
    expect(failures).toEqual([gone]);
    // It is free at once.
    expect(await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports)).toMatchObject([
      { state: 'recorded' },
    ]);
    expect(await submittedEntries([first, second])).toHaveLength(2);
  });

  test('records claims that an answer has moved on meanwhile', async () => {
    const ids = await readyClaims('MOVED1');
    const ports = await portsAt();
    const store = { ...ports.store };
    let reads = 0;
    const answered: SubmissionPorts = {
      ...ports,
      store: {
        ...store,
        async record(submission, changes, after) {
          // Once, the claim changes between the read and the write.
          if (reads++ === 0) {
            const [change] = changes;
            if (change?.before) {
              const { changeActions } = await import('#store/claims/claims/claims.ts');
              const { amendClaim: amend } = await import('#claims/claim/claim-change.ts');
              const other = amend(change.before, 'claim.review', { actor: 'test', now: new Date() }, {});
              await stores.audit.append([other.entry], changeActions([other]));
            }
          }
          return store.record(submission, changes, after);
        },
      },
    };
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', answered);
    expect(submissions[0]?.state).toBe('recorded');
    expect(reads).toBe(2);
    expect(await submittedEntries(ids)).toHaveLength(1);
  });
});
