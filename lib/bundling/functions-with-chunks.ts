/**
 * Functions that import our own modules dynamically, such as the code for one kind of file. esbuild splits each into
 * `index.mjs` and chunks beside it. In the bundle of another function, a module that is imported dynamically is loaded at the
 * start.
 */
export const functionsWithChunks: readonly string[] = [
  'claims/edit-claim',
  'claims/exchange-files',
  'claims/ingest-file',
  'claims/parse-claim-acknowledgment',
  'claims/parse-implementation-acknowledgment',
  'claims/parse-remittance',
  'claims/submit-claims',
];
