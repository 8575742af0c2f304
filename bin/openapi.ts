// `npm run openapi` writes the OpenAPI documents into dist/, and the generated sources of the typed clients.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeCurrentSources } from '#clients/generator/current-sources.ts';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

const folder = fileURLToPath(new URL('../dist/', import.meta.url));

mkdirSync(folder, { recursive: true });
for (const [name, document] of [
  ['openapi.json', commerceDocument()],
  ['openapi-claims.json', claimsDocument()],
] as const) {
  writeFileSync(`${folder}${name}`, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`dist/${name}\n`);
}
await writeCurrentSources();
