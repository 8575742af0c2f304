import { describe, expect, test } from '@jest/globals';
import { amendClaim } from '#claims/claim/claim-change.ts';
import type { SubmissionPorts } from '#claims/submissions/ports.ts';
import { submit } from '#claims/submissions/request/submit.ts';
import { resumeSubmissions } from '#claims/submissions/run/resume-submissions.ts';
import { changeActions, findClaims } from '#store/claims/claims/claims.ts';
import {
  findSubmission,
  findSubmittedClaims,
  findUnfinishedSubmissions,
} from '#store/claims/submissions/submissions.ts';
import { CutOff } from './cut-off.ts';
import { day, later, portsAt, readyClaims, second, stores, submittedEntries } from './submission-fixture.ts';

describe('An interrupted run', () => {
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
    // The lock of an idempotency key ends after 31 seconds; the lease of a submission is twice as long.
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
        async record(submission, changes, after) {
          // The claim changes once between the read and the write.
          if (reads++ === 0) {
            const [change] = changes;
            if (change?.before) {
              const other = amendClaim(change.before, 'claim.review', { actor: 'test', now: new Date() }, {});
              await stores.audit.append([other.entry], changeActions([other]));
            }
          }
          return store.record(submission, changes, after);
        },
      },
    };
    const { submissions } = await submit({ kind: 'claims', ids }, 'key:biller', changing);
    expect(submissions[0]?.state).toBe('recorded');
    expect(reads).toBe(2);
    expect(await submittedEntries(ids)).toHaveLength(1);
  });
});
