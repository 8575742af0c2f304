import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findClaims } from '#claims/claims/records.ts';
import { findRemittance } from '#claims/remittances/records.ts';
import { findUnmatchedItem } from '#claims/unmatched/records.ts';
import { unmatchedItemId } from '#claims/unmatched/unmatched-item.ts';
import { claimsEndpoints } from '#contract/claims/index.ts';
import type { ClaimPayment, ProviderAdjustment } from '#x12/835/model.ts';
import type { WriterInput } from '#x12/writer/writer.ts';
import { type Answer, functionsOn, type Request } from '../../../claims/invoke.ts';
import { type LocalStores, startLocalStores } from '../../../claims/local-stores.ts';
import { file835, payee, payment, remit } from '../../../claims/responses/remittance/payer-remittances.ts';
import { startWorkQueue } from '../../../claims/work-queue.ts';
import { claimBody } from '../claim-body.ts';
import { x12 } from '../responses/service.ts';

/** Two billing providers. Callers of the tests are limited to the first. */
const own = '1234567893';
const other = '1245319599';

/** Values that occur only in records of the other provider. */
const foreignValues = ['FOREIGNER', 'OTHER-', '4321.09', '"OTHER', 'EFTOTHER'] as const;

let stores: LocalStores;
let call: (name: string, request?: Request) => Promise<Answer>;

/** Calls a function as a caller who is limited to the first provider. */
const limited = (name: string, request: Request = {}) => call(name, { ...request, billingNpis: [own] });

/** Starts the stores, with the functions that use a queue. */
function useProviders(prepare: () => Promise<void>): void {
  let queue: Awaited<ReturnType<typeof startWorkQueue>>;
  beforeAll(async () => {
    stores = await startLocalStores({ migrated: true });
    queue = await startWorkQueue();
    const { environment } = queue;
    call = functionsOn({
      environment: {
        ...stores.environment,
        ...environment,
        BULK_RUN_QUEUE: environment['WORK_QUEUE'] ?? '',
      },
    });
    await prepare();
  });
  afterAll(async () => {
    await queue.stop();
    await stores.stop();
  });
}

/** Creates a ready claim, and returns its id. */
async function createClaim(number: string, npi: string, charge = 100.5): Promise<string> {
  const body = claimBody(number);
  const isOther = npi === other;
  const { status, body: reply } = await call('create-claim', {
    body: {
      ...body,
      total_charge: charge,
      billing_provider: { ...body.billing_provider, id: npi },
      subscriber: { ...body.subscriber, ...(isOther && { last_name: 'FOREIGNER' }) },
      lines: body.lines.map((line) => ({ ...line, charge })),
    },
  });
  if (status !== 201) throw new Error(`The claim was not created: ${JSON.stringify(reply)}`);
  return reply.data.id;
}

interface Paid {
  readonly to: string;
  readonly numbers: readonly string[];
  readonly charge?: number;
  readonly adjustments?: readonly WriterInput<ProviderAdjustment>[];
}

/** Posts a remittance for claims, and returns its id. */
async function pay({ to, numbers, charge = 10_050, adjustments = [] }: Paid): Promise<string> {
  const name = to === other ? 'FOREIGNER' : 'SPECIMEN';
  const claims = numbers.map((number): WriterInput<ClaimPayment> => {
    const [line] = payment(number).lines ?? [];
    const amounts = { charge, paid: charge };
    return payment(number, [], {
      ...amounts,
      patient: {
        entity: 'QC',
        type: '1',
        lastName: name,
        firstName: 'PAT',
        idQualifier: 'MI',
        id: `M${number}`,
      },
      lines: line === undefined ? [] : [{ ...line, ...amounts, lineControlNumber: '1' }],
    });
  });
  const adjusted = adjustments.reduce((sum, { amount }) => sum + amount, 0);
  const remittance = remit(claims, { payee: { ...payee, id: to }, providerAdjustments: adjustments });
  const amount = remittance.payment.amount - adjusted;
  const trace = to === other ? `EFTOTHER${numbers[0]}` : remittance.payment.trace;
  const text = file835({ ...remittance, payment: { ...remittance.payment, amount, trace } });
  const { body, status } = await call('parse-remittance', x12(text));
  if (status !== 200) throw new Error(`The remittance was not read: ${JSON.stringify(body)}`);
  return body.data.remittances[0].id;
}

const itemOf = (remittanceId: string, number: number) => unmatchedItemId(remittanceId, number);

/** Ids of records of the other provider, by name. */
const foreign: Record<string, string> = {};
const ownIds: Record<string, string> = {};
let before: Awaited<ReturnType<typeof stored>>;

useProviders(async () => {
  foreign['paid'] = await createClaim('OTHER-1', other, 4321.09);
  foreign['sent'] = await createClaim('OTHER-2', other, 4321.09);
  ownIds['paid'] = await createClaim('OWN-1', own);
  const { body: mixed } = await call('submit-claims', {
    body: { claim_ids: [foreign['paid'], foreign['sent'], ownIds['paid']] },
  });
  foreign['submission'] = mixed.data.submissions[0].id;
  foreign['ready'] = await createClaim('OTHER-3', other, 4321.09);
  ownIds['ready'] = await createClaim('OWN-2', own);
  const adjustment = {
    provider: other,
    fiscalPeriod: '2026-12-31',
    reason: 'WO',
    reference: 'OTHER-W',
    amount: 100,
  };
  foreign['remittance'] = await pay({
    to: other,
    numbers: ['OTHER-1', 'OTHER-UNKNOWN'],
    charge: 432_109,
    adjustments: [adjustment],
  });
  foreign['item'] = itemOf(foreign['remittance'], 2);
  ownIds['remittance'] = await pay({ to: own, numbers: ['OWN-1', 'OWN-UNKNOWN'] });
  ownIds['item'] = itemOf(ownIds['remittance'], 2);
  // A payment to the own provider that a colleague attached to a claim of the other.
  foreign['attached'] = await pay({ to: own, numbers: ['STRAY'] });
  foreign['stray'] = itemOf(foreign['attached'], 1);
  const attached = await call('attach-unmatched', {
    path: { id: foreign['stray'] },
    body: { claim_id: foreign['sent'], reason: 'verified_with_payer' },
  });
  expect([attached.status, attached.body.code]).toEqual([200, undefined]);
  const operation = { kind: 'hold' };
  const run = await call('start-bulk-run', {
    body: { operation, selection: { claim_ids: [foreign['ready'], ownIds['ready']] } },
  });
  foreign['run'] = run.body.data.id;
  await call('start-bulk-run', {
    body: { operation: { kind: 'unhold' }, selection: { claim_ids: [foreign['ready'], ownIds['ready']] } },
  });
  before = await stored();
});

const reason = { reason: 'verified_with_payer' };

/** Bodies and queries that name records of the other provider. */
const requests = (id: string): Readonly<Record<string, readonly Request[]>> => ({
  'create-claim': [{ body: claimBody('OWN-9', { corrects: foreign['paid'] }) }],
  'search-claims': [{ body: {} }, { body: { last_name: 'foreigner' } }, { body: { amount: 4321.09 } }],
  'list-claims': [{}, { query: { billing_npi: other } }, { query: { lane: 'ready' } }],
  'list-worklist': [{}, { query: { billing_npi: other } }],
  'edit-claim': [{ body: { content: { total_charge: 1 } } }],
  'create-secondary-claim': [{ body: {} }],
  'add-note': [{ body: { text: 'x' } }],
  'name-caller': [{ body: { name: 'x' } }],
  'set-follow-up': [{ body: { assignee: 'me' } }],
  'preview-bulk-run': [
    { body: { operation: { kind: 'hold' }, selection: { claim_ids: [id] } } },
    { body: { operation: { kind: 'hold' }, selection: { filter: { billing_npi: other } } } },
    { body: { operation: { kind: 'hold' }, selection: { filter: { lane: 'ready' } } } },
  ],
  'start-bulk-run': [
    { body: { operation: { kind: 'dismiss', reason: 'x' }, selection: { claim_ids: [id] } } },
    { body: { operation: { kind: 'release' }, selection: { claim_ids: [id] } } },
    { body: { operation: { kind: 'follow_up', assignee: 'me' }, selection: { claim_ids: [id] } } },
    { body: { operation: { kind: 'note', text: 'x' }, selection: { claim_ids: [id] } } },
  ],
  'submit-claims': [{ body: { claim_ids: [id] } }],
  'attach-unmatched': [
    { body: { ...reason, claim_id: ownIds['paid'] } },
    { body: { ...reason, claim_id: foreign['paid'] } },
  ],
  'dismiss-unmatched': [{ body: reason }],
  'take-back-unmatched': [{ body: reason }],
  'post-remittance': [{ body: reason }],
  'take-back-remittance': [{ body: reason }],
  'list-unmatched': [{}, { query: { state: 'resolved' } }, { query: { kind: 'payment' } }],
  'list-ledger': [{ query: { payer_id: '60054', provider: other } }],
});

/** The others refuse every limited caller before any work. */
const scoped = claimsEndpoints.filter((endpoint) => endpoint.scoped);

/** All ids but that of the submission, which a claim shows that was sent with it. */
const hiddenIds = () => Object.entries(foreign).flatMap(([name, id]) => (name === 'submission' ? [] : [id]));

/** Records of the other provider as they are stored. */
const stored = async () => ({
  claims: await findClaims(stores.claims, [
    foreign['paid'] ?? '',
    foreign['sent'] ?? '',
    foreign['ready'] ?? '',
  ]),
  remittance: await findRemittance(stores.claims, foreign['remittance'] ?? ''),
  items: await Promise.all(
    [foreign['item'], foreign['stray']].map((id) => findUnmatchedItem(stores.claims, id ?? '')),
  ),
});

describe('A caller who is limited to a billing provider', () => {
  test.each(scoped.map((endpoint) => [endpoint.name, endpoint] as const))(
    'neither sees nor changes anything of another provider through %s',
    async (name, { parameters, access }) => {
      const roles = access.kind === 'claims' ? access.roles : [];
      const ids = parameters === undefined ? [foreign['ready'] ?? ''] : Object.values(foreign);
      for (const id of ids) {
        for (const request of requests(id)[name] ?? [{}]) {
          const path = parameters === undefined ? {} : { id, version: '1' };
          const reply = await limited(name, { ...request, path, roles });
          const sent = JSON.stringify([request, path]);
          const hidden = [...foreignValues, ...hiddenIds()].filter((value) => !sent.includes(value));
          expect(hidden.filter((value) => reply.text.includes(value))).toEqual([]);
          if (parameters !== undefined) expect(reply.status).toBeGreaterThanOrEqual(400);
        }
      }
    },
  );

  test('has changed nothing of another provider', async () => {
    expect(await stored()).toEqual(before);
  });

  test('sees its own records through the same endpoints', async () => {
    const lanes = (await limited('list-lanes')).body.data;
    const seen = lanes.flatMap(({ claims }: { claims: { patient_control_number: string }[] }) =>
      claims.map(({ patient_control_number }) => patient_control_number),
    );
    const figures = lanes.map((one: { count: number; amount: number }) => [one.count, one.amount]);
    expect(seen.sort()).toEqual(['OWN-1', 'OWN-2']);
    expect(figures.filter(([count]: number[]) => count !== 0)).toEqual([
      [1, 100.5],
      [1, 100.5],
    ]);
    const aging = (await limited('get-aging')).body.data;
    expect(aging.map(({ lane, total }: { lane: string; total: object }) => [lane, total])).toEqual([
      ['ready', { count: 1, amount: 100.5 }],
      ['paid', { count: 1, amount: 100.5 }],
    ]);
    const remittances = (await limited('list-remittances')).body.data;
    expect(remittances.map(({ id }: { id: string }) => id)).toEqual([ownIds['remittance']]);
    const path = { id: ownIds['remittance'] ?? '' };
    expect((await limited('get-remittance', { path })).body.data.claims).toHaveLength(2);
    expect((await limited('get-eob', { path })).status).toBe(200);
    const items = (await limited('list-unmatched')).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([ownIds['item']]);
    const item = await limited('get-unmatched', { path: { id: ownIds['item'] ?? '' } });
    expect(item.body.data.candidates.map((one: { billing_npi: string }) => one.billing_npi)).not.toContain(
      other,
    );
    expect((await limited('list-providers')).body.data.map(({ npi }: { npi: string }) => npi)).toEqual([own]);
    expect((await limited('list-submissions')).body.data).toEqual([]);
  });

  test('attaches its unmatched payment to its own claim only', async () => {
    const path = { id: ownIds['item'] ?? '' };
    const refused = await limited('attach-unmatched', {
      path,
      body: { ...reason, claim_id: foreign['ready'] },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'unknown_claim']);
    const attached = await limited('attach-unmatched', {
      path,
      body: { ...reason, claim_id: ownIds['paid'] },
    });
    expect([attached.status, attached.body.data?.state]).toEqual([200, 'resolved']);
    expect((await limited('take-back-unmatched', { path, body: reason })).status).toBe(200);
  });

  test('moves no claim to another provider', async () => {
    const content = { billing_provider: { ...claimBody('X').billing_provider, id: other } };
    const path = { id: ownIds['ready'] ?? '' };
    const refused = await limited('edit-claim', { path, body: { content } });
    expect([refused.status, refused.body.code]).toEqual([403, 'provider_scope']);
    expect(
      (await limited('edit-claim', { path, body: { content: { place_of_service: '12' } } })).status,
    ).toBe(200);
    expect((await limited('list-claim-versions', { path })).body.data).toHaveLength(2);
  });

  test('works on its claims in bulk, and passes over others as unknown', async () => {
    const selection = { claim_ids: [ownIds['ready'], foreign['ready']] };
    const run = await limited('start-bulk-run', { body: { operation: { kind: 'hold' }, selection } });
    expect(run.body.data).toMatchObject({ done: 1, skipped: 1, skipped_by_reason: { not_found: 1 } });
    const listed = (await limited('list-bulk-runs')).body.data;
    expect(listed.map(({ id }: { id: string }) => id)).toContain(run.body.data.id);
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(foreign['run']);
    const filter = { lane: 'held' };
    const back = { operation: { kind: 'unhold' }, selection: { filter } };
    const preview = await limited('preview-bulk-run', { body: back });
    expect(preview.body.data).toHaveLength(1);
    await call('start-bulk-run', { body: { operation: { kind: 'unhold' }, selection } });
  });

  test('sends only its ready claims of a payer', async () => {
    const sent = await limited('submit-claims', { body: { payer_id: '60054' } });
    expect(sent.body.data).toMatchObject({ submissions: [{ claim_count: 1 }], in_progress: [], blocked: [] });
    const path = { id: sent.body.data.submissions[0].id };
    const { claims } = (await limited('get-submission', { path })).body.data;
    expect(claims.map(({ claim_id }: { claim_id: string }) => claim_id)).toEqual([ownIds['ready']]);
    expect((await limited('list-submissions')).body.data).toHaveLength(1);
    const [left] = await findClaims(stores.claims, [foreign['ready'] ?? '']);
    expect(left?.lane).toBe('ready');
  });
});
