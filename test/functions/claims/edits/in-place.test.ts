import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { findClaims, findClaimsByPcn } from '#claims/claims/records.ts';
import { submissionStore } from '#claims/clearhouse/records.ts';
import { editClaim, getClaimVersion, listClaimVersions } from '#claims/edits/contract.ts';
import { answerWithConflict } from '../../../claims/changing-claim.ts';
import { claimFileText } from '../../../claims/claim-text.ts';
import { moveStoredClaim } from '../../../claims/move-stored-claim.ts';
import { auditOf } from '../../../claims/stored.ts';
import { openSubmission } from '../../../claims/submissions/submission-fixture.ts';
import { watchCommands } from '../../table-commands.ts';
import { call, created, edit, fits, shown, stores, useStores } from './service.ts';

useStores();

describe('An edit of a claim that was not sent', () => {
  test('stores its reply, also if somebody else made the same edit in between', async () => {
    const { id } = await created('SAME1');
    const content = { place_of_service: '12' };
    const request = new AsyncLocalStorage<true>();
    let isMade = false;
    const { claimsTable } = await import('#store/claims/claims-table.ts');
    const unwatch = watchCommands(claimsTable, async ({ name, input }) => {
      const writes = JSON.stringify(input.TransactItems ?? []);
      if (isMade || !name.startsWith('TransactWrite') || !writes.includes(id) || !request.getStore()) return;
      isMade = true;
      await request.exit(() => edit(id, content));
    });
    const headers = { 'Idempotency-Key': randomUUID() };
    const edited = await request.run(true, () => edit(id, content, {}, headers));
    unwatch();
    expect({ isMade, status: edited.status }).toEqual({ isMade: true, status: 200 });
    const again = await edit(id, content, {}, headers);
    expect(again).toMatchObject({ status: 200, headers: { 'Idempotent-Replayed': 'true' } });
    expect(again.body).toEqual(edited.body);
  });

  test('corrects a draft in place, and keeps the earlier content as a version', async () => {
    const draft = await created('EDIT1', { diagnoses: [] });
    expect(draft.lane).toBe('draft');
    const edited = await edit(draft.id, {
      diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
      total_charge: 100.5,
    });
    expect(edited).toMatchObject({
      status: 200,
      body: {
        data: { id: draft.id, lane: 'ready', version: 2, content_version: 2, received_at: draft.received_at },
      },
    });
    fits(editClaim, edited);
    expect(edited.body.data.changes).toEqual([{ path: '/diagnoses', change: 'added' }]);
    expect(await shown(draft.id)).toMatchObject({
      lane: 'ready',
      content: { diagnoses: [{ code: 'J069' }] },
    });
    const versions = await call('list-claim-versions', { path: { id: draft.id } });
    fits(listClaimVersions, versions);
    expect(versions.body.data).toMatchObject([
      {
        version: 2,
        event: 'claim.edited',
        actor: 'test',
        changes: [{ path: '/diagnoses', change: 'added' }],
      },
      { version: 1, event: 'claim.received', actor: 'test', changes: [] },
    ]);
    const first = await call('get-claim-version', { path: { id: draft.id, version: '1' } });
    fits(getClaimVersion, first);
    expect(first.body.data.content).toEqual(draft.content);
    const second = await call('get-claim-version', { path: { id: draft.id, version: '2' } });
    expect(second.body.data.content).toEqual((await shown(draft.id)).content);
    expect((await call('get-claim-version', { path: { id: draft.id, version: '3' } })).status).toBe(404);
  });

  test('writes the pointers of changes to the audit log, and no value', async () => {
    const { id } = await created('EDIT2');
    const patch = { subscriber: { last_name: 'QUILLFEATHER', birth_date: '1971-02-03' } };
    expect((await edit(id, patch)).status).toBe(200);
    const entry = (await auditOf(stores, id)).at(-1);
    expect(entry).toMatchObject({
      event_type: 'claim.edited',
      payload: {
        changes: ['/subscriber/last_name', '/subscriber/birth_date'],
        from: 'ready',
        to: 'ready',
        version: 2,
      },
    });
    expect(entry?.payload_json).not.toMatch(/QUILLFEATHER|1971/);
  });

  test('takes the content as GET shows it, and changes nothing then', async () => {
    const { id } = await created('EDIT3');
    const { content, version } = await shown(id);
    expect(await edit(id, content)).toMatchObject({ status: 200, body: { data: { version, changes: [] } } });
    expect(await auditOf(stores, id)).toHaveLength(1);
  });

  test('names the place of a fault, and stores nothing', async () => {
    const { id } = await created('EDIT4');
    const faulty = await edit(id, { place_of_service: 'office', lines: [{ charge: 'x' }], unknown: 1 });
    expect(faulty.status).toBe(400);
    const places = faulty.body.details.map(({ path }: { path: string[] }) => path.join('.'));
    expect(places).toEqual(
      expect.arrayContaining([
        'body.content.place_of_service',
        'body.content.lines.0.charge',
        'body.content.unknown',
      ]),
    );
    expect(await edit(id, { transaction: { batch_id: 'X' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['body', 'content', 'transaction'] }] },
    });
    expect(await edit(id, { lines: null })).toMatchObject({ status: 400 });
    expect(await edit(id, { subscriber: { last_name: 'José' } })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['body', 'content', 'subscriber', 'last_name'] }] },
    });
    expect(await shown(id)).toMatchObject({ version: 1 });
  });

  test('compares If-Match with the version of the claim', async () => {
    const { id } = await created('EDIT5');
    const stale = await edit(id, { place_of_service: '12' }, {}, { 'If-Match': '"v9"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
    const answers = await Promise.all(
      ['12', '22', '23'].map((place) => edit(id, { place_of_service: place }, {}, { 'If-Match': '"v1"' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    expect(await shown(id)).toMatchObject({ version: 2 });
  });

  test('merges edits that meet', async () => {
    const { id } = await created('EDIT6');
    const answers = await Promise.all([
      edit(id, { place_of_service: '12' }),
      edit(id, { accept_assignment: 'C' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await shown(id)).toMatchObject({
      version: 3,
      content: { place_of_service: '12', accept_assignment: 'C' },
    });
  });

  test('responds with conflict if the claim changes during every attempt', async () => {
    const { id } = await created('EDIT7');
    const edited = (attempt: number) => edit(id, { place_of_service: attempt % 2 === 0 ? '12' : '22' });
    expect(await answerWithConflict(stores, id, edited)).toMatchObject({
      ...{ status: 409, body: { code: 'conflict' } },
    });
  });

  test('keeps the source and the place of a claim of a file', async () => {
    await stores.drop(
      'edit.x12',
      claimFileText({ claims: [{ pcn: 'FILED1', withoutDiagnosis: true }], number: 77 }),
    );
    const [{ id } = { id: '' }] = await findClaimsByPcn(stores.claims, 'FILED1');
    const before = await shown(id);
    expect(before).toMatchObject({ lane: 'draft', source: { kind: 'file' } });
    const { content } = before;
    expect((await edit(id, content)).body.data.changes).toEqual([]);
    const edited = await edit(id, { diagnoses: [{ qualifier: 'ABK', code: 'J069' }] });
    expect(edited.body.data).toMatchObject({ source: before.source, received_at: before.received_at });
    expect(edited.body.data.content.transaction).toEqual(content.transaction);
    expect(
      edited.body.data.findings.every(
        (finding: { byte_offset: number }) => finding.byte_offset === before.source.offset,
      ),
    ).toBe(true);
  });

  test('does not turn a claim into a correction, and does not edit a dismissed claim', async () => {
    const { id } = await created('KIND1', { diagnoses: [] });
    expect(await edit(id, { frequency: '7' })).toMatchObject({ status: 409, body: { code: 'not_editable' } });
    await moveStoredClaim(stores, id, 'dismissed');
    expect(await edit(id, { place_of_service: '12' })).toMatchObject({
      status: 409,
      body: { code: 'not_editable', error: 'The claim was dismissed; restore it first' },
    });
  });

  test('is not sent with the content before the edit', async () => {
    const { id } = await created('STALE1');
    await edit(id, { place_of_service: '12' });
    const { reserve, create } = submissionStore(stores.claims, stores.audit);
    await create(openSubmission('early'), []);
    const claims = await findClaims(stores.claims, [id]);
    expect(await reserve('early', claims, undefined, new Map([[id, undefined]]))).toEqual([id]);
    expect(await reserve('early', claims, undefined, new Map([[id, 2]]))).toEqual([]);
    expect(await edit(id, { place_of_service: '22' })).toMatchObject({
      status: 409,
      body: { error: 'The claim is being sent; wait for its submission' },
    });
  });
});
