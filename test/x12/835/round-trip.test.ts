import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomRemittance } from '#test/fixtures/x12/random-remittance.ts';
import { claim, remittance, remittanceFile } from '#test/fixtures/x12/remittance.ts';
import { haveSamples, readSample, samples } from '#test/fixtures/x12/samples.ts';
import { sized } from '#test/soak.ts';
import { type RemittanceEvent, readRemittances, readRemittancesSync } from '#x12/835/read-remittances.ts';
import type { ClaimPayment } from '#x12/835/types.ts';
import type { RemittanceInput } from '#x12/835/write-remittances.ts';

/** Returns the typed content without positions, which depend on how a file is written. */
function content(bytes: Uint8Array): unknown {
  return JSON.parse(JSON.stringify(drafts([...readRemittancesSync(bytes)]), withoutPosition));
}

function drafts(events: readonly RemittanceEvent[]): RemittanceInput[] {
  const found: RemittanceInput[] = [];
  let claims: ClaimPayment[] = [];
  for (const event of events) {
    if (event.kind === 'remittance') claims = [];
    else if (event.kind === 'claim') claims.push(event.claim);
    else
      found.push({
        ...event.summary.remittance,
        claims,
        providerAdjustments: event.summary.providerAdjustments,
      });
  }
  return found;
}

function withoutPosition(key: string, value: unknown): unknown {
  return key === 'position' || key === 'tracePosition' ? undefined : value;
}

describe('835 round trips', () => {
  test('reads what was written', () => {
    const [found] = drafts([...readRemittancesSync(remittanceFile(remittance()))]);
    expect(found).toMatchObject(remittance());
  });

  test('keeps headers with TS3 and TS2', () => {
    const summary = {
      ...{
        provider: '1234567893',
        facilityType: '11',
        fiscalPeriod: '2025-12-31',
        claims: 2,
        charge: 20_000,
      },
      amounts: [
        { element: 13, value: 1.5 },
        { element: 24, value: -3 },
      ],
    };
    const first = { assigned: '1', summary, supplemental: [{ element: 2, value: 12.34 }] };
    const second = { assigned: '1', summary: undefined, supplemental: [] };
    const claims = [claim({ header: first }), claim({ header: first }), claim({ header: second })];
    const file = remittanceFile(remittance({ claims }));
    const [read] = drafts([...readRemittancesSync(file)]);
    expect(read?.claims.map(({ header }) => header)).toMatchObject([first, first, second]);
    expect(read?.claims[0]?.header).toBe(read?.claims[1]?.header);
    expect(file.toString().match(/LX\*1/g)).toHaveLength(2);
  });

  test('returns an equal result after read, write and read', () => {
    fc.assert(
      fc.property(randomRemittance, (draft) => {
        const first = remittanceFile(draft);
        const read = drafts([...readRemittancesSync(first)]);
        expect(content(remittanceFile(...read))).toEqual(content(first));
        expect(read[0]?.claims).toHaveLength(draft.claims.length);
        expect(read[0]?.claims.map(({ paid }) => paid)).toEqual(draft.claims.map(({ paid }) => paid));
      }),
      { numRuns: sized('random 835 files', { short: 50, soak: 1_000 }), seed: 835 },
    );
  }, 600_000);

  test('returns an equal result for any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(randomRemittance, fc.array(fc.integer({ min: 1, max: 200 })), async (draft, cuts) => {
        const bytes = remittanceFile(draft, draft);
        const events: RemittanceEvent[] = [];
        for await (const event of readRemittances(pieces(bytes, cuts))) events.push(event);
        expect(events).toEqual([...readRemittancesSync(bytes)]);
      }),
      { numRuns: sized('random 835 files in pieces', { short: 20, soak: 300 }), seed: 835 },
    );
  }, 600_000);

  const readable = samples().filter(
    ({ category, version }) => category === '835' && version.startsWith('00'),
  );
  (haveSamples ? test : test.skip).each(readable)('$file', ({ file }) => {
    const first = readSample(file);
    const read = drafts([...readRemittancesSync(first)]);
    expect(read.length).toBeGreaterThan(0);
    expect(content(remittanceFile(...read))).toEqual(content(first));
  });
});

function* pieces(bytes: Uint8Array, cuts: readonly number[]): Generator<Uint8Array> {
  let at = 0;
  for (let n = 0; at < bytes.length; n++) {
    const size = cuts[n % Math.max(cuts.length, 1)] ?? 50;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
