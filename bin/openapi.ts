// `npm run openapi`: writes the OpenAPI documents into docs/.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commerceDocument } from '#contract/commerce/document.ts';

const docs = fileURLToPath(new URL('../docs/', import.meta.url));
mkdirSync(docs, { recursive: true });
writeFileSync(`${docs}openapi.json`, `${JSON.stringify(commerceDocument(), null, 2)}\n`);
process.stdout.write('docs/openapi.json\n');
