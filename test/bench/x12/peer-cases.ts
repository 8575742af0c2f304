import { createReadStream, readFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { X12Parser } from 'node-x12';
import { type GroupShape, Schema, X12grouper, X12parser } from 'x12-parser';
import type { BenchFileKind } from './files.ts';

/** Peers, used as their documentation shows. Each returns the size of its result. */
export const peerCases = {
  'node-x12 stream': (path: string) => count(path, new X12Parser(false)),
  'node-x12 object': (path: string) => {
    new X12Parser(true).parse(readFileSync(path, 'utf8'));
    return Promise.resolve(1);
  },
  'x12-parser stream': (path: string) => count(path, new X12parser()),
  'x12-parser group': (path: string, kind: BenchFileKind) =>
    count(path, new X12parser(), new X12grouper(new Schema('*', groups[kind]))),
} as const;

const groups: Readonly<Record<BenchFileKind, GroupShape>> = {
  '837': { start: 'CLM', terminators: ['HL', 'SE'], name: '2300', groups: [{ start: 'LX', name: '2400' }] },
  '835': {
    start: 'CLP',
    terminators: ['LX', 'PLB', 'SE'],
    name: '2100',
    groups: [{ start: 'SVC', name: '2110' }],
  },
};

async function count(path: string, ...stages: NodeJS.ReadWriteStream[]): Promise<number> {
  let seen = 0;
  const sink = new Writable({
    objectMode: true,
    write(_item, _encoding, done) {
      seen++;
      done();
    },
  });
  await pipeline([createReadStream(path), ...stages, sink]);
  return seen;
}
