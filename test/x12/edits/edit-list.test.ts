import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { editCatalog } from '#x12/edits/catalog.ts';
import { editList } from '#x12/presentation/edit-list.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/x12-edits.md'), 'utf8');

test('the page of edits is the one that the code writes (x12 edits)', () => {
  expect(page).toBe(editList());
});

test('every edit and state rule has one row', () => {
  const rows = [...page.matchAll(/^\| ([VR]\d{3}) \|/gm)].map(([, id]) => id);
  expect(rows.sort()).toEqual([...editCatalog.keys(), ...stateRules.map(({ id }) => id)].sort());
});
