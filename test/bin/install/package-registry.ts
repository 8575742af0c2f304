import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { close, listen } from '#lib/local/http/http-server.ts';

/** A package in a registry: its manifest, and its other files by name. */
export interface PublishedPackage {
  readonly manifest: { readonly name: string; readonly version: string; readonly [field: string]: unknown };
  readonly files?: Readonly<Record<string, string>>;
}

/** A registry with a few packages, from which npm installs. */
export interface PackageRegistry {
  readonly url: string;
  /** Paths that npm requested since the last call. */
  takeRequests(): readonly string[];
  publish(one: PublishedPackage): void;
  remove(name: string): void;
  stop(): Promise<void>;
}

export async function startRegistry(): Promise<PackageRegistry> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-registry-'));
  const packages = new Map<string, PublishedPackage['manifest'] & { readonly tarball: Buffer }>();
  let requests: string[] = [];
  let url = '';
  const server = createServer((request, response) => {
    const asked = decodeURIComponent(request.url ?? '/').slice(1);
    requests.push(asked);
    const found = packages.get(asked.replace(/\.tgz$/, ''));
    if (found === undefined) return void response.writeHead(404).end('{}');
    const { tarball, ...manifest } = found;
    if (asked.endsWith('.tgz')) return void response.end(tarball);
    const { name, version } = manifest;
    const dist = { tarball: `${url}/${name}.tgz` };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    );
  });
  url = await listen(server, 0);
  return {
    url,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    publish: ({ manifest, files = {} }) => {
      const content = { ...files, 'package.json': JSON.stringify(manifest) };
      packages.set(manifest.name, { ...manifest, tarball: pack(folder, content) });
    },
    remove: (name) => packages.delete(name),
    stop: async () => {
      await close(server, 0);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function pack(folder: string, files: Readonly<Record<string, string>>): Buffer {
  const place = mkdtempSync(path.join(folder, 'package-'));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(place, 'package', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o755 });
  }
  const tarball = path.join(place, 'package.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', place, 'package']);
  return readFileSync(tarball);
}
