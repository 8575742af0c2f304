import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Claim } from '#claims/claims/claim.ts';
import { findingRecord } from '#claims/claims/finding.ts';
import { readLanes } from '#claims/claims/lane-records.ts';
import {
  type ClaimLane,
  firstLane,
  type Lane,
  laneAfter,
  lanes,
  type Trigger,
} from '#claims/claims/lifecycle.ts';
import { changeActions } from '#claims/claims/records.ts';
import { duplicatesOf, originalOf } from '#claims/claims/related-claims.ts';
import {
  blocksOtherCorrections,
  openCorrectionError,
  replacementTarget,
  replacementTargets,
} from '#claims/edits/replacement.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { newClaimsTable } from '../../store/commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { storedClaim as claim, storedClaim } from '../responses/engine/claims.ts';

const all: readonly ClaimLane[] = [...lanes, 'closed', 'dismissed'];
const movedFrom = (trigger: Trigger) => all.filter((lane) => laneAfter(trigger, lane) !== undefined);
const unsent = ['draft', 'ready', 'held', 'dismissed'];

describe('A trigger moves claims of these lanes only', () => {
  test.each<[Trigger, ClaimLane, readonly string[]]>([
    ['released', 'ready', ['review']],
    ['cleared', 'ready', ['draft', 'review']],
    ['held', 'draft', ['ready', 'review']],
    ['heldForReview', 'review', ['draft', 'ready']],
    ['putOnHold', 'held', ['ready']],
    ['dismissed', 'dismissed', ['draft', 'held', 'review']],
    ['resent', 'ready', ['rejected']],
    ['replaced', 'closed', [...unsent, 'rejected', 'payer_rejected', 'review']],
  ])('%s', (trigger, to, from) => {
    expect(movedFrom(trigger).toSorted()).toEqual([...from].toSorted());
    expect(laneAfter(trigger, from[0] as ClaimLane)).toBe(to);
  });
});

test.each([
  [undefined, false, 'ready'],
  [undefined, true, 'review'],
  ['draft', true, 'draft'],
  ['review', false, 'review'],
] as const)('puts a new claim that is held in %s, duplicate %s, in %s', (heldIn, isDuplicate, lane) => {
  expect(firstLane({ heldIn, isDuplicate })).toBe(lane);
});

describe('lane requests', () => {
  let engine: DynamoEngine;
  let table: Table;
  let requests = 0;

  beforeAll(async () => {
    engine = await startDynamoEngine();
    table = await newClaimsTable(engine);
    table.client.middlewareStack.add(
      (next) => (request) => {
        requests += 1;
        return next(request);
      },
      { step: 'initialize' },
    );
  });
  afterAll(() => engine.stop());

  /** The last character of an id chooses one of the four partitions of a lane. */
  const claim = (n: number, lane: Claim['lane'], last: number) =>
    storedClaim({
      id: `${lane}-${n}-${last}`,
      patient_control_number: `${lane}-${n}`,
      lane,
      lane_since: new Date(Date.UTC(2026, 2, 1) + n * 60_000).toISOString(),
    });

  const write = (after: Claim, before?: Claim) => {
    const entry = {
      event_type: 'claim.moved',
      entity_type: 'claim',
      entity_id: after.id,
      actor: 'test',
      payload: {},
    };
    return transact(table, changeActions([{ after, entry, ...(before && { before }) }]));
  };

  async function lanesRead() {
    requests = 0;
    const read = await readLanes(table, 5);
    const shown = read.map(({ lane, count, first, newest }) => [
      lane,
      { count, first: first.map(({ id }) => id), newest: newest?.id },
    ]);
    return { requests, ...Object.fromEntries(shown) };
  }

  test('the lanes take one request for their figures, and those of the partitions that hold claims', async () => {
    const paid = Array.from({ length: 8 }, (_, n) => claim(n, 'paid', n % 2));
    const denied = Array.from({ length: 24 }, (_, n) => claim(n, 'denied', n % 4));
    for (const one of [claim(1, 'pending', 3), ...paid, ...denied]) await write(one);
    const read = await lanesRead();
    expect(read).toMatchObject({
      pending: { count: 1, first: ['pending-1-3'], newest: 'pending-1-3' },
      paid: { count: 8, first: paid.slice(0, 5).map(({ id }) => id), newest: 'paid-7-1' },
      denied: { count: 24, first: denied.slice(0, 5).map(({ id }) => id), newest: 'denied-23-3' },
      ready: { count: 0, first: [] },
    });
    // One of `pending`, two of `paid`, the oldest and the newest of four of `denied`.
    expect(read['requests']).toBe(1 + 1 + 2 + 8);
  });

  test('a claim that moves leaves its partition', async () => {
    const before = claim(1, 'pending', 3);
    await write({ ...before, version: before.version + 1, lane: 'overdue' }, before);
    expect(await lanesRead()).toMatchObject({
      pending: { count: 0, first: [] },
      overdue: { count: 1, newest: before.id },
      requests: 1 + 1 + 2 + 8,
    });
  });
});

const correction = (lane: Lane | 'closed', frequency = '7') => claim({ id: 'c', frequency, lane });

describe('The target of a correction', () => {
  test('is the original claim if Granary has it', () => {
    expect(replacementTarget(claim({ frequency: '7', corrects: 'original' }))).toBe('original');
  });

  test('is provider, payer and payer claim control number otherwise', () => {
    const unknown = { frequency: '8', original_claim_number: 'ICN1', payer_id: 'P', billing_npi: '' };
    expect(replacementTarget({ ...unknown, tax_id: '84' })).toBe('["TAX-84","P","ICN1"]');
    expect(replacementTarget({ ...unknown, billing_npi: '12' })).toBe('["12","P","ICN1"]');
  });

  test('does not exist for other claims', () => {
    expect(replacementTargets([claim(), claim({ id: 'v', frequency: '8', corrects: 'o' })])).toEqual(
      new Map([['v', 'o']]),
    );
  });
});

test.each<[Lane | 'closed', boolean, boolean]>([
  ['draft', true, true],
  ['submitted', true, true],
  ['review', true, true],
  ['paid', false, true],
  ['underpaid', false, true],
  ['denied', false, false],
  ['payer_rejected', false, false],
  ['closed', false, false],
])('in lane %s a correction blocks others: %s, a void: %s', (lane, corrects, voids) => {
  expect(blocksOtherCorrections(correction(lane))).toBe(corrects);
  expect(blocksOtherCorrections(correction(lane, '8'))).toBe(voids);
});

test('names the open correction in the error', () => {
  expect(openCorrectionError(correction('ready', '8'))).toMatchObject({
    code: 'not_correctable',
    message: 'Void c of this claim is in lane ready',
    details: [{ path: ['claims', 'c'], code: 'correction_open' }],
  });
});

describe('Earlier claims', () => {
  const related = {
    sameNumber: [claim({ id: 'a' }), claim({ id: 'r', lane: 'rejected' })],
    sameContent: claim({ id: 'b' }),
  };

  test('are duplicates by number or content, unless they were rejected', () => {
    expect(duplicatesOf('1', related)).toEqual([
      { claim_id: 'a', by: 'patient_control_number' },
      { claim_id: 'b', by: 'content' },
    ]);
  });

  test('are not duplicates of a correction', () => {
    expect(duplicatesOf('7', related)).toEqual([]);
  });

  test('are the original of a correction: by payer number first, then by patient control number', () => {
    const more = {
      nextOrdinal: 2,
      hasUnmatchedPayments: false,
      sameNumber: [claim({ id: 'a' }), correction('ready')],
    };
    expect(originalOf('7', { ...more, originals: [claim({ id: 'icn' })] })?.id).toBe('icn');
    expect(originalOf('7', { ...more, originals: [] })?.id).toBe('a');
    expect(originalOf('1', { ...more, originals: [] })).toBeUndefined();
  });
});

const finding = {
  id: 'V030',
  reference: '0001.9.1',
  snip: 2,
  severity: 'error',
  message: 'A finding',
  byteOffset: 0,
} as const;

test('marks a masked value of a finding', () => {
  expect(findingRecord({ ...finding, value: 'A9', valueMasked: true })).toMatchObject({
    value: 'A9',
    value_masked: true,
  });
  expect(findingRecord(finding)).not.toHaveProperty('value_masked');
});
