import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readResults } from '#claims/acknowledgments/records.ts';
import { contractPolicy } from '#claims/claim-acknowledgments/status-policy.ts';
import type { StatusResult } from '#claims/claim-acknowledgments/stored-claim-acknowledgment.ts';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { openInboxFile } from '#claims/files/inbox-records.ts';
import { intakePorts } from '#claims/files/intake-store.ts';
import { processFile } from '#claims/files/process-file.ts';
import { responseProcessors } from '#claims/files/processor-store.ts';
import { listFileResponses } from '#claims/files/records.ts';
import { readPayments } from '#claims/remittances/records.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { answering, file277, rejection } from '#test/claims/responses/claim-acknowledgment/payer-statuses.ts';
import { file835, payment, remit } from '#test/claims/responses/remittance/payer-remittances.ts';
import { auditOf } from '#test/claims/stored.ts';
import { send, visit } from './sent-batch.ts';

let stores: LocalStores;

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
});
afterAll(() => stores.stop());

const settings = () => ({
  profiles: new Map(),
  processors: responseProcessors(stores.claims, { policyOf: () => contractPolicy }),
  onClaimsStored: async () => {},
});

/** A kind of response whose id derives from its numbers. */
interface Kind {
  readonly kind: '835' | '277CA';
  /** Items of a file that is longer than one write. */
  readonly many: number;
  readonly event: string;
  /** A file about claims with these numbers. */
  fileOf(numbers: readonly string[]): Buffer;
  /** Numbers of the claims in the stored response. */
  storedOf(answerId: string): Promise<readonly string[]>;
}

const kinds: readonly Kind[] = [
  {
    kind: '835',
    many: 130,
    event: 'claim.paid',
    fileOf: (numbers) => file835(remit(numbers.map((one) => payment(one)))),
    storedOf: async (id) =>
      (await readPayments(stores.claims, id, 1, 1000)).map((one) => one.patient_control_number),
  },
  {
    kind: '277CA',
    many: 60,
    event: 'claim.payer_rejected',
    fileOf: (numbers) =>
      file277([
        answering(
          numbers.map((one) => rejection(one)),
          { totals: { rejected: numbers.length } },
        ),
      ]),
    storedOf: async (id) =>
      (await readResults<StatusResult>(stores.claims, id, 0, 1000)).map(
        (one) => one.patient_control_number ?? '',
      ),
  },
];

describe.each(kinds)('$kind', ({ kind, many, event, fileOf, storedOf }) => {
  const numbersOf = (name: string) => Array.from({ length: many }, (_, n) => `${kind}${name}${n}`);
  /** Two files with the same numbers about different claims. */
  function sameNumbers(name: string) {
    const bytes = fileOf(numbersOf(`${name}-A`));
    return { bytes, other: Buffer.from(bytes.toString().replaceAll(`${name}-A`, `${name}-B`)) };
  }
  async function numbersIn(fileId: string): Promise<readonly string[]> {
    const [id] = await listFileResponses(stores.claims, fileId, kind);
    return id === undefined ? [] : storedOf(id);
  }

  test('is applied once when two files with it are processed at the same time', async () => {
    for (let pair = 0; pair < 5; pair++) {
      const number = `${kind}-PAIR-${pair}`;
      await send(stores, [visit(number)]);
      const bytes = fileOf([number]);
      const other = Buffer.from(bytes.toString().replaceAll('~', '~\n'));
      const files = await Promise.all([
        stores.drop(`pair-${pair}a.${kind}`, bytes, settings()),
        stores.drop(`pair-${pair}b.${kind}`, other, settings()),
      ]);
      expect(files.map(({ state }) => state)).toEqual(['applied', 'applied']);
      const [claim] = await findClaimsByPcn(stores.claims, number);
      const types = (await auditOf(stores, claim?.id ?? '')).map(({ event_type }) => event_type);
      expect(types.filter((type) => type === event)).toHaveLength(1);
    }
  });

  test('is applied like another with the same numbers that arrives at the same time', async () => {
    for (let pair = 0; pair < 3; pair++) {
      const name = `MIX${pair}`;
      const { bytes, other } = sameNumbers(name);
      const files = await Promise.all([
        stores.drop(`mix-${pair}a.${kind}`, bytes, settings()),
        stores.drop(`mix-${pair}b.${kind}`, other, settings()),
      ]);
      expect(files.map(({ state }) => state)).toEqual(['applied', 'applied']);
      expect(await numbersIn(files[0].id)).toEqual(numbersOf(`${name}-A`));
      expect(await numbersIn(files[1].id)).toEqual(numbersOf(`${name}-B`));
    }
  });

  test('keeps its items after a cut when another with the same numbers arrives', async () => {
    const { bytes, other } = sameNumbers('KEEP');
    await stores.put(`inbox/keep.${kind}`, bytes);
    const delivery = await openInboxFile(stores.claims, stores.bucket, { key: `inbox/keep.${kind}` });
    if (delivery === undefined) throw new Error('The file is not in the inbox');
    const real = intakePorts(stores, settings());
    let writes = 0;
    const killed = processFile(delivery, {
      ...real,
      write: async (change) => {
        if (writes++ === 2) throw new Error('killed');
        await real.write(change);
      },
    });
    await expect(killed).rejects.toThrow('killed');
    const between = await stores.drop(`between.${kind}`, other, settings());
    expect(between).toMatchObject({ state: 'applied', reasons: [] });
    expect(await numbersIn(between.id)).toEqual(numbersOf('KEEP-B'));
    const finished = await stores.process(`inbox/keep.${kind}`, settings());
    expect(finished).toMatchObject({ state: 'applied', reasons: [] });
    expect(await numbersIn(finished?.id ?? '')).toEqual(numbersOf('KEEP-A'));
  });
});
