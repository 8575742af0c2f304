import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { claimFile, newNumber, newPerson } from '../../fixtures/claims/claim-input.ts';
import { get, post, stack } from '../stack/api-client.ts';
import {
  auditEntriesOf,
  biller,
  claimInLane,
  claimOf,
  dropFile,
  postClaim,
  postSubmission,
  readX12Object,
  until,
} from './claims-api.ts';

describe('claims through the API', () => {
  test('arrive as a file by presigned link, with the id of the link', async () => {
    const made = await post('/api/files', { name: 'upload of mine.x12' }, biller);
    expect(made.status).toBe(201);
    const { id, upload, state } = made.body.data;
    expect(state).toBe('expected');
    const own = newNumber();
    const put = await fetch(upload.url, {
      method: 'PUT',
      body: new Uint8Array(claimFile([{ number: own }])),
    });
    expect(put.status).toBe(200);
    const done = await until('the upload', async () => {
      const { body } = await get(made.headers.get('location') ?? '', biller);
      return (
        body.data.state !== 'expected' &&
        body.data.state !== 'processing' &&
        body.data.state !== 'received' &&
        body.data
      );
    });
    expect(done).toMatchObject({ id, state: 'applied', counts: { claims: 1 } });
    expect((await claimOf(own)).source).toMatchObject({ kind: 'file', file_id: id });
  });

  test('arrive as JSON, are submitted and paid, then corrected and voided', async () => {
    const person = newPerson();
    const original = await postClaim({ number: newNumber(), person });
    expect(original).toMatchObject({ lane: 'ready', source: { kind: 'api' }, frequency: '1' });
    expect((await postSubmission([original.id])).status).toBe(201);
    const paid = await claimInLane(original.id, 'paid');

    const corrected = await postClaim(
      { number: newNumber(), person, charge: 90, frequency: '7' },
      { corrects: original.id },
    );
    expect(corrected).toMatchObject({ lane: 'ready', corrects: original.id, frequency: '7' });
    expect(corrected.original_claim_number).toBe(paid.payer_control_number);
    const sentAgain = await postSubmission([corrected.id]);
    const { file_name } = sentAgain.body.data.submissions[0];
    expect(readFileSync(join(stack.stagingDir, 'CO_TXIX', file_name), 'latin1')).toMatch(
      new RegExp(
        `CLM\\*${corrected.patient_control_number}\\*90\\*\\*\\*11:B:7\\*[^~]*~[^S]*REF\\*F8\\*${paid.payer_control_number}~`,
      ),
    );
    const paidAgain = await claimInLane(corrected.id, 'paid');
    expect(paidAgain.paid).toBe(90);

    const voiding = await post(`/api/claims/${corrected.id}/void`, undefined, biller);
    expect(voiding.status).toBe(201);
    expect(voiding.body.data).toMatchObject({
      frequency: '8',
      corrects: corrected.id,
      original_claim_number: paidAgain.payer_control_number,
    });
    expect((await postSubmission([voiding.body.data.id])).status).toBe(201);
    await claimInLane(voiding.body.data.id, 'closed');
    expect((await get(`/api/claims/${corrected.id}`, biller)).body.data).toMatchObject({
      lane: 'closed',
      paid: 0,
    });
    expect((await get(`/api/claims/${original.id}`, biller)).body.data.corrected_by).toBe(corrected.id);
    expect((await get(`/api/claims/${corrected.id}`, biller)).body.data.voided_by).toBe(voiding.body.data.id);
    const types = async (id: string) => (await auditEntriesOf(id)).map(({ event_type }) => event_type);
    expect(await types(original.id)).toContain('claim.corrected');
    expect(await types(corrected.id)).toContain('claim.voided');
  });

  test('stay in review as duplicates, by number or by content, until they are released', async () => {
    const person = newPerson();
    const first = await postClaim({ number: newNumber(), person });
    const again = await postClaim({ number: first.patient_control_number, charge: 10 });
    expect(again).toMatchObject({
      lane: 'review',
      duplicates: [{ claim_id: first.id, by: 'patient_control_number' }],
    });
    const twin = newNumber();
    const dropped = await dropFile(`twin-${twin}.x12`, claimFile([{ number: twin, person }]));
    expect(dropped.counts).toMatchObject({ claims: 1, duplicates: 1 });
    const same = await claimOf(twin);
    expect(same).toMatchObject({ lane: 'review', duplicates: [{ claim_id: first.id, by: 'content' }] });
    expect((await get(`/api/claims/${first.id}`, biller)).body.data.lane).toBe('ready');

    const released = await post(`/api/claims/${same.id}/release`, undefined, biller);
    expect([released.status, released.body.data.lane]).toEqual([200, 'ready']);
    const entries = await auditEntriesOf(same.id);
    expect(entries.map(({ event_type }) => event_type)).toEqual(['claim.received', 'claim.released']);
    expect(entries.at(-1)?.payload).toMatchObject({ from: 'review', to: 'ready' });
    expect((await postSubmission([same.id])).status).toBe(201);
  });
});

describe('faulty files', () => {
  test('without X12 move to quarantine with the reason', async () => {
    const dropped = await dropFile(`no-x12-${newNumber()}.x12`, 'Dear payer,\nplease pay.\n');
    expect(dropped).toMatchObject({ state: 'quarantined', reasons: [{ code: 'not_x12' }] });
    expect(await readX12Object(dropped.quarantine_key)).toBe('Dear payer,\nplease pay.\n');
    const reason = JSON.parse((await readX12Object(`${dropped.quarantine_key}.reason.json`)) ?? '{}');
    expect(reason).toMatchObject({
      file_id: dropped.id,
      state: 'quarantined',
      reasons: [{ code: 'not_x12' }],
    });
  });

  test('with one valid interchange: it is applied, and the invalid one is reported', async () => {
    const good = newNumber();
    const bad = newNumber();
    const broken = claimFile([{ number: bad }])
      .toString()
      .replace(/\bSE\*\d+\*/, 'SE*999*');
    const mixed = Buffer.concat([claimFile([{ number: good }]), Buffer.from(broken)]);
    const dropped = await dropFile(`mixed-${good}.x12`, mixed);
    expect(dropped).toMatchObject({
      state: 'partly_applied',
      counts: { interchanges: 2, sets: 2, refused_sets: 1, claims: 1 },
    });
    expect(dropped.reasons.length).toBeGreaterThan(0);
    expect((await claimOf(good)).lane).toBe('ready');
    expect((await get(`/api/claims?patient_control_number=${bad}`, biller)).body.data).toEqual([]);
  });
});
