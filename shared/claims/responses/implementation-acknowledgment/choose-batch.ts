import type { Batch } from '../../claim/batch.ts';

/** Sender and receiver of an envelope: GS02 and GS03, or ISA06 and ISA08. */
export interface EnvelopeParties {
  readonly sender: string;
  readonly receiver: string;
}

/** Envelopes of an acknowledgment. A TA1 is in no group. */
export interface AcknowledgmentEnvelopes {
  readonly interchange: EnvelopeParties;
  readonly group?: EnvelopeParties;
}

/**
 * The batch that an acknowledgment is about.
 *
 * - `partners`: number and partners agree.
 * - `none`: no batch has the number.
 * - `other_partners`: batches have it, but were exchanged between other partners.
 * - `not_claims`: the acknowledged group holds no claims.
 * - `ambiguous`: several batches have it, and all of them are acknowledged already.
 */
export type BatchChoice =
  | { readonly by: 'partners'; readonly batch: Batch }
  | {
      readonly by: 'none' | 'other_partners' | 'not_claims' | 'ambiguous';
      readonly candidates: readonly string[];
    };

/**
 * Chooses among the batches with the acknowledged number. Sender and receiver of the batch must be receiver and sender of
 * the acknowledgment, in the interchange and in the group. Batches sent from here come first. Of several, the newest
 * without an acknowledgment is chosen.
 *
 * @param acknowledged ids of the batches that are acknowledged already
 */
export function chooseBatch(
  batches: readonly Batch[],
  envelopes: AcknowledgmentEnvelopes,
  acknowledged: ReadonlySet<string>,
): BatchChoice {
  if (batches.length === 0) return { by: 'none', candidates: [] };
  const pool = sentFromHere(batches.filter((batch) => fits(batch, envelopes)));
  const [only, ...others] = pool;
  if (only === undefined) return { by: 'other_partners', candidates: batches.map(({ id }) => id) };
  if (others.length === 0) return { by: 'partners', batch: only };
  const newest = pool.findLast(({ id }) => !acknowledged.has(id));
  return newest === undefined
    ? { by: 'ambiguous', candidates: pool.map(({ id }) => id) }
    : { by: 'partners', batch: newest };
}

const fits = (batch: Batch, { interchange, group }: AcknowledgmentEnvelopes): boolean =>
  areSwapped(batch.interchange, interchange) && (group === undefined || areSwapped(batch.group, group));

const areSwapped = (one: EnvelopeParties, other: EnvelopeParties): boolean =>
  isSame(one.sender, other.receiver) && isSame(one.receiver, other.sender);

/** Fixed fields of an envelope are padded with blanks. */
const isSame = (one: string, other: string): boolean => one.trim() === other.trim();

function sentFromHere(batches: readonly Batch[]): readonly Batch[] {
  const sent = batches.filter(({ direction }) => direction === 'sent');
  return sent.length > 0 ? sent : batches;
}
