import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashedFolder, immutable, revalidated } from '../../constructs/web/response-headers.ts';

/** A file of the web app. */
export interface WebFile {
  readonly type: string;
  readonly cacheControl: string;
  readonly etag: string;
  /** The contents in one of the codings, which are computed once; `identity` for the contents themselves. */
  readonly encoded: (coding: Coding) => Promise<Buffer>;
  /** Whether a coding makes the file smaller. */
  readonly isText: boolean;
}

export type Coding = 'br' | 'gzip' | 'identity';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Reads the files of the web app into memory, by their paths: `/assets/index-abc.js`. */
export function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  const names = globSync('**/*', { cwd: directory, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
  return new Map(names.map((name) => [`/${name}`, webFile(name, readFileSync(path.join(directory, name)))]));
}

function webFile(name: string, contents: Buffer): WebFile {
  const extension = path.extname(name);
  const coded = new Map<Coding, Promise<Buffer>>([['identity', Promise.resolve(contents)]]);
  const encoded = (coding: Coding): Promise<Buffer> => {
    const known = coded.get(coding) ?? encode(coding, contents);
    coded.set(coding, known);
    return known;
  };
  return {
    type: types[extension] ?? 'application/octet-stream',
    cacheControl: name.startsWith(`${hashedFolder}/`) ? immutable : revalidated,
    // Weak, because it is the same for each coding.
    etag: `W/"${createHash('sha256').update(contents).digest('base64url')}"`,
    encoded,
    isText: !['.ico', '.png', '.woff2'].includes(extension),
  };
}

/** The quality with which CloudFront compresses is of this order. */
const brotliQuality = 6;

const encode = (coding: Coding, contents: Buffer): Promise<Buffer> =>
  coding === 'br'
    ? promisify(brotliCompress)(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
    : promisify(gzip)(contents);
