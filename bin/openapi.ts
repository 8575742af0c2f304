// `npm run openapi` writes what follows from the contract: the OpenAPI documents in docs/, and the operations and types of
// the typed clients in clients/typescript/src/.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { granaryClientSources } from '#clients/generator/granary-client.ts';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

const root = fileURLToPath(new URL('../', import.meta.url));

const documents = [
  ['docs/openapi.json', commerceDocument()],
  ['docs/openapi-claims.json', claimsDocument()],
] as const;
for (const [name, document] of documents) write(name, `${JSON.stringify(document, null, 2)}\n`);

// A tag that is gone leaves no file behind.
for (const service of ['commerce', 'claims'])
  rmSync(`${root}clients/typescript/src/${service}`, { recursive: true, force: true });
for (const [name, source] of granaryClientSources()) write(`clients/typescript/src/${name}`, source);

function write(name: string, content: string): void {
  const file = path.join(root, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  process.stdout.write(`${name}\n`);
}
