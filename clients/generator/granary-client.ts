import { readFileSync } from 'node:fs';
import { claimsDocument } from '#contract/claims/document.ts';
import { commerceDocument } from '#contract/commerce/document.ts';
import { clientSources } from './sources.ts';

const manifest = new URL('../typescript/package.json', import.meta.url);

/** Returns the generated sources of `granary-client`, by path below `clients/typescript/src/`. */
export const granaryClientSources = (): ReadonlyMap<string, string> =>
  clientSources(JSON.parse(readFileSync(manifest, 'utf8')).version, [
    { name: 'commerce', document: commerceDocument() },
    { name: 'claims', document: claimsDocument() },
  ]);
