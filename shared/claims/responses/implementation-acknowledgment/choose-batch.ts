import type { Batch } from '../../claim/batch.ts';

/** Who sent an envelope to whom: GS02 and GS03, or ISA06 and ISA08. */
export interface EnvelopeParties {
  readonly sender: string;
  readonly receiver: string;
}

/** Envelopes of an acknowledgment. A TA1 stands in no group. */
export interface AcknowledgmentEnvelopes {
  readonly interchange: EnvelopeParties;
  readonly group?: EnvelopeParties;
}

/**
 * The batch that an acknowledgment answers.
 *
 * - `partners`: number and partners agree, sender and receiver having changed places.
 * - `none`: no batch has the number. `other_partners`: batches have it, but were exchanged between others.
 *   `not_claims`: it answers another kind of group. `ambiguous`: several have it, and all of them were answered before.
 */
export type BatchChoice =
  | { readonly by: 'partners'; readonly batch: Batch }
  | {
      readonly by: 'none' | 'other_partners' | 'not_claims' | 'ambiguous';
      readonly candidates: readonly string[];
    };

/**
 * Chooses among the batches with the acknowledged number (x12/999.md section 4.1). Sender and receiver must fit, in the
 * interchange and in the group. What was sent from here goes before what came in, and of several the newest that has
 * no answer yet is meant.
 *
 * @param answered batches that an acknowledgment was applied to
 */
export function chooseBatch(
  batches: readonly Batch[],
  envelopes: AcknowledgmentEnvelopes,
  answered: ReadonlySet<string>,
): BatchChoice {
  if (batches.length === 0) return { by: 'none', candidates: [] };
  const pool = sentFromHere(batches.filter((batch) => fits(batch, envelopes)));
  const [only, ...others] = pool;
  if (only === undefined) return { by: 'other_partners', candidates: batches.map(({ id }) => id) };
  if (others.length === 0) return { by: 'partners', batch: only };
  const newest = pool.findLast(({ id }) => !answered.has(id));
  return newest === undefined
    ? { by: 'ambiguous', candidates: pool.map(({ id }) => id) }
    : { by: 'partners', batch: newest };
}

const fits = (batch: Batch, { interchange, group }: AcknowledgmentEnvelopes): boolean =>
  areTurned(batch.interchange, interchange) && (group === undefined || areTurned(batch.group, group));

const areTurned = (one: EnvelopeParties, other: EnvelopeParties): boolean =>
  isSame(one.sender, other.receiver) && isSame(one.receiver, other.sender);

/** Fixed fields of an envelope are filled up with blanks. */
const isSame = (one: string, other: string): boolean => one.trim() === other.trim();

function sentFromHere(batches: readonly Batch[]): readonly Batch[] {
  const sent = batches.filter(({ direction }) => direction === 'sent');
  return sent.length > 0 ? sent : batches;
}
