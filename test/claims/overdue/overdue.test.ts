import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type { Claim } from '#claims/claims/claim.ts';
import {
  defaultOverduePolicy,
  markOverdue,
  missingResponse,
  type OverduePolicies,
} from '#claims/claims/mark-overdue.ts';
import { overduePorts } from '#claims/claims/overdue-store.ts';
import { findClaims } from '#claims/claims/records.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { writeClaimAcknowledgments } from '#x12/277ca/write-claim-acknowledgments.ts';
import { acknowledgmentOf, status, stc } from '../../fixtures/x12/acknowledgment.ts';
import { payerEnvelope } from '../../fixtures/x12/remittance.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { storedClaim as claim } from '../responses/engine/claims.ts';
import { type SentBatch, send, visit } from '../responses/engine/sent-batch.ts';
import { auditOf, laneFigures } from '../stored.ts';

const since = '2026-03-01T00:00:00.000Z';
const hoursLater = (hours: number) => new Date(Date.parse(since) + hours * 3_600_000);

describe('an overdue response', () => {
  test.each([
    ['999', 1],
    ['277CA', 48],
    ['835', 720],
  ] as const)('of a claim that waits for a %s is that after %i hours', (kind, hours) => {
    const waiting = claim({ lane: 'submitted', lane_since: since, waits_for: kind });
    expect(missingResponse(waiting, defaultOverduePolicy, hoursLater(hours - 0.01), false)).toBeUndefined();
    expect(missingResponse(waiting, defaultOverduePolicy, hoursLater(hours), false)).toBe(kind);
  });

  test('does not exist for a claim that waits for none', () => {
    const waiting = claim({ lane: 'submitted', lane_since: since });
    expect(missingResponse(waiting, defaultOverduePolicy, hoursLater(9999), false)).toBeUndefined();
  });
});

describe('mark overdue', () => {
  let stores: LocalStores;

  beforeAll(async () => {
    stores = await startLocalStores();
  });
  afterAll(() => stores.stop());

  const sentAt = new Date('2026-03-15T18:00:00.000Z');
  const later = (hours: number) => new Date(sentAt.getTime() + hours * 3_600_000);
  const usual: OverduePolicies = { usual: defaultOverduePolicy, byPayer: new Map() };

  const look = (hours: number, policies = usual) => markOverdue(overduePorts(stores, policies), later(hours));

  async function current({ claims }: SentBatch): Promise<Record<string, Claim>> {
    const found = await findClaims(
      stores.claims,
      claims.map(({ id }) => id),
    );
    return Object.fromEntries(found.map((claim) => [claim.patient_control_number, claim]));
  }

  const answer = (number: string, category: string, interchangeNumber: number) =>
    stores.drop(
      `${interchangeNumber}.277`,
      writeClaimAcknowledgments(
        [acknowledgmentOf([status({ numbers: { trn02: number }, statuses: [stc(category, '20')] })])],
        { ...payerEnvelope, interchangeNumber },
      ),
      { processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }) },
    );

  test('marks claims without a 999 as overdue once after an hour, until a response arrives', async () => {
    const drafts = Array.from({ length: 95 }, (_, n) => visit(`LATE-${n}`));
    const sent = await send(stores, drafts, { at: sentAt });
    expect(await look(0.9)).toBe(0);
    expect(await look(1)).toBe(95);
    expect(await look(1)).toBe(0);
    expect(await look(2)).toBe(0);
    const claims = await current(sent);
    expect(claims['LATE-7']).toMatchObject({
      lane: 'overdue',
      lane_before: 'submitted',
      lane_since: later(1).toISOString(),
    });
    expect((await auditOf(stores, claims['LATE-7']?.id ?? '')).at(-1)).toMatchObject({
      event_type: 'claim.overdue',
      actor: 'schedule',
      payload: { missing: '999', after_hours: 1, from: 'submitted', to: 'overdue' },
    });
    expect((await laneFigures(stores))['overdue']?.count).toBe(95);
    // A status that does not affect the lane, and one that does.
    await answer('LATE-7', 'A0', 701);
    await answer('LATE-8', 'A2', 702);
    const afterResponse = await current(sent);
    expect(afterResponse['LATE-7']).toMatchObject({ lane: 'submitted', payer_status_code: 'A0:20' });
    expect(afterResponse['LATE-7']).not.toHaveProperty('lane_before');
    expect(afterResponse['LATE-8']).toMatchObject({ lane: 'accepted' });
  });

  test('prefers the hours of a payer, and checks all claims again after a change', async () => {
    const other = {
      ...visit('X').subscriber,
      payer: { role: 'PR', entityType: '2', lastName: 'PLAINS', idQualifier: 'PI', id: '60054' },
    };
    const sent = await send(
      stores,
      [visit('SLOW-1', { subscriber: { ...other, id: 'SLOW1' } }), visit('FAST-1')],
      {
        at: later(10),
      },
    );
    const slow: OverduePolicies = {
      usual: defaultOverduePolicy,
      byPayer: new Map([['60054', { ...defaultOverduePolicy, '999': 24 }]]),
    };
    await look(12, slow);
    expect(Object.values(await current(sent)).map(({ lane }) => lane)).toEqual(['submitted', 'overdue']);
    await look(30, slow);
    expect((await current(sent))['SLOW-1']?.lane).toBe('submitted');
    // The shorter time is already over.
    const quick: OverduePolicies = {
      ...slow,
      byPayer: new Map([['60054', { ...defaultOverduePolicy, '999': 2 }]]),
    };
    await look(31, quick);
    expect((await current(sent))['SLOW-1']?.lane).toBe('overdue');
  });

  test('moves each claim once in two concurrent runs', async () => {
    const sent = await send(
      stores,
      Array.from({ length: 60 }, (_, n) => visit(`BOTH-${n}`)),
      { at: later(100) },
    );
    const moved = await Promise.all([look(102), look(102)]);
    expect(moved[0] + moved[1]).toBe(60);
    const claims = Object.values(await current(sent));
    expect(new Set(claims.map(({ lane, version }) => `${lane} ${version}`))).toEqual(new Set(['overdue 3']));
  });
});
