import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { emptyHead, headAfter } from '#audit/entries/chain.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { type ChainSource, verifyChain } from '#audit/verification/verify-chain.ts';
import { restoreHead } from '#store/audit/audit-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { declareCommand, OperatorError } from './command.ts';
import { openClaims } from './stacks.ts';

/**
 * Puts the head of the audit log back to its last entry, after it was moved, removed or damaged. Every entry up to there must
 * verify. The log gets an entry about it, unless a row that follows the head refuses every append.
 */
export const restoreAuditHeadCommand = declareCommand(
  'restore-audit-head',
  z.strictObject({ last: z.coerce.number().int().positive().optional() }),
  async ({ last }, session) => {
    const { auditTable, auditLog } = await openClaims(session);
    const source = chainSource(auditTable, auditChain);
    const stored = await source.head();
    const entry = await lastEntry(source, last);
    if (!entry) throw new OperatorError(`The audit log has no ${last ? `entry ${last}` : 'entries'}.`);
    const head = headAfter(emptyHead, [entry]);
    if (last === undefined && stored && stored.sequence > head.sequence) {
      throw new OperatorError(
        `The head is at ${stored.sequence}, beyond the last entry ${head.sequence}; pass --last to move it back.`,
      );
    }
    // As if the head were there already, and nothing followed it.
    const wanted = { ...source, head: async () => head, rowAfter: async () => undefined };
    const { ok, first_bad_id, reason } = await verifyChain(wanted, { witness: new Map() });
    if (!ok) {
      throw new OperatorError(
        `Entry ${first_bad_id} does not verify (${reason}); pass --last with an entry before it.`,
      );
    }
    const isRestored = !isDeepStrictEqual(stored, head);
    if (isRestored) await restoreHead(auditTable, auditChain, head);
    const following = await source.rowAfter(head.sequence);
    if (isRestored && !following) {
      const payload = { from: stored?.sequence ?? null, to: head.sequence };
      const about = { event_type: 'audit.head_restored', entity_type: 'audit_log', entity_id: auditChain };
      await auditLog.append([{ ...about, actor: session.actor, payload }]);
    }
    session.print(`Head       entry ${head.sequence}, ${isRestored ? 'restored' : 'as before'}`);
    if (following) {
      session.print(
        'A row follows the head, so changes are still refused. Remove it (docs/runbook-audit.md).',
      );
    }
    const json = { sequence: head.sequence, restored: isRestored, following: following !== undefined };
    return { json, exitCode: following ? 1 : 0 };
  },
);

/** Ids that are read at a time. */
const windowSize = 5000;

/** The entry with this id, or the last entry of the log. */
async function lastEntry(source: ChainSource, last: number | undefined): Promise<AuditEntry | undefined> {
  let found: AuditEntry | undefined;
  for (let from = last ?? 1; ; from += windowSize) {
    const before = found;
    for await (const rows of source.rows(from, last ?? from + windowSize - 1)) {
      found = rows.findLast(({ entry }) => entry !== undefined)?.entry ?? found;
    }
    if (found === before || last !== undefined) return found;
  }
}
