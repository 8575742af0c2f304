import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { shortId } from '#web/claims/audit/names.ts';
import * as en from '#web/text/en/index.ts';

/** The sources that write to the audit log. */
const sources = globSync('{shared,functions}/claims/**/*.ts', {
  exclude: ['**/examples.ts', '**/contract.ts'],
})
  .concat('bin/operator/restore-audit-head.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

const found = (pattern: RegExp) => [...sources.matchAll(pattern)].map(([, name = '']) => name);
const events = new Set([
  ...found(
    /'((?:claim|batch|clearhouse|config|schema|audit|file|remittance|bank_file|unmatched|retention|legal_hold|purge|api_key|alert|alert_rule)\.[a-z_]+)'/g,
  ),
  ...found(/purgedEntry\(purge, '([a-z_]+)'/g).map((entity) => `${entity}.purged`),
  ...['paid', 'denied', 'underpaid', 'reversed'].map((outcome) => `claim.${outcome}`),
  ...['payment', 'status'].map((kind) => `claim.${kind}_taken_back`),
  ...['applied', 'partly_applied', 'quarantined', 'duplicate'].map((state) => `file.${state}`),
]);
const entities = new Set([
  ...found(/entity_type: '([a-z_]+)'/g),
  ...found(/purgedEntry\(purge, '([a-z_]+)'/g),
]);

test('ids that were made at one time differ as they are shown', () => {
  const ids = ['01a22ddc-b099-71b9-914c-7c4b77ec7edb', '01a22ddc-b16e-774c-8f9d-fad781f6294c'];
  expect(ids.map(shortId)).toEqual(['7c4b77ec7edb', 'fad781f6294c']);
  expect(shortId('claims')).toBe('claims');
});

describe('texts of the audit log', () => {
  test('name each event, and none that is not written', () => {
    expect(Object.keys(en.audit.events).toSorted()).toEqual([...events].toSorted());
  });

  test('name each kind of record, and none that is not written', () => {
    expect(Object.keys(en.audit.entities).toSorted()).toEqual([...entities].toSorted());
  });

  test('name each event of a claim in its timeline', () => {
    const ofClaims = [...events].filter((event) => /^(claim|batch|clearhouse)\./.test(event));
    expect(ofClaims.filter((event) => !(event in en.claim.events) && event !== 'claim.purged')).toEqual([]);
  });
});
