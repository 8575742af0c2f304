import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contractPolicy } from '#claims/responses/claim-acknowledgment/status-policy.ts';
import type { StoredInterchangeAcknowledgment } from '#claims/responses/implementation-acknowledgment/stored-acknowledgment.ts';
import { findClaims } from '#store/claims/claims/claims.ts';
import { listFileResponses } from '#store/claims/files/file-list.ts';
import { findAcknowledgment } from '#store/claims/responses/acknowledgments.ts';
import { responseProcessors } from '#store/claims/responses/response-processors.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';
import { type LocalStores, startLocalStores } from '../../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../../stored.ts';
import { dropCutOff } from '../engine/cut-off.ts';
import { type SentBatch, send, visit } from '../engine/sent-batch.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const settings = () => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
  onClaimsStored: async () => {},
});

/** An interchange that holds nothing but a TA1. */
function ta1File({ envelope }: SentBatch, code: string, note: string, number: number): string {
  const { sender, receiver, interchangeNumber } = envelope;
  const own = String(number).padStart(9, '0');
  const acknowledged = String(interchangeNumber).padStart(9, '0');
  return [
    `ISA*00*          *00*          *ZZ*${receiver.padEnd(15)}*ZZ*${sender.padEnd(15)}*260315*1830*^*00501*${own}*0*P*:~`,
    `TA1*${acknowledged}*260315*1800*${code}*${note}~`,
    `IEA*0*${own}~`,
  ].join('');
}

const lanes = async ({ claims }: SentBatch) =>
  (
    await findClaims(
      stores.claims,
      claims.map(({ id }) => id),
    )
  ).map(({ lane }) => lane);

async function answersOf(fileId: string): Promise<readonly StoredInterchangeAcknowledgment[]> {
  const ids = await listFileResponses(stores.claims, fileId, 'TA1');
  const found = await Promise.all(
    ids.map((id) => findAcknowledgment<StoredInterchangeAcknowledgment>(stores.claims, id)),
  );
  return found.flatMap((answer) => answer ?? []);
}

describe('TA1', () => {
  test('rejects all claims of a rejected interchange', async () => {
    const sent = await send(stores, [visit('T-1'), visit('T-2')], { claimsPerSet: 1 });
    const file = await stores.drop('refused.ta1', ta1File(sent, 'R', '022', 901), settings());
    expect(file).toMatchObject({ state: 'applied', kinds: ['TA1'], counts: { matched: 2 } });
    expect(await lanes(sent)).toEqual(['rejected', 'rejected']);
    const [claim] = await findClaims(
      stores.claims,
      sent.claims.map(({ id }) => id),
    );
    expect(claim?.rejected_reason).toContain('interchange 022 control structure invalid');
    expect(await answersOf(file.id)).toMatchObject([
      { verdict: 'rejected', match: { by: 'partners' }, claim_counts: { rejected: 2, causes: 0 } },
    ]);
  });

  test.each(['A', 'E'])('%s does not change the claims', async (code) => {
    const sent = await send(stores, [visit(`T-${code}`)]);
    const file = await stores.drop(`${code}.ta1`, ta1File(sent, code, '000', 902), settings());
    expect(await lanes(sent)).toEqual(['submitted']);
    expect(await answersOf(file.id)).toMatchObject([{ verdict: 'accepted', batch_ids: [sent.batch.id] }]);
  });

  test('leaves a batch without a 999 after its interchange was accepted', async () => {
    const envelope = { groupNumber: 4242 };
    const earlier = await send(stores, [visit('T-G1')], { envelope, at: new Date('2026-03-10T18:00:00Z') });
    const sent = await send(stores, [visit('T-G2')], { envelope, at: new Date('2026-03-11T18:00:00Z') });
    await stores.drop('group.ta1', ta1File(sent, 'A', '000', 905), settings());
    const spoilt = sent.bytes.toString().replace('CLM*T-G2*175.5***11:B', 'CLM*T-G2*175.5***11:Q');
    const { files } = await acknowledge(Buffer.from(spoilt), {
      guides: [guide837p],
      moment: new Date('2026-03-15T18:20:00Z'),
      controlNumber: 906,
      ta1: 'never',
    });
    await stores.drop('group.999', Buffer.concat(files.map(({ bytes }) => bytes)), settings());
    expect(await lanes(earlier)).toEqual(['submitted']);
    expect(await lanes(sent)).toEqual(['rejected']);
  });

  test('puts claims in review when a rejection fits two acknowledged interchanges', async () => {
    const envelope = { groupNumber: 78, interchangeNumber: 78 };
    const at = (minute: number) => new Date(Date.UTC(2026, 2, 15, 10, minute));
    const older = await send(stores, [visit('T-TWO-1')], { envelope, at: at(1) });
    const newer = await send(stores, [visit('T-TWO-2')], { envelope, at: at(2) });
    for (const number of [960, 961]) {
      await stores.drop(`two-${number}.ta1`, ta1File(newer, 'A', '000', number), settings());
    }
    const file = await stores.drop('two-962.ta1', ta1File(newer, 'R', '022', 962), settings());
    expect(await answersOf(file.id)).toMatchObject([
      { match: { by: 'ambiguous' }, claim_counts: { unknown: 2, rejected: 0 } },
    ]);
    expect([...(await lanes(older)), ...(await lanes(newer))]).toEqual(['review', 'review']);
  });

  test('is stored as unmatched for an interchange that was not sent', async () => {
    const sent = await send(stores, [visit('T-9')]);
    const other = { ...sent, envelope: { ...sent.envelope, interchangeNumber: 987654 } };
    const file = await stores.drop('lost.ta1', ta1File(other, 'R', '001', 903), settings());
    expect(await answersOf(file.id)).toMatchObject([{ match: { by: 'none' }, batch_ids: [] }]);
    expect(await lanes(sent)).toEqual(['submitted']);
  });

  test('rejects each claim once when the run is cut off after each write', async () => {
    const drafts = Array.from({ length: 100 }, (_, n) => visit(`CUT-${n}`));
    const sent = await send(stores, drafts);
    const runs = await dropCutOff(stores, 'cut.ta1', ta1File(sent, 'R', '022', 904), settings());
    // Record, two chunks, the end of the response, the end of the file.
    expect(runs).toBeGreaterThan(4);
    expect(new Set(await lanes(sent))).toEqual(new Set(['rejected']));
    const ids = new Set(sent.claims.map(({ id }) => id));
    const entries = (await everyAuditEntry(stores)).filter(
      ({ event_type, entity_id }) => event_type === 'claim.rejected' && ids.has(entity_id),
    );
    expect(entries).toHaveLength(100);
    expect((await laneFigures(stores))['rejected']?.count).toBe(103);
  });
});
