/** Functions that read files of several kinds. */
export const functionsOfFiles: readonly string[] = [
  'claims/ingest-file',
  'claims/parse-claim-acknowledgment',
  'claims/parse-implementation-acknowledgment',
  'claims/parse-remittance',
];
