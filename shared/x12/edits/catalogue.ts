import { claimEdits } from './claim.ts';
import type { Edit } from './edit.ts';
import { inboundEdits } from './inbound.ts';
import { syntaxEdits } from './syntax.ts';

/** Every edit with a V number, by id. */
export const edits: ReadonlyMap<string, Edit> = new Map(
  [...syntaxEdits, ...claimEdits, ...inboundEdits].map((edit) => [edit.id, edit]),
);
