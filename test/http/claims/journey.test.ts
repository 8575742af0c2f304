import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimFile, newNumber } from '../../fixtures/claims/claim-input.ts';
import { get, stack } from '../stack/api-client.ts';
import {
  auditEntriesOf,
  biller,
  claimInLane,
  claimOf,
  dropFile,
  postSubmission,
  readX12Object,
  sha256,
  until,
} from './claims-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
type Json = any;

/** Scenarios of the test payer (docs/clearinghouse.md): the final lane of a claim and its audit events. */
const scenarios = {
  PA: { lane: 'paid', events: ['claim.paid'] },
  PP: { lane: 'underpaid', events: ['claim.underpaid'] },
  DN: { lane: 'denied', events: ['claim.denied'] },
  RC: { lane: 'payer_rejected', events: ['claim.payer_rejected'] },
  RV: { lane: 'pending', events: ['claim.paid', 'claim.reversed'] },
  SI: { lane: 'submitted', events: [] },
} as const;
type Prefix = keyof typeof scenarios;
const prefixes = Object.keys(scenarios) as Prefix[];

const number = Object.fromEntries(prefixes.map((prefix) => [prefix, newNumber(prefix)]));
const refused = { number: newNumber('R9') };
const beside = { number: newNumber('PA') };
const name = `journey-${number['PA']}.x12`;
const bytes = claimFile([...prefixes.map((prefix) => ({ number: number[prefix] ?? '' })), refused, beside]);

let file: Json;
const claims: Record<string, Json> = {};
let sent: Json;
let sentRefused: Json;

beforeAll(async () => {
  file = await dropFile(name, bytes);
  for (const [prefix, own] of [...Object.entries(number), ['R9', refused.number], ['R9+', beside.number]]) {
    claims[prefix ?? ''] = await claimOf(own ?? '');
  }
  const idOf = (prefix: string) => claims[prefix].id;
  sentRefused = (await postSubmission([idOf('R9'), idOf('R9+')])).body.data;
  sent = (await postSubmission(prefixes.map(idOf))).body.data;
  await Promise.all(prefixes.map((prefix) => claimInLane(idOf(prefix), scenarios[prefix].lane)));
  await Promise.all(['R9', 'R9+'].map((prefix) => claimInLane(idOf(prefix), 'rejected')));
  // The reversed claim reaches its lane before the payer's last file arrives.
  await until(
    'all responses',
    async () => [...(await timelineOf(idOf('RV')))].filter((kind) => kind === 'payment').length === 2,
  );
  for (const prefix of Object.keys(claims))
    claims[prefix] = (await get(`/api/claims/${idOf(prefix)}`, biller)).body.data;
});

const timelineOf = async (id: string): Promise<string[]> =>
  (await get(`/api/claims/${id}`, biller)).body.data.timeline.map(({ event }: Json) => event);

describe('a file in the inbox', () => {
  test('is applied, archived byte for byte and acknowledged by a 999', async () => {
    expect(file).toMatchObject({
      name,
      state: 'applied',
      origin: 'inbox',
      sha256: sha256(bytes),
      size: bytes.length,
      kinds: ['837P'],
      counts: { interchanges: 1, groups: 1, sets: 1, claims: 8, drafts: 0, duplicates: 0, charge: 1000 },
      progress: { percent: 100, units: { '837P': 8 } },
      reasons: [],
    });
    expect(await readX12Object(file.archive_key)).toBe(bytes.toString());
    expect(await readX12Object(file.object_key)).toBeUndefined();
    expect(await readX12Object(file.outbound_keys[0])).toMatch(/^ISA.*AK9\*A\*1\*1\*1~/s);
  });

  test('is listed, also by its state', async () => {
    const { body } = await get('/api/files?state=applied&limit=200', biller);
    expect(body.data.map(({ id }: Json) => id)).toContain(file.id);
    const others = await get('/api/files?state=quarantined&limit=200', biller);
    expect(others.body.data.map(({ id }: Json) => id)).not.toContain(file.id);
  });

  test('is applied once when it arrives twice', async () => {
    const again = await dropFile(`again-${name}`, bytes);
    expect(again).toMatchObject({ state: 'duplicate', duplicate_of: file.id, counts: { claims: 0 } });
    const { body } = await get(`/api/claims?patient_control_number=${number['PA']}`, biller);
    expect(body.data).toHaveLength(1);
  });

  test('is the source of each of its claims', () => {
    const places = Object.values(claims).map(({ source }) => source);
    expect(new Set(places.map(({ file_id }) => file_id))).toEqual(new Set([file.id]));
    expect(places.map(({ ordinal }) => ordinal).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const { offset } of places) expect(bytes.subarray(offset, offset + 4).toString()).toBe('CLM*');
  });
});

describe('the submission', () => {
  test('is one recorded file, named by the file-naming standard', async () => {
    expect(sent).toMatchObject({ blocked: [], has_more: false });
    const [submission] = sent.submissions;
    expect(submission).toMatchObject({
      state: 'recorded',
      claim_count: 6,
      recorded_count: 6,
      total_charge: 750,
    });
    expect(submission.file_name).toMatch(/^tp12345678-837P-\d{17}-1of1\.x12$/);
    const { body } = await get(`/api/clearhouse/submissions/${submission.id}`, biller);
    expect(body.data).toMatchObject(submission);
    expect(body.data.claims.map((claim: Json) => claim.patient_control_number)).toEqual(
      Object.values(number),
    );
  });

  test('is in the staging directory and in the bucket, as in its record', async () => {
    const { file_name, sha256: digest, size } = sent.submissions[0];
    const staged = readFileSync(join(stack.stagingDir, 'CO_TXIX', file_name));
    expect([sha256(staged), staged.length]).toEqual([digest, size]);
    expect(await readX12Object(`staging/CO_TXIX/${file_name}`)).toBe(staged.toString());
    expect(existsSync(join(stack.stagingDir, 'CO_TXIX', `${file_name}.part`))).toBe(false);
  });

  test('has a unique control number and file name', () => {
    for (const field of ['interchange_control_number', 'file_name'])
      expect(sent.submissions[0][field]).not.toBe(sentRefused.submissions[0][field]);
  });
});

describe('the responses of the payer', () => {
  test.each(prefixes)('move a %s claim to its lane, with each audit event once', async (prefix) => {
    const { lane, events } = scenarios[prefix];
    expect(claims[prefix].lane).toBe(lane);
    const types: string[] = (await auditEntriesOf(claims[prefix].id)).map(({ event_type }) => event_type);
    expect(types.filter((type) => type !== 'claim.accepted')).toEqual([
      'claim.received',
      'clearhouse.submitted',
      ...events,
    ]);
  });

  test('follow one clearhouse.submitted entry for each claim, with its place in the file', async () => {
    const [submission] = sent.submissions;
    for (const prefix of prefixes) {
      const entries = await auditEntriesOf(claims[prefix].id);
      const entry = entries.find(({ event_type }) => event_type === 'clearhouse.submitted');
      expect(entry).toMatchObject({ entity_type: 'claim', entity_id: claims[prefix].id });
      expect(entry?.actor).toBe(submission.created_by);
      expect(entry?.payload).toEqual({
        submission_id: submission.id,
        file_name: submission.file_name,
        interchange: submission.interchange_control_number,
        group: submission.group_control_number,
        set: '0001',
        total_charge: 125,
        from: 'ready',
        to: 'submitted',
        version: 2,
        sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
    }
  });

  test('reject every claim of a refused set, with the cause marked', async () => {
    for (const [prefix, role] of [
      ['R9', 'cause'],
      ['R9+', 'collateral'],
    ] as const) {
      const claim = claims[prefix];
      expect(claim).toMatchObject({ lane: 'rejected', rejected_as: role });
      const entries = await auditEntriesOf(claim.id);
      expect(entries.map(({ event_type }) => event_type)).toEqual([
        'claim.received',
        'clearhouse.submitted',
        'claim.rejected',
      ]);
      expect(entries.at(-1)?.payload).toMatchObject({
        acknowledgment: '999',
        acknowledgment_id: claim.rejected_by_999_id,
        role,
        from: 'submitted',
        to: 'rejected',
      });
      const { body } = await get(`/api/999-acks/${claim.rejected_by_999_id}`, biller);
      expect(body.data).toMatchObject({
        kind: '999',
        state: 'applied',
        verdict: 'rejected',
        claim_counts: { accepted: 0, rejected: 2, causes: 1 },
      });
      const listed = body.data.claims.find(({ claim_id }: Json) => claim_id === claim.id);
      expect(listed).toMatchObject({ verdict: 'rejected', role, lane: 'rejected', outcome: 'moved' });
    }
  });

  test('set the four payer_rejected fields of the spec, with the stored 277CA', async () => {
    const claim = claims['RC'];
    expect(claim).toMatchObject({
      payer_rejected_at: expect.any(String),
      payer_rejected_reason: expect.any(String),
      payer_rejected_status_code: expect.stringContaining('A7:562'),
      payer_rejected_by_277ca_id: expect.any(String),
    });
    const entry = (await auditEntriesOf(claim.id)).at(-1);
    expect(entry).toMatchObject({ event_type: 'claim.payer_rejected', entity_id: claim.id });
    expect(entry?.payload).toMatchObject({
      acknowledgment: '277CA',
      acknowledgment_id: claim.payer_rejected_by_277ca_id,
      classification: 'rejected',
      to: 'payer_rejected',
    });
    const { body } = await get(`/api/277ca-acks/${claim.payer_rejected_by_277ca_id}`, biller);
    const counts = { statuses: 5, matched: 5, rejected: 1, accepted: 4, unscoped: 1 };
    expect(body.data.counts).toMatchObject(counts);
    const own = body.data.statuses.find((status: Json) => status.patient_control_number === number['RC']);
    expect(own).toMatchObject({
      category: 'A7',
      classification: 'rejected',
      disposition: 'rejected',
      conflict: false,
      amount: 125,
      match: { result: 'matched', claim_id: claim.id, by: 'TRN02' },
      outcome: 'moved',
      lane: 'payer_rejected',
    });
    const list = await get('/api/277ca-acks?limit=200', biller);
    expect(list.body.data.map(({ id }: Json) => id)).toContain(body.data.id);
  });

  test('include a balanced remittance with payments, adjustments and their texts', async () => {
    const { body } = await get(`/api/remittances/${claims['PP'].remittance_id}`, biller);
    expect(body.data).toMatchObject({ paid: 325, charge: 500, claim_count: 4, balance: { balanced: true } });
    expect(body.data.counts).toMatchObject({ matched: 4, paid: 2, underpaid: 1, denied: 1, unmatched: 0 });
    const [partly] = body.data.claims.filter((one: Json) => one.patient_control_number === number['PP']);
    expect(partly).toMatchObject({
      paid: 75,
      patient_responsibility: 12.5,
      outcome: 'underpaid',
      lane: 'underpaid',
    });
    expect(partly.match).toMatchObject({ by: 'patient_control_number', claim_id: claims['PP'].id });
    const [line] = partly.service_lines;
    expect(line).toMatchObject({ matched_by: 'REF*6R', billed_line: 1, charge: 125, paid: 75 });
    expect(line.adjustments).toEqual([
      expect.objectContaining({ group: 'CO', reason: '45', amount: 25, text: expect.any(String) }),
      expect.objectContaining({ group: 'CO', reason: '151', amount: 12.5, text: expect.any(String) }),
      expect.objectContaining({ group: 'PR', reason: '3', amount: 12.5, text: expect.any(String) }),
    ]);
    expect(claims['PP']).toMatchObject({ paid: 75, patient_responsibility: 12.5 });
  });

  test('include a reversal with the forwarded balance', async () => {
    expect(claims['RV']).toMatchObject({ lane: 'pending', paid: 0 });
    const { body } = await get(`/api/remittances/${claims['RV'].remittance_id}`, biller);
    expect(body.data).toMatchObject({
      counts: { reversed: 1 },
      reversals: [{ net: -125 }],
      provider_adjustments: [{ reason: 'FB', amount: -125 }],
      balance: { balanced: true },
    });
  });

  test('are in the timeline between the audit entries', () => {
    const { timeline } = claims['PA'];
    const events = timeline.map(({ event }: Json) => event);
    for (const event of ['claim.received', 'submission', 'clearhouse.submitted', 'payment', 'claim.paid'])
      expect(events).toContain(event);
    // An acknowledgment that moved the claim is in its audit entry, any other has its own event.
    const acknowledgments = timeline.flatMap(
      (entry: Json) => entry.acknowledgment ?? (entry.event === 'acknowledgment' ? entry.type : []),
    );
    expect(acknowledgments).toContain('277CA');
    const times = timeline.map(({ at }: Json) => at);
    expect(times).toEqual(times.toSorted());
    expect(timeline.find(({ event }: Json) => event === 'payment')).toMatchObject({
      paid: 125,
      outcome: 'paid',
    });
  });

  test('are counted by lane', async () => {
    const { body } = await get('/api/inbox/lanes', biller);
    for (const lane of [
      'paid',
      'underpaid',
      'denied',
      'payer_rejected',
      'rejected',
      'pending',
      'submitted',
    ]) {
      const listed = await get(`/api/claims?lane=${lane}&limit=200`, biller);
      const shown = body.data.find((one: Json) => one.lane === lane);
      expect(shown.count).toBeGreaterThan(0);
      expect(listed.body.data.length).toBeGreaterThan(0);
      expect(shown.amount).toBeGreaterThanOrEqual(125);
    }
  });
});
