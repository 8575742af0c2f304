import { Buffer } from 'node:buffer';
import { deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import { acknowledgmentFile, acknowledgment as statusFile } from '#test/fixtures/x12/acknowledgment.ts';
import { damages, spoil } from '#test/fixtures/x12/damage.ts';
import { claimSet, group, interchange, isa } from '#test/fixtures/x12/interchange.ts';
import { readSample, samples } from '#test/fixtures/x12/samples.ts';
import { claimFileText } from './claim-text.ts';

/** A file that somebody may drop into the inbox. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The public samples, where they are installed. */
export const sampleFiles = (): DroppedFile[] =>
  samples().map(({ file }) => ({ name: file.replaceAll('/', '-'), bytes: readSample(file) }));

/** Generated sound files of every supported kind, for runs without the public samples. */
export function soundFiles(): DroppedFile[] {
  const claims = (number: number, count: number) =>
    claimFileText({
      number,
      claims: Array.from({ length: count }, (_, i) => ({ pcn: `S${number}-${i}` })),
      claimsPerSet: 2,
    });
  const acknowledgment = ['AK1*HC*1*005010X222A1', 'AK2*837*0001*005010X222A1', 'IK5*A', 'AK9*A*1*1*1'];
  const own: Readonly<Record<string, string | Buffer>> = {
    'one.837': claims(1, 1),
    'five.837': claims(2, 5),
    'sets.837': interchange([group([claimSet(), claimSet(undefined, '0002')]), group([claimSet()])]),
    'varied.837': [...generateClaimFile(6_000, 5)].join(''),
    'paid.835': [...generateRemittanceFile(4_000, 5)].join(''),
    'status.277': acknowledgmentFile(statusFile()),
    'accepted.999': interchange([
      group([['ST*999*0001*005010X231A1', ...acknowledgment, 'SE*6*0001']], {
        functionalId: 'FA',
        version: '005010X231A1',
      }),
    ]),
    'interchange.ta1': `${isa({ wantsTa1: '1' })}TA1*000000001*260115*0930*A*000~IEA*0*000000001~`,
  };
  return Object.entries(own).map(([name, content]) => ({ name, bytes: Buffer.from(content) }));
}

/** Maximum size of a damaged file, because many short files find more than few long ones. */
const longest = 12_000;

/**
 * Returns spoiled files, the same for the same seed. Half of the damaged files have correct segment counts, so that their
 * sets are read. Every tenth file is not X12.
 */
export function spoiledFiles(count: number, seed: number): DroppedFile[] {
  const sources = [...soundFiles(), ...sampleFiles()].filter(({ bytes }) => bytes.length <= longest);
  const source = fc.constantFrom(...sources).map(({ bytes }) => bytes);
  const damaged = fc.tuple(source, damages, fc.boolean()).map(([bytes, all, isMended]) => {
    const spoilt = spoil(bytes, all);
    return isMended ? recounted(spoilt) : spoilt;
  });
  const joined = fc.array(fc.oneof(source, damaged), { minLength: 2, maxLength: 4 });
  const foreign = fc
    .tuple(source, fc.constantFrom(...foreignForms), fc.uint8Array({ maxLength: 400 }))
    .map(([bytes, form, noise]) => form(bytes, Buffer.from(noise)));
  const file = fc.oneof(
    { weight: 8, arbitrary: damaged },
    { weight: 1, arbitrary: joined.map((parts) => Buffer.concat(parts)) },
    { weight: 1, arbitrary: foreign },
  );
  return fc
    .sample(file, { numRuns: count, seed })
    .map((bytes, n) => ({ name: `spoiled ${n}.${endings[n % endings.length]}`, bytes }));
}

/** Corrects the count in each SE, as far as segments end as usual. */
function recounted(file: Buffer): Buffer {
  let start = 0;
  const segments = file.toString('latin1').split('~');
  const repaired = segments.map((segment, at) => {
    if (/^\s*ST\*/.test(segment)) start = at;
    return segment.replace(/^(\s*SE\*)\d*/, `$1${at - start + 1}`);
  });
  return Buffer.from(repaired.join('~'), 'latin1');
}

/** File names without meaning, because the content decides. */
const endings = ['837', 'x12', 'txt', 'edi', '835', 'zip', 'csv'];

type Form = (file: Buffer, noise: Buffer) => Buffer;

/** Other content that users drop by mistake. */
const foreignForms: readonly Form[] = [
  () => Buffer.alloc(0),
  () => Buffer.from(' \r\n\t\n'),
  (_, noise) => noise,
  (file) => Buffer.from(`\ufeff${file.toString('latin1')}`, 'utf16le'),
  (file) => Buffer.from(file.toString('latin1'), 'utf16le').swap16(),
  (file) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), file]),
  (file) => gzipSync(file),
  (file) => zipOf(file),
  (file, noise) => Buffer.concat([file, noise]),
  (file, noise) => Buffer.concat([noise, file]),
  () => Buffer.from('{"claims":[{"patient_control_number":"1"}]}'),
  () => Buffer.from('<?xml version="1.0"?><claims/>'),
  () => Buffer.from('MSH|^~\\&|CLINIC|DENVER|||20260115||ADT^A01|1|P|2.3\r'),
  () => Buffer.from("UNB+UNOA:1+SENDER+RECEIVER+260115:0930+1'UNZ+0+1'"),
  (file) => file.subarray(0, 40),
  (file) => Buffer.from(file.toString('latin1').replaceAll('~', '\u0000'), 'latin1'),
  (file) => Buffer.from(file.toString('latin1').toLowerCase(), 'latin1'),
];

/** The first entry of a zip archive, which suffices to recognize it. */
function zipOf(file: Buffer): Buffer {
  const content = deflateRawSync(file);
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(content.length, 18);
  header.writeUInt32LE(file.length, 22);
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.837'), content]);
}
