import { type Batch, foldedNumber } from '#claims/claims/batch.ts';

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
 * - `number`: the number and some of the partners agree; `differing` names the elements that do not.
 * - `none`: no batch has the number.
 * - `other_partners`: batches have it, but were exchanged between other partners.
 * - `not_claims`: the acknowledged group holds no claims.
 * - `ambiguous`: several batches have it and fit equally well.
 */
export type BatchChoice =
  | { readonly by: 'partners'; readonly batch: Batch }
  | { readonly by: 'number'; readonly batch: Batch; readonly differing: readonly string[] }
  | {
      readonly by: 'none' | 'other_partners' | 'not_claims' | 'ambiguous';
      readonly candidates: readonly string[];
    };

/** What is known about the other batches and partners. */
export interface BatchFacts {
  /** Ids of the batches that are acknowledged already. */
  readonly acknowledged: ReadonlySet<string>;
  /** Whether claims are sent to a receiver with this id. */
  readonly isReceiver?: ((id: string) => boolean) | undefined;
}

/**
 * Chooses among the batches with the acknowledged number. Sender and receiver of the batch must be receiver and sender of
 * the acknowledgment, in the interchange and in the group. Clearinghouses respond under other ids of the payer, of
 * themselves or of us, so without such a batch the one with the most agreeing ids is chosen. Batches sent from here come
 * first. Of several with the same partners, the newest without an acknowledgment is chosen.
 */
export function chooseBatch(
  batches: readonly Batch[],
  envelopes: AcknowledgmentEnvelopes,
  facts: BatchFacts,
): BatchChoice {
  if (batches.length === 0) return { by: 'none', candidates: [] };
  const compared = batches.map((batch) => ({ batch, ...compare(batch, envelopes) }));
  const exact = sentFromHere(compared.filter(({ differing }) => differing.length === 0));
  const possible = exact.length > 0 ? exact : mostAgreeing(compared, facts);
  const pool = possible.map(({ batch }) => batch);
  const [only, ...others] = pool;
  if (only === undefined) return { by: 'other_partners', candidates: batches.map(({ id }) => id) };
  const hasOnePair = exact.length > 0 || others.every((other) => hasSamePartners(only, other));
  const chosen =
    others.length === 0
      ? only
      : hasOnePair
        ? pool.findLast(({ id }) => !facts.acknowledged.has(id))
        : undefined;
  if (chosen === undefined) return { by: 'ambiguous', candidates: pool.map(({ id }) => id) };
  const differing = possible.find(({ batch }) => batch === chosen)?.differing ?? [];
  return differing.length === 0
    ? { by: 'partners', batch: chosen }
    : { by: 'number', batch: chosen, differing };
}

interface Compared {
  readonly batch: Batch;
  /** Elements of the acknowledgment that name another partner. */
  readonly differing: readonly string[];
  /** Number of elements that name the partner of the batch, and ourselves. */
  readonly agreeing: { readonly partner: number; readonly us: number };
  /** The names in the differing elements of the partner. */
  readonly otherNames: readonly string[];
}

/** Compares the ids in the envelopes. An empty one is neither of the two. */
function compare(
  { interchange: sentInterchange, group: sentGroup }: Batch,
  { interchange, group }: AcknowledgmentEnvelopes,
): Omit<Compared, 'batch'> {
  const elements = [
    { element: 'ISA06', side: 'partner', id: interchange.sender, sent: sentInterchange.receiver },
    { element: 'ISA08', side: 'us', id: interchange.receiver, sent: sentInterchange.sender },
    { element: 'GS02', side: 'partner', id: group?.sender ?? '', sent: sentGroup.receiver },
    { element: 'GS03', side: 'us', id: group?.receiver ?? '', sent: sentGroup.sender },
  ] as const;
  const filled = elements.filter(({ id }) => id.trim() !== '');
  const other = filled.filter(({ id, sent }) => foldedNumber(id) !== foldedNumber(sent));
  const agreeing = filled.filter((one) => !other.includes(one));
  const onSide = (wanted: 'partner' | 'us') => agreeing.filter(({ side }) => side === wanted).length;
  return {
    differing: other.map(({ element }) => element),
    agreeing: { partner: onSide('partner'), us: onSide('us') },
    otherNames: other.filter(({ side }) => side === 'partner').map(({ id }) => id.trim()),
  };
}

/**
 * The sent batches with the most agreeing ids. If no id of the partner or of us agrees, the number is the proof. It proves
 * nothing if the batch is acknowledged already, or if the acknowledgment comes from another receiver of claims.
 */
function mostAgreeing(
  compared: readonly Compared[],
  { acknowledged, isReceiver = () => false }: BatchFacts,
): readonly Compared[] {
  const possible = compared.filter(({ batch, agreeing: { partner, us }, otherNames }) => {
    if (batch.direction !== 'sent' || partner + us === 0) return false;
    return partner > 0 && us > 0 ? true : !acknowledged.has(batch.id) && !otherNames.some(isReceiver);
  });
  const agreeingOf = ({ agreeing: { partner, us } }: Compared) => partner + us;
  const most = Math.max(...possible.map(agreeingOf));
  return possible.filter((one) => agreeingOf(one) === most);
}

const hasSamePartners = (one: Batch, other: Batch): boolean =>
  partnersOf(one).join('\n') === partnersOf(other).join('\n');

const partnersOf = ({ interchange, group }: Batch): readonly string[] =>
  [interchange.sender, interchange.receiver, group.sender, group.receiver].map(foldedNumber);

function sentFromHere(compared: readonly Compared[]): readonly Compared[] {
  const sent = compared.filter(({ batch }) => batch.direction === 'sent');
  return sent.length > 0 ? sent : compared;
}
