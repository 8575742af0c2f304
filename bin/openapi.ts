// `npm run openapi` writes the OpenAPI documents to docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
mkdirSync(docs, { recursive: true });
for (const [name, document] of [
  ['openapi.json', commerceDocument()],
  ['openapi-claims.json', claimsDocument()],
] as const) {
  writeFileSync(`${docs}${name}`, `${JSON.stringify(document, null, 2)}\n`);
  process.stdout.write(`docs/${name}\n`);
}
