import { expect, test } from '@jest/globals';
import { stateRules } from '#x12/837p/profile/state-rules.ts';
import { editCatalog } from '#x12/edits/catalog.ts';
import { editList } from '#x12/presentation/edit-list.ts';

test('every edit and state rule has one row in the list of edits', () => {
  const rows = [...editList().matchAll(/^\| ([VR]\d{3}) \|/gm)].map(([, id]) => id);
  expect(rows.sort()).toEqual([...editCatalog.keys(), ...stateRules.map(({ id }) => id)].sort());
});
