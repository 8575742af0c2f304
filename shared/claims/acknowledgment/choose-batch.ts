import type { Batch } from '../batch.ts';

/** Who sent an acknowledgment to whom: GS02 and GS03, or ISA06 and ISA08. */
export interface Partners {
  readonly sender: string;
  readonly receiver: string;
}

/**
 * The batch that an acknowledgment answers, and how sure that is.
 *
 * - `partners`: number and partners agree, sender and receiver having changed places. `number`: only the number does.
 * - `none`: no batch has the number. `not_claims`: it answers another kind of group. `ambiguous`: several have it, and
 *   all of them were answered before.
 */
export type BatchChoice =
  | { readonly by: 'partners' | 'number'; readonly batch: Batch }
  | { readonly by: 'none' | 'not_claims' | 'ambiguous'; readonly candidates: readonly string[] };

/**
 * Chooses among the batches with the acknowledged number (x12/999.md section 4.1): those between the same partners
 * before others, what was sent from here before what came in, and of several the newest that has no answer yet.
 *
 * @param partnersOf GS02 and GS03 of a batch for a 999, ISA06 and ISA08 for a TA1
 * @param answered batches that an acknowledgment was applied to
 */
export function chooseBatch(
  batches: readonly Batch[],
  { sender, receiver }: Partners,
  partnersOf: (batch: Batch) => Partners,
  answered: ReadonlySet<string>,
): BatchChoice {
  if (batches.length === 0) return { by: 'none', candidates: [] };
  const betweenPartners = batches.filter((batch) => {
    const sent = partnersOf(batch);
    return sent.sender === receiver && sent.receiver === sender;
  });
  const by = betweenPartners.length > 0 ? 'partners' : 'number';
  const pool = sentFromHere(betweenPartners.length > 0 ? betweenPartners : batches);
  const [only, ...others] = pool;
  if (only !== undefined && others.length === 0) return { by, batch: only };
  const newest = pool.findLast(({ id }) => !answered.has(id));
  return newest === undefined
    ? { by: 'ambiguous', candidates: pool.map(({ id }) => id) }
    : { by, batch: newest };
}

function sentFromHere(batches: readonly Batch[]): readonly Batch[] {
  const sent = batches.filter(({ direction }) => direction === 'sent');
  return sent.length > 0 ? sent : batches;
}
