import { describe, expect, test } from '@jest/globals';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim, findClaims } from '#claims/claims/records.ts';
import {
  findSubmission,
  findSubmittedClaims,
  findUnfinishedSubmissions,
} from '#claims/clearhouse/records.ts';
import { resumeSubmissions } from '#claims/clearhouse/resume-submissions.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { sized } from '../../soak.ts';
import { CutOff, cutOffAt } from './cut-off.ts';
import {
  claimsOfFile,
  day,
  later,
  portsAt,
  readyClaims,
  second,
  stagedFiles,
  stores,
  submittedEntries,
} from './submission-fixture.ts';

const step = sized('places at which a request is interrupted, one in', { short: 7, soak: 1 });

describe('An interrupted run', () => {
  test('leaves each claim either sent and recorded once, or ready, wherever it is interrupted', async () => {
    let ended = false;
    let places = 0;
    const outcomes = new Set<string>();
    for (; !ended; places += step) {
      const ids = await readyClaims(`CUT${places}A`, `CUT${places}B`);
      const staged = stagedFiles().length;
      // Each run has its own second, because runs in the same second try the same file names.
      const cutting = cutOffAt(await portsAt(second(places + 1)), places);
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
      // Released claims can be sent again.
      if (!isSent) await submit({ kind: 'claims', ids }, 'key:biller', await portsAt(later));
      expect(await submittedEntries(ids)).toHaveLength(2);
    }
    expect([...outcomes].toSorted()).toEqual(['ready', 'submitted']);
    expect(places).toBeGreaterThan(25);
  });

  test('returns its submission when the request is repeated, wherever it is interrupted', async () => {
    let ended = false;
    for (let place = 0; !ended; place += step) {
      const ids = await readyClaims(`RETRY${place}A`, `RETRY${place}B`);
      const request = { kind: 'claims', ids, reference: `request-${place}` } as const;
      const start = place * 60;
      try {
        await submit(request, 'key:biller', cutOffAt(await portsAt(second(start)), place));
        ended = true;
      } catch (error) {
        if (!(error instanceof CutOff)) throw error;
      }
      // The lease of the interrupted run has not ended, but the lock of its idempotency key has.
      const { submissions } = await submit(request, 'key:biller', await portsAt(second(start + 31)));
      expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 2 }]);
      expect(await submittedEntries(ids)).toHaveLength(2);
      expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
      const again = await submit(request, 'key:biller', await portsAt(second(start + 32)));
      expect(again.submissions).toEqual(submissions);
    }
  });

  test('between two payers returns the sent submission and blocks the other claims when repeated', async () => {
    const claims = [{ pcn: 'TWO-A' }, { pcn: 'TWO-B', payer: '60054' }, { pcn: 'TWO-C', payer: '60054' }];
    const [a = '', b = '', c = ''] = await claimsOfFile({ claims });
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
    // A first request with the same claims is refused.
    const other = submit({ kind: 'claims', ids: [b, c] }, 'key:biller', await portsAt());
    await expect(other).rejects.toMatchObject({ code: 'claims_not_ready' });
  });

  test('returns the sent submission when another request takes the claims of the second payer', async () => {
    const claims = [{ pcn: 'RACE-A' }, { pcn: 'RACE-B', payer: '60054' }];
    const [a = '', b = ''] = await claimsOfFile({ claims });
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

  test("of a payer's claims returns its submission and leaves newer claims when repeated", async () => {
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
});

describe('An interrupted run with a lease', () => {
  test('is not resumed before its lease ends', async () => {
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
    const [resumed] = await resumeSubmissions(
      [unfinished].flatMap((one) => one ?? []),
      await portsAt(later),
    );
    expect(resumed).toMatchObject({ id: unfinished?.id, state: 'recorded' });
    expect(
      (await findSubmittedClaims(stores.claims, resumed?.id ?? '')).map(({ claim_id }) => claim_id),
    ).toEqual(ids);
  });

  test('stops when its time is up, and the next run continues', async () => {
    const pcns = Array.from({ length: 160 }, (_, n) => `LONG${n}`);
    const ids = await readyClaims(...pcns);
    const ports = await portsAt();
    let seconds = 0;
    const short: SubmissionPorts = {
      ...ports,
      until: Date.parse(day) + 2000,
      now: () => new Date(second(seconds)),
      store: {
        ...ports.store,
        record: (...given) => {
          seconds += 2;
          return ports.store.record(...given);
        },
      },
    };
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', short);
    expect(submissions[0]).toMatchObject({ state: 'sent', recorded_count: 150, lease_until: 0 });
    const [resumed] = await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports);
    expect(resumed).toMatchObject({ state: 'recorded', recorded_count: 160 });
    expect(await submittedEntries(ids)).toHaveLength(160);
  });

  test('writes nothing after another run has taken over', async () => {
    const ids = await readyClaims('SLOW1');
    const ports = await portsAt();
    let taken = false;
    const slow: SubmissionPorts = {
      ...ports,
      async openTransport(submission) {
        // Another run finishes the submission while this one is suspended.
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

  test('completes at the third attempt when the second run was interrupted too', async () => {
    const ids = await readyClaims('THIRD1');
    const request = { kind: 'claims', ids, reference: 'request THIRD1' } as const;
    const runAt = async (seconds: number, cutAt?: 'reserve' | 'record') => {
      const ports = await portsAt(second(seconds));
      const cut = cutAt && { [cutAt]: () => Promise.reject(new CutOff()) };
      return submit(request, 'key:biller', { ...ports, store: { ...ports.store, ...cut } });
    };
    await expect(runAt(0, 'reserve')).rejects.toThrow(CutOff);
    await expect(runAt(31, 'record')).rejects.toThrow(CutOff);
    const { submissions } = await runAt(62);
    expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
    expect(await submittedEntries(ids)).toHaveLength(1);
  });

  test('that fails keeps its error and does not stop other submissions', async () => {
    const [first = '', other = ''] = await readyClaims('STUCK1', 'STUCK2');
    for (const [n, id] of [first, other].entries()) {
      const ports = await portsAt(second(n));
      const cutting: SubmissionPorts = { ...ports, openTransport: () => Promise.reject(new CutOff()) };
      await expect(submit({ kind: 'claims', ids: [id] }, 'key:biller', cutting)).rejects.toThrow(CutOff);
    }
    const unfinished = await findUnfinishedSubmissions(stores.claims);
    expect(unfinished).toMatchObject([{ state: 'prepared' }, { state: 'prepared' }]);
    const ports = await portsAt(later);
    const gone = new Error('The bytes are gone');
    const failures: unknown[] = [];
    const resumed = await resumeSubmissions(
      unfinished,
      {
        ...ports,
        readFile: (key) => (key === unfinished[0]?.object_key ? Promise.reject(gone) : ports.readFile(key)),
      },
      (error) => failures.push(error),
    );
    expect(resumed).toMatchObject([
      { id: unfinished[0]?.id, state: 'prepared', attempts: 1, last_error: { code: 'internal' } },
      { id: unfinished[1]?.id, state: 'recorded' },
    ]);
    expect(failures).toEqual([gone]);
    // The failure has ended the lease.
    expect(await resumeSubmissions(await findUnfinishedSubmissions(stores.claims), ports)).toMatchObject([
      { state: 'recorded' },
    ]);
    expect(await submittedEntries([first, other])).toHaveLength(2);
  });

  test('records claims that another change has moved in between', async () => {
    const ids = await readyClaims('MOVED1');
    const ports = await portsAt();
    const store = { ...ports.store };
    let reads = 0;
    const changing: SubmissionPorts = {
      ...ports,
      store: {
        ...store,
        async record(submission, claims, after) {
          // The claim changes once between the read and the write.
          if (reads++ === 0) {
            const [change] = claims.changes;
            if (change?.before) {
              const other = amendClaim(change.before, 'claim.review', { actor: 'test', now: new Date() }, {});
              await stores.audit.append([other.entry], changeActions([other]));
            }
          }
          return store.record(submission, claims, after);
        },
      },
    };
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', changing);
    expect(submissions[0]?.state).toBe('recorded');
    expect(reads).toBe(2);
    expect(await submittedEntries(ids)).toHaveLength(1);
  });
});
