import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ZipFile } from 'yazl';
import { findClaimsByPcn } from '#claims/claims/records.ts';
import { claimStatus, request, requestFile, responseFile } from '#test/fixtures/x12/claim-status.ts';
import { claimFileText } from '../claim-text.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';

let stores: LocalStores;
let numbers = 100;
/** An unused interchange number. */
const fresh = () => numbers++;

beforeAll(async () => {
  stores = await startLocalStores();
});
afterAll(() => stores.stop());

const claimsOf = (pcn: string) => findClaimsByPcn(stores.claims, pcn);

describe('A file that cannot be processed completely', () => {
  test.each([
    ['text that is not X12', 'hello, this is a letter', 'not_x12'],
    ['an empty file', '', 'empty'],
    ['a set of an unsupported kind', unread(), 'V144'],
    ['a claim status response (277, 005010X212)', responseFile(claimStatus()).toString('latin1'), 'V003'],
    ['a claim status request (276)', requestFile(request()).toString('latin1'), 'V144'],
    ['a set with a wrong count', claimFileText({ claims: [{ pcn: 'BAD' }], wrongCount: true }), 'V007'],
    ['a truncated file', claimFileText({ claims: [{ pcn: 'BAD' }] }).slice(0, -60), 'V137'],
  ])('%s moves to quarantine unchanged, with the reason', async (_, text, code) => {
    const file = await stores.drop('bad.837', text);
    expect(file).toMatchObject({ state: 'quarantined', counts: { claims: 0 } });
    expect(await stores.read(file.quarantine_key ?? '')).toBe(text);
    const reason = JSON.parse(await stores.read(`${file.quarantine_key}.reason.json`));
    expect(reason).toMatchObject({ file_id: file.id, state: 'quarantined', size: Buffer.byteLength(text) });
    expect(reason.reasons.map((one: { code: string }) => one.code)).toContain(code);
    expect(file.archive_key).toBeUndefined();
    expect(await claimsOf('BAD')).toEqual([]);
  });

  test('applies the sound one of two interchanges and keeps the file in archive and quarantine', async () => {
    const bad = claimFileText({ number: fresh(), claims: [{ pcn: 'MIXBAD' }], wrongCount: true });
    const good = claimFileText({ number: fresh(), claims: [{ pcn: 'MIXGOOD' }] });
    const file = await stores.drop('mixed.837', `${bad}\n${good}`);
    expect(file).toMatchObject({
      state: 'partly_applied',
      counts: { interchanges: 2, sets: 2, refused_sets: 1, claims: 1 },
      reasons: [{ code: 'V007', transaction: '0001' }],
    });
    expect(await claimsOf('MIXBAD')).toEqual([]);
    expect(await claimsOf('MIXGOOD')).toHaveLength(1);
    expect(await stores.read(file.archive_key ?? '')).toBe(await stores.read(file.quarantine_key ?? ''));
    const acknowledgment = await stores.read(file.outbound_keys[0] ?? '');
    expect(acknowledgment.match(/IK5\*\w/g)).toEqual(['IK5*R', 'IK5*A']);
  });

  test('writes no 999 for an interchange that the TA1 rejects', async () => {
    const number = fresh();
    const refused = claimFileText({ number: fresh(), claims: [{ pcn: 'TA1BAD' }] });
    const bad = refused.replace(/IEA\*1\*\d+/, 'IEA*1*999999999');
    const good = claimFileText({ number, claims: [{ pcn: 'TA1GOOD' }] });
    const file = await stores.drop('contradiction.837', `${bad}\n${good}`);
    expect(await claimsOf('TA1BAD')).toEqual([]);
    expect(await claimsOf('TA1GOOD')).toHaveLength(1);
    const acknowledgment = await stores.read(file.outbound_keys[0] ?? '');
    expect(acknowledgment.match(/(?<=TA1\*.*\*)\w\*\d{3}(?=~)|AK1\*HC\*\d+|AK9\*\w/g)).toEqual([
      'R*001',
      `AK1*HC*${number}`,
      'AK9*A',
    ]);
  });

  test('rejects only the claims of a set with a wrong ST01', async () => {
    const claims = [{ pcn: 'KIND1' }, { pcn: 'KIND2' }, { pcn: 'KIND3' }];
    const text = claimFileText({ number: fresh(), claims, claimsPerSet: 1 });
    const file = await stores.drop('kinds.837', text.replace('ST*837*0002', 'ST*838*0002'));
    expect(file).toMatchObject({ state: 'partly_applied', counts: { sets: 3, refused_sets: 1, claims: 2 } });
    expect(await claimsOf('KIND2')).toEqual([]);
    const acknowledgment = await stores.read(file.outbound_keys[0] ?? '');
    expect(acknowledgment.match(/(IK5|AK9)[^~]*/g)).toEqual(['IK5*A', 'IK5*R*1', 'IK5*A', 'AK9*P*3*3*2']);
  });

  test('reports the truncated beginning of another interchange at the end', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'TORN' }] });
    const file = await stores.drop('torn.837', `${text}${text.slice(0, 40)}`);
    expect(file).toMatchObject({
      state: 'partly_applied',
      counts: { claims: 1 },
      reasons: [{ code: 'V138', byte_offset: text.length }],
    });
  });

  test('quarantines a file none of whose claims can be stored', async () => {
    const pcn = 'LONG'.repeat(1500);
    const file = await stores.drop('long.837', claimFileText({ number: fresh(), claims: [{ pcn }] }));
    expect(file).toMatchObject({ state: 'quarantined', reasons: [{ code: 'claim_too_long' }] });
    expect(file.archive_key).toBeUndefined();
    expect(file.quarantine_key).toBeDefined();
  });

  test('quarantines a file whose sets hold no claim', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'NOCLAIM' }] });
    const empty = text.replace(/HL\*2[\s\S]*?(?=SE\*)/, '').replace(/\bSE\*\d+/, 'SE*12');
    const file = await stores.drop('no-claim.837', empty);
    expect(file).toMatchObject({
      state: 'quarantined',
      kinds: ['837P'],
      counts: { refused_sets: 0, claims: 0 },
      reasons: [{ code: 'nothing_to_apply' }],
    });
  });

  test('quarantines a file without any set', async () => {
    const text = claimFileText({ number: fresh(), claims: [{ pcn: 'NONE' }] });
    const envelope = text.replace(/GS\*[\s\S]*GE[^~]*~\n/, '').replace('IEA*1', 'IEA*0');
    expect(await stores.drop('no-set.837', envelope)).toMatchObject({
      state: 'quarantined',
      reasons: [{ code: 'nothing_to_apply', byte_offset: 0 }],
    });
  });
});

function unread(): string {
  return claimFileText({ claims: [] })
    .replace('GS*HC', 'GS*HS')
    .replaceAll('005010X222A1', '005010X279A1')
    .replace('ST*837', 'ST*270');
}

describe('A packed file', () => {
  const plain = (pcn: string) => claimFileText({ number: fresh(), claims: [{ pcn }] });
  const zipOf = (members: Readonly<Record<string, string | Buffer>>): Promise<Buffer> => {
    const zip = new ZipFile();
    for (const [name, content] of Object.entries(members)) zip.addBuffer(Buffer.from(content), name);
    zip.end();
    return buffer(zip.outputStream);
  };

  test('is unpacked, and is the same file as its content', async () => {
    const text = plain('GZIP1');
    const file = await stores.drop('claims.837.gz', gzipSync(text));
    expect(file).toMatchObject({ state: 'applied', size: text.length, counts: { claims: 1 }, reasons: [] });
    expect(await stores.drop('claims.837', text)).toMatchObject({
      state: 'duplicate',
      duplicate_of: file.id,
    });
    expect(await stores.drop('claims.zip', await zipOf({ 'a/claims.837': text }))).toMatchObject({
      ...{ state: 'duplicate', duplicate_of: file.id },
    });
  });

  test('may have several members, and leaves out those that are not X12', async () => {
    const members = Buffer.concat([gzipSync(plain('GZIP2')), gzipSync(plain('GZIP3'))]);
    expect(await stores.drop('two.gz', members)).toMatchObject({ state: 'applied', counts: { claims: 2 } });
    const content = {
      '1.837': `\u{feff}\n${plain('ZIP1')}`,
      'read.me': 'Your files of ISA today',
      '2.837': plain('ZIP2'),
    };
    const file = await stores.drop('several.zip', await zipOf(content));
    expect(file).toMatchObject({
      ...{ state: 'partly_applied', counts: { interchanges: 2, claims: 2 } },
      reasons: [{ code: 'not_x12', message: 'A file in the archive is not X12; it was left out' }],
    });
    const [claim] = await claimsOf('ZIP2');
    expect(claim?.lane).toBe('ready');
  });

  const encrypted = async () => {
    const zip = await zipOf({ 'a.837': plain('SECRET') });
    for (const [signature, at] of [
      ['PK\x03\x04', 6],
      ['PK\x01\x02', 8],
    ] as const) {
      const start = zip.indexOf(signature, 0, 'latin1') + at;
      zip.writeUInt16LE(zip.readUInt16LE(start) | 1, start);
    }
    return zip;
  };
  /** A digit of a stored member, which only its checksum shows. */
  const changedZip = async () => {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(plain('CUT')), 'a.837', { compress: false });
    zip.end();
    const bytes = await buffer(zip.outputStream);
    bytes[bytes.indexOf('CLM*CUT*100') + 8] = 0x39;
    return bytes;
  };
  const bomb = Buffer.alloc(8_000_000, 'NTE*ADD*AAAAAAAAAAAAAAAAAAAAAAAAAAAA~');
  test.each<readonly [string, string, () => Buffer | Promise<Buffer>]>([
    ['a cut gzip', 'archive_damaged', () => gzipSync(plain('CUT')).subarray(0, -30)],
    ['a cut zip', 'archive_damaged', async () => (await zipOf({ 'a.837': plain('CUT') })).subarray(0, -40)],
    ['a changed zip', 'archive_damaged', changedZip],
    ['a gzip bomb', 'archive_too_large', () => gzipSync(bomb)],
    [
      'a zip bomb',
      'archive_too_large',
      () => zipOf({ 'a.837': Buffer.concat([Buffer.from(plain('BOMB')), bomb]) }),
    ],
    ['a gzip in a gzip', 'archive_nested', () => gzipSync(gzipSync(plain('NEST')))],
    [
      'a gzip in a zip',
      'archive_nested',
      () => zipOf({ 'a.837': plain('NEST'), 'b.gz': gzipSync(plain('NEST2')) }),
    ],
    ['an encrypted zip', 'archive_encrypted', encrypted],
    ['a zip without X12', 'not_x12', () => zipOf({ 'read.me': 'Nothing today' })],
    ['a 7-Zip archive', 'archive_unsupported', () => Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')],
  ])('%s moves to quarantine unchanged, and is named', async (name, code, bytesOf) => {
    const bytes = await bytesOf();
    const file = await stores.drop(`${name}.bin`, bytes);
    expect(file).toMatchObject({
      state: 'quarantined',
      size: bytes.length,
      counts: { claims: 0 },
      reasons: [{ code }],
    });
    expect(Buffer.from(await stores.readBytes(file.quarantine_key ?? '')).equals(bytes)).toBe(true);
    for (const pcn of ['CUT', 'BOMB', 'NEST', 'SECRET']) expect(await claimsOf(pcn)).toEqual([]);
  });
});
