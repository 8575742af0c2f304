/**
 * Functions that make JSON Schemas of zod schemas while they run. The bundles of the others leave out that part of zod,
 * which every schema refers to: 20 kB at each cold start.
 */
export const jsonSchemaFunctions: readonly string[] = [
  'claims/openapi',
  'commerce/list-event-types',
  'commerce/openapi',
];
