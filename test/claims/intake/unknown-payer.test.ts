import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { findClaimsByPcn, findWholeClaim } from '#claims/claims/records.ts';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { recheckClaims } from '#claims/edits/recheck-claims.ts';
import { intakeSettings } from '#claims/files/intake-settings-store.ts';
import { type ClaimText, claimFileText } from '#test/claims/claim-text.ts';
import { functionsOn } from '#test/claims/invoke.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { auditOf, laneFigures } from '#test/claims/stored.ts';
import { reserveFor } from '#test/claims/submissions/submission-fixture.ts';
import { claimInput } from '#test/fixtures/claims/claim-input.ts';

let stores: LocalStores;
let call: ReturnType<typeof functionsOn>;
let number = 800;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  call = functionsOn(stores);
});
afterAll(() => stores?.stop());
beforeEach(() => reload(defaultConfiguration));

/** Ten days ago: fresh enough for timely filing, whenever the tests run. */
const recently = new Date(Date.now() - 10 * 24 * 3600 * 1000).toISOString().slice(0, 10).replaceAll('-', '');

async function reload(text: string): Promise<void> {
  await stores.put(configurationKey, text);
  expect((await call('reload-config', { roles: ['admin'], body: {} })).status).toBe(200);
}

/** The default configuration with an additional payer. */
const withPayer = (id: string, block = `receiver: { qualifier: ZZ, id: "${id}", name: NEW PAYER }`) =>
  `${defaultConfiguration}  - id: ${id}\n    name: New payer\n    transactions:\n      837P:\n        ${block}\n`;

const checkAgain = async () => {
  const { status, body } = await call('check-claims-again', { body: {} });
  expect(status).toBe(200);
  return body.data;
};

async function arrive(claims: readonly ClaimText[], options: { readonly claimsPerSet?: number } = {}) {
  const dated = claims.map((claim) => ({ date: recently, ...claim }));
  return stores.drop(
    `unknown-${number}.837`,
    claimFileText({ number: number++, claims: dated, ...options }),
    await intakeSettings(stores),
  );
}

async function stored(pcn: string) {
  const [claim] = await findClaimsByPcn(stores.claims, pcn);
  if (claim === undefined) throw new Error('There is no such claim');
  const whole = await findWholeClaim(stores.claims, claim.id);
  return { ...claim, findings: whole?.content.findings ?? [] };
}

const errorsOf = async (pcn: string) =>
  (await stored(pcn)).findings.filter(({ severity }) => severity === 'error').map(({ id }) => id);

describe('A claim for a payer that is not configured', () => {
  test('is a draft with an error, and with R203 in a file for the state program', async () => {
    await arrive([
      { pcn: 'UNKNOWN-1', payer: 'CO_TXIXX' },
      { pcn: 'KNOWN-1' },
      { pcn: 'OTHER-1', payer: '60054' },
    ]);
    const { lane, findings, finding_counts } = await stored('UNKNOWN-1');
    expect(lane).toBe('draft');
    expect(finding_counts.error).toBe(2);
    expect(findings).toContainEqual(
      expect.objectContaining({
        id: 'payer_not_configured',
        severity: 'error',
        loop: '2010BB',
        segment: 'NM1',
        element: 9,
        segment_index: 18,
      }),
    );
    expect(await errorsOf('UNKNOWN-1')).toEqual(['payer_not_configured', 'R203']);
    expect((await stored('KNOWN-1')).lane).toBe('ready');
    const other = await stored('OTHER-1');
    expect([other.lane, other.findings.filter(({ id }) => id.startsWith('R'))]).toEqual(['ready', []]);
  });

  test('is rejected in the 277CA with a reason that does not mention the configuration', async () => {
    const { outbound_keys } = await arrive([{ pcn: 'NOBODY-1', payer: 'NOBODY' }]);
    const statuses = await stores.read(outbound_keys.find((key) => key.includes('_277CA')) ?? '');
    expect(statuses).toMatch(/PAYER_NOT_CONFIGURED [^~]* THE PAYER IS NOT CONFIGURED; CORRECT NM109~/);
    expect(statuses).not.toMatch(/YAML|CHECK CLAIMS/);
  });

  test('has R203 even if no claim of its set is for the program', async () => {
    await arrive([{ pcn: 'ALONE-1', payer: 'NOBODY' }, { pcn: 'ALONE-2' }], { claimsPerSet: 1 });
    expect(await errorsOf('ALONE-1')).toEqual(['payer_not_configured', 'R203']);
    expect((await stored('ALONE-2')).lane).toBe('ready');
  });

  test('is a draft without any payer', async () => {
    await arrive([{ pcn: 'NONE-1', withoutPayer: true }]);
    expect((await stored('NONE-1')).lane).toBe('draft');
    expect(await errorsOf('NONE-1')).toContain('payer_not_configured');
  });

  test('is a draft as JSON, with R203 if its filing indicator is that of the program', async () => {
    const { status, body } = await call('create-claim', {
      body: claimInput({ number: 'JSON-1', payer: 'CO_TXIXX' }),
    });
    expect([status, body.data.lane]).toEqual([201, 'draft']);
    const ids = body.data.findings.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(expect.arrayContaining(['payer_not_configured', 'R203']));
  });

  test('cannot be submitted by id or by payer', async () => {
    await arrive([{ pcn: 'UNSENT-1', payer: 'NOBODY' }]);
    const { id } = await stored('UNSENT-1');
    expect(await call('submit-claims', { body: { claim_ids: [id] } })).toMatchObject({
      status: 409,
      body: { details: [{ code: 'draft' }] },
    });
    expect(await call('submit-claims', { body: { payer_id: 'NOBODY' } })).toMatchObject({ status: 422 });
  });

  test('stays in review by configuration, and cannot be released', async () => {
    await reload(defaultConfiguration.replace('unknown_payers: draft', 'unknown_payers: review'));
    await arrive([
      { pcn: 'REVIEW-1', payer: 'NOBODY' },
      { pcn: 'REVIEW-2', payer: 'NOBODY', withoutDiagnosis: true },
    ]);
    const claim = await stored('REVIEW-1');
    expect(claim.lane).toBe('review');
    expect(await call('release-claim', { path: { id: claim.id }, body: {} })).toMatchObject({
      status: 422,
      body: { code: 'payer_not_configured' },
    });
    // Its own errors keep it in draft.
    expect((await stored('REVIEW-2')).lane).toBe('draft');
  });
});

describe('Claims that are checked again', () => {
  test('leave draft in one call after their payer is configured, each with an audit entry', async () => {
    await arrive([
      { pcn: 'AGAIN-1', payer: 'NEWPAYER' },
      { pcn: 'AGAIN-2', payer: 'NEWPAYER' },
      { pcn: 'AGAIN-3', payer: 'NEWPAYER', withoutDiagnosis: true },
    ]);
    const before = await laneFigures(stores);
    await reload(withPayer('NEWPAYER'));
    expect((await stored('AGAIN-1')).lane).toBe('draft');
    expect(await checkAgain()).toMatchObject({ moved: { ready: 2 }, skipped: 0, next_cursor: null });
    expect((await stored('AGAIN-1')).lane).toBe('ready');
    expect(await errorsOf('AGAIN-1')).toEqual([]);
    const { id, finding_counts } = await stored('AGAIN-2');
    expect(finding_counts.error).toBe(0);
    const entry = (await auditOf(stores, id)).at(-1);
    expect(entry).toMatchObject({
      event_type: 'claim.checked',
      actor: 'test',
      payload: { from: 'draft', to: 'ready', errors: 0 },
    });
    // Faults of the file itself remain.
    const third = await stored('AGAIN-3');
    expect(third.lane).toBe('draft');
    expect(third.findings.map((finding) => finding.id)).not.toContain('payer_not_configured');
    expect(third.finding_counts.error).toBeGreaterThan(0);
    const after = await laneFigures(stores);
    expect((after['ready']?.count ?? 0) - (before['ready']?.count ?? 0)).toBe(2);
    const sent = await call('submit-claims', { body: { claim_ids: [id] } });
    expect(sent.status).toBe(201);
  });

  test('are not written again by a second call', async () => {
    await checkAgain();
    expect(await checkAgain()).toMatchObject({ changed: 0, moved: {}, skipped: 0, next_cursor: null });
  });

  test('leave ready after their payer is removed, unless a submission has reserved them', async () => {
    await reload(withPayer('GOING'));
    await arrive([{ pcn: 'GOING-1', payer: 'GOING' }]);
    expect((await stored('GOING-1')).lane).toBe('ready');
    await reload(defaultConfiguration);
    const { id } = await stored('GOING-1');
    const end = await reserveFor(stores, 'a-submission', [id]);
    expect(await checkAgain()).toMatchObject({ changed: 0, skipped: 1 });
    expect((await stored('GOING-1')).lane).toBe('ready');
    await end('abandoned');
    expect(await checkAgain()).toMatchObject({ moved: { draft: 1 } });
    expect(await errorsOf('GOING-1')).toEqual(['payer_not_configured', 'R203']);
  });

  test('are checked with the state rules of a new profile', async () => {
    await reload(withPayer('STATE2'));
    await arrive([{ pcn: 'STATE-1', payer: 'STATE2' }]);
    expect((await stored('STATE-1')).lane).toBe('ready');
    const profile =
      'profile: { extends: CO_TXIX, payer: { id_qualifier: PI, id: STATE2 }, refuses: { attachments: true, facility_at_billing_address: true }, timely_filing: { days: 2, warn_from: 1 } }';
    await reload(withPayer('STATE2', profile));
    await checkAgain();
    expect(await errorsOf('STATE-1')).toEqual(['R207']);
    expect((await stored('STATE-1')).lane).toBe('draft');
    await reload(withPayer('STATE2'));
    await checkAgain();
    expect(await errorsOf('STATE-1')).toEqual([]);
    expect((await stored('STATE-1')).lane).toBe('ready');
  });

  test('stay in review as duplicates, and move between draft and review with the setting', async () => {
    await reload(withPayer('DUPLICATE'));
    await arrive([{ pcn: 'DUP-1', payer: 'DUPLICATE' }]);
    await arrive([{ pcn: 'DUP-1', payer: 'DUPLICATE', lastName: 'OTHER' }]);
    const lanes = async () =>
      (await findClaimsByPcn(stores.claims, 'DUP-1')).map(({ lane }) => lane).toSorted();
    expect(await lanes()).toEqual(['ready', 'review']);
    await checkAgain();
    expect(await lanes()).toEqual(['ready', 'review']);
    await reload(defaultConfiguration);
    await checkAgain();
    expect(await lanes()).toEqual(['draft', 'draft']);
    await reload(defaultConfiguration.replace('unknown_payers: draft', 'unknown_payers: review'));
    await checkAgain();
    expect(await lanes()).toEqual(['review', 'review']);
    await reload(withPayer('DUPLICATE'));
    await checkAgain();
    expect(await lanes()).toEqual(['ready', 'review']);
  });

  test('exclude claims that were sent or have a response', async () => {
    await reload(withPayer('SENT'));
    await arrive([{ pcn: 'SENT-1', payer: 'SENT' }]);
    const { id } = await stored('SENT-1');
    expect((await call('submit-claims', { body: { claim_ids: [id] } })).status).toBe(201);
    await reload(defaultConfiguration);
    await checkAgain();
    expect((await stored('SENT-1')).lane).toBe('submitted');
  });

  test('continue over several calls by cursor', async () => {
    const { recheckPorts } = await import('#claims/edits/edit-store.ts');
    const claims = Array.from({ length: 7 }, (_, n) => ({ pcn: `MANY-${n}`, payer: 'MANY' }));
    await arrive(claims);
    await reload(withPayer('MANY'));
    const ports = await recheckPorts(stores, () => true, 3);
    const facts = { actor: 'test', now: new Date() };
    let cursor: string | undefined;
    let calls = 0;
    let ready = 0;
    do {
      const done = await recheckClaims(ports, facts, cursor);
      calls++;
      ready += done.moved.ready ?? 0;
      cursor = done.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(ready).toBe(7);
    expect(calls).toBeGreaterThan(3);
    expect(await call('check-claims-again', { body: {}, query: { cursor: 'x' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_cursor' },
    });
  });
});
