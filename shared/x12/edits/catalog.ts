import { claimEdits } from './claim-edits.ts';
import type { Edit } from './edit.ts';
import { responseEdits } from './response-edits.ts';
import { syntaxEdits } from './syntax-edits.ts';

/** Every edit with a V number, by id. */
export const editCatalog: ReadonlyMap<string, Edit> = new Map(
  [...syntaxEdits, ...claimEdits, ...responseEdits].map((edit) => [edit.id, edit]),
);
