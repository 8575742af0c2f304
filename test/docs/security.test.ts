import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import { partitions } from '#contract/partitions.ts';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const endpoints = [...commerceEndpoints, ...claimsEndpoints];

/** The page calls the endpoints that parse a file by their paths. */
const nameOf = ({ name, path }: { readonly name: string; readonly path: string }) =>
  path.startsWith('/api/parse-') ? path.slice('/api/'.length) : name;

describe('docs/security.md', () => {
  test.each(endpoints.filter(({ deletes }) => deletes))('lists what $service $name deletes', (endpoint) => {
    const patterns = endpoint.deletes?.flatMap((records) => partitions[records]) ?? [];
    const row = rows.find(
      (line) => line.includes(`\`${nameOf(endpoint)}\``) && line.includes(endpoint.service),
    );
    for (const pattern of patterns) expect(row).toContain(`\`${pattern}\``);
  });

  test.each(endpoints.filter(({ managesCredentials }) => managesCredentials))(
    'lists which credentials $service $name writes',
    ({ name, managesCredentials }) => {
      const patterns = managesCredentials?.flatMap((records) => partitions[records]) ?? [];
      const row = rows.find((line) => line.includes('deny on') && line.includes(`\`${name}\``));
      for (const pattern of patterns) expect(row).toContain(`\`${pattern}\``);
    },
  );

  test.each(endpoints.filter(({ writesInBatches }) => writesInBatches))(
    'lists that $name writes in batches',
    ({ name }) => {
      expect(rows.find((line) => line.includes('BatchWriteItem'))).toContain(`\`${name}\``);
    },
  );
});
