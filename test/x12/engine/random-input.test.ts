import type { Buffer } from 'node:buffer';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgmentFile, acknowledgment as statusFile } from '#test/fixtures/x12/acknowledgment.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { bytesOf, claimSet, claimText, group, interchange, isa } from '#test/fixtures/x12/interchange.ts';
import { allGuides, brief, trace } from '#test/fixtures/x12/trace.ts';
import { sized } from '#test/soak.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { X12Document } from '#x12/engine/document.ts';
import { transactionListeners } from '#x12/engine/transactions.ts';
import { X12Error } from '#x12/findings/x12-error.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

/** FUZZ_CASES raises the number of cases (`npm run fuzz`). */
const numRuns = sized('damaged files that are read', { short: 120, soak: 20_000, variable: 'FUZZ_CASES' });
const step = sized('bytes at which a file is cut in two, one in', { short: 13, soak: 1 });
const timeout = 60_000 + numRuns * 20;

const acknowledgment = [
  'AK1*HC*1*005010X222A1',
  'AK2*837*0001*005010X222A1',
  'IK3*CLM*17*2300*8',
  'CTX*CLM01:CLAIM1',
  'IK4*5:3*1325*7*Z',
  'IK5*R*5',
  'AK9*R*1*1*0',
];

const files: readonly Buffer[] = [
  claimText(),
  interchange([group([claimSet(), claimSet(undefined, '0002')]), group([claimSet()], { number: '2' })]),
  [...generateClaimFile(3_000, 5)].join(''),
  [...generateRemittanceFile(2_500, 5)].join(''),
  interchange([
    group([['ST*999*0001*005010X231A1', ...acknowledgment, 'SE*9*0001']], {
      functionalId: 'FA',
      version: '005010X231A1',
    }),
  ]),
  `${isa({ wantsTa1: '1' })}TA1*000000001*260115*0930*A*000~IEA*0*000000001~`,
]
  .map(bytesOf)
  .concat(acknowledgmentFile(statusFile()));

/** Events of the engine, findings of full validation and typed results of a file. */
function readFully(chunks: readonly Buffer[]): string {
  const typed: string[] = [];
  const keep = (result: unknown) => {
    typed.push(JSON.stringify(result));
  };
  const listeners = transactionListeners(
    {
      claim: keep,
      remittances: { remittance: keep, claim: keep, end: keep },
      claimAcknowledgments: { acknowledgment: keep, status: keep, unscoped: keep, end: keep },
      implementationAcknowledgment: keep,
    },
    { now: new Date('2026-01-20T10:00:00Z'), profile: coloradoMedicaid, fileName: 'tp1-837P-x.x12' },
  );
  return [...trace(chunks, { listeners }).lines, ...typed].join('\n');
}

function attempt<T>(run: () => T): T | X12Error {
  try {
    return run();
  } catch (error) {
    if (error instanceof X12Error) return error;
    throw error;
  }
}

function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const spoilt = fc.tuple(fc.constantFrom(...files), damages).map(([file, all]) => spoil(file, all));
const sizes = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 5 });

test(
  'reads a damaged file to its end or throws X12Error, the same for any chunks',
  () => {
    fc.assert(
      fc.property(spoilt, sizes, (bytes, chunks) => {
        const whole = attempt(() => readFully([bytes]));
        const inPieces = attempt(() => readFully(cut(bytes, chunks)));
        expect(inPieces).toEqual(whole);
      }),
      { numRuns, seed: 20_260_115 },
    );
  },
  timeout,
);

/** test/x12/reader cuts at each byte. Here a cut is above all inside of another segment, loop or claim. */
test.each(files.map((file, i) => [i + 1, file] as const))(
  'file %i is read the same when it is cut in two at any byte',
  (_, file) => {
    const whole = readFully([file]);
    for (let at = 1; at < file.length; at += step) {
      expect(readFully([file.subarray(0, at), file.subarray(at)]) === whole).toBe(true);
    }
  },
  timeout,
);

test(
  'writes valid acknowledgments for a damaged file',
  async () => {
    await fc.assert(
      fc.asyncProperty(spoilt, async (bytes) => {
        const settings = { guides: allGuides, moment: new Date('2026-01-20T10:00:00Z'), controlNumber: 1 };
        const result = await acknowledge(bytes, settings).catch((error) => {
          if (!(error instanceof X12Error)) throw error;
          return undefined;
        });
        for (const file of result?.files ?? []) {
          expect(trace([file.bytes]).findings.map(brief)).toEqual([]);
        }
      }),
      { numRuns: Math.ceil(numRuns / 4), seed: 20_260_116 },
    );
  },
  timeout,
);

test(
  'returns a damaged file byte for byte',
  () => {
    fc.assert(
      fc.property(spoilt, (bytes) => {
        const document = attempt(() => new X12Document(bytes));
        if (!(document instanceof X12Error)) expect(document.bytes().equals(bytes)).toBe(true);
      }),
      { numRuns: Math.ceil(numRuns / 4), seed: 20_260_117 },
    );
  },
  timeout,
);
