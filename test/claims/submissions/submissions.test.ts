import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findBatchesByGroup, findBatchesByReference, readSetClaims } from '#claims/claims/batch-records.ts';
import { amendClaim } from '#claims/claims/claim-change.ts';
import { changeActions, findClaim, findClaims, findClaimsByPcn } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { timeline } from '#claims/claims/timeline.ts';
import {
  findSubmissionByFileName,
  findUnfinishedSubmissions,
  readSubmissions,
} from '#claims/clearhouse/records.ts';
import { submissionPorts } from '#claims/clearhouse/submission-store.ts';
import { submit } from '#claims/clearhouse/submit.ts';
import { stagingKey } from '#claims/files/inbox-records.ts';
import { ApiError } from '#contract/errors.ts';
import { claimFileText } from '#test/claims/claim-text.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { auditOf, everyItem, laneFigures } from '#test/claims/stored.ts';
import { sized } from '#test/soak.ts';
import {
  claimsOfFile,
  day,
  portsAt,
  readyClaims,
  reserveFor,
  stagedFiles,
  stores,
  submittedEntries,
} from './submission-fixture.ts';

/** Makes each of the claims a correction of another one. */
async function correctEach(heads: readonly string[], members: readonly string[]): Promise<void> {
  const facts = { actor: 'test', now: new Date(day) };
  const headOf = new Map(members.map((id, n) => [id, heads[n]]));
  const memberOf = new Map(heads.map((id, n) => [id, members[n]]));
  for (let at = 0; at < heads.length; at += 20) {
    const ids = [...heads.slice(at, at + 20), ...members.slice(at, at + 20)];
    const changes = (await findClaims(stores.claims, ids)).map((claim) => {
      const [head, member] = [headOf.get(claim.id), memberOf.get(claim.id)];
      const patch = { ...(head && { chain: head, corrects: head }), ...(member && { members: [member] }) };
      return amendClaim(claim, 'claim.chain_changed', facts, patch);
    });
    await stores.audit.append(
      changes.map(({ entry }) => entry),
      changeActions(changes),
    );
  }
}

describe('Claims that are submitted', () => {
  test('are recorded in transactions that have room for the other claims of their visits', async () => {
    const numbers = Array.from({ length: 120 }, (_, n) => `CHAIN${n}`);
    const ids = await readyClaims(...numbers);
    const members = ids.slice(60);
    await correctEach(ids.slice(0, 60), members);
    const { submissions } = await submit({ kind: 'claims', ids: members }, 'key:biller', await portsAt());
    expect(submissions).toMatchObject([{ state: 'recorded', recorded_count: 60 }]);
    const lanes = (await findClaims(stores.claims, ids)).map(({ lane }) => lane);
    expect(Map.groupBy(lanes, (lane) => lane)).toEqual(
      new Map([
        ['closed', Array(60).fill('closed')],
        ['submitted', Array(60).fill('submitted')],
      ]),
    );
  });

  test('are sent as one file with a standard name, and each is recorded with an audit entry', async () => {
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
      const history = timeline(await auditOf(stores, claim.id), []);
      expect(history.filter(({ event }) => event === 'submission')).toEqual([
        {
          at: day,
          event: 'submission',
          reference: submission.id,
          file_name: submission.file_name,
          interchange_control_number: submission.interchange_control_number,
          group_control_number: submission.group_control_number,
        },
      ]);
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

  test('are found by group control number and by BHT03', async () => {
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

  test('get unique control numbers and file names in the same millisecond', async () => {
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

  test('are listed newest first', async () => {
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

  test('are sent once when three calls request the same claims', async () => {
    const ids = await readyClaims('RACE1', 'RACE2', 'RACE3');
    const calls = await Promise.allSettled(
      [1, 2, 3].map(async () => submit({ kind: 'claims', ids }, 'key:biller', await portsAt())),
    );
    expect(calls.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const call of calls) {
      if (call.status === 'rejected') expect(call.reason).toMatchObject({ code: 'claims_not_ready' });
    }
    // Calls that stop each other release all claims.
    if (calls.every(({ status }) => status === 'rejected')) {
      await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    }
    expect(await submittedEntries(ids)).toHaveLength(3);
    expect(await findUnfinishedSubmissions(stores.claims)).toEqual([]);
  });
});

describe('Claims that cannot be sent', () => {
  const refusal = async (ids: readonly string[]) => {
    const error = await submit({ kind: 'claims', ids }, 'key:biller', await portsAt()).catch(
      (reason) => reason,
    );
    if (!(error instanceof ApiError)) throw new Error('The request was not refused');
    return error;
  };

  test('block the other named claims, and are listed with their findings', async () => {
    const good = await readyClaims('GOOD1');
    const bad = await claimsOfFile({ npi: '1003000126', claims: [{ pcn: 'BAD1' }] });
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

  test('are refused when they were already sent or do not exist', async () => {
    const ids = await readyClaims('TWICE1');
    await submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    expect(await refusal(ids)).toMatchObject({ code: 'claims_not_ready', details: [{ code: 'submitted' }] });
    expect(await refusal([crypto.randomUUID()])).toMatchObject({ details: [{ code: 'unknown' }] });
    expect(await submittedEntries(ids)).toHaveLength(1);
  });

  test('include the second of two ready corrections of one claim', async () => {
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
    const request = submit({ kind: 'claims', ids }, 'key:biller', await portsAt());
    await expect(request).rejects.toMatchObject({
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

  test('are refused when their payer is not configured', async () => {
    const ids = await claimsOfFile({ claims: [{ pcn: 'NOPAYER', payer: 'NOBODY' }] });
    expect(await refusal(ids)).toMatchObject({ code: 'payer_not_configured' });
  });
});

describe('many ready', () => {
  /** As many unsendable claims as one call takes, older than the claims that can be sent. */
  const many = sized('claims of one call', { short: 150, soak: 5_000 });

  let stores: LocalStores;
  let first: string[];

  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    // Read without the payer's rules, from an unconfigured provider: the claims are ready, but R205 blocks them.
    const claims = Array.from({ length: many }, (_, n) => ({ pcn: `FIRST-${n}`, charge: 100 + n }));
    await stores.drop('first.837', claimFileText({ number: 1, npi: '1003000126', claims }));
    first = (await everyItem(stores, 'claims'))
      .filter(({ lane }) => lane === 'ready')
      .map((item) => claimFrom(item).id);
    expect(first).toHaveLength(many);
  });
  afterAll(() => stores.stop());

  const ports = async () => ({
    ...(await submissionPorts(stores, {
      keySecret: 'clearinghouse-key',
      stagingDirectory: undefined,
      newId: () => crypto.randomUUID(),
    })),
    claimsAtOnce: many,
    now: () => new Date('2026-03-15T18:00:00.000Z'),
  });

  async function readyClaim(pcn: string, number: number): Promise<string> {
    await stores.drop(`${pcn}.837`, claimFileText({ number, claims: [{ pcn }] }));
    return (await findClaimsByPcn(stores.claims, pcn))[0]?.id ?? '';
  }

  const submitReady = async () => submit({ kind: 'payer', payerId: 'CO_TXIX' }, 'key:biller', await ports());

  test('claims with errors do not block later ready claims', async () => {
    const id = await readyClaim('BEHIND-1', 2);
    const { submissions, blocked, hasMore } = await submitReady();
    expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
    expect(blocked).toHaveLength(many);
    expect(hasMore).toBe(false);
    expect((await findClaim(stores.claims, id))?.lane).toBe('submitted');
  });

  test('claims of a waiting submission do not block later ready claims', async () => {
    const id = await readyClaim('BEHIND-2', 3);
    await reserveFor(stores, 'waiting', first);
    const { submissions, blocked, hasMore } = await submitReady();
    expect(submissions).toMatchObject([{ state: 'recorded', claim_count: 1 }]);
    expect([blocked, hasMore]).toEqual([[], false]);
    expect((await findClaim(stores.claims, id))?.lane).toBe('submitted');
  });
});
