import type { Channel } from '../contacts/contact-fields.ts';
import { type Silence, type SilenceReason, type Suppression, silenceReasons } from './contract.ts';

/** Who ends a silence: the customer by a new yes, a person of the brand, or a message that arrives. */
const ending: Readonly<Record<SilenceReason, Suppression['ends_by']>> = {
  complaint: 'brand',
  stop: 'customer',
  unsubscribe: 'customer',
  customer_request: 'customer',
  withdrawn: 'customer',
  erased: 'customer',
  manual: 'brand',
  bounce: 'delivery',
};

/** How the customer gave a new yes: by the link of a message that we sent, or by a START from the phone. */
export type Proof = 'double_opt_in' | 'start';

interface NewReason {
  readonly reason: SilenceReason;
  readonly now: Date;
  /** Who recorded it. */
  readonly by?: string;
}

/** The silence with one more reason; the same object if it has the reason. Every reason stays until it is ended. */
export const silenced = (before: Silence, { reason, now, by }: NewReason): Silence =>
  before.reasons.some((one) => one.reason === reason)
    ? before
    : next(before, [...before.reasons, { reason, at: now.toISOString(), ...(by !== undefined && { by }) }]);

/** An address that was never silent. */
export const noSilence = (brand_id: string, id: string, channel: Channel): Silence => ({
  brand_id,
  id,
  channel,
  reasons: [],
  version: 0,
});

/** The silence after a yes of its owner. A link in a message that arrived shows that the address exists. */
export const agreed = (before: Silence, proof: Proof): Silence =>
  without(
    before,
    ({ reason }) =>
      ending[reason] === 'customer' || (proof === 'double_opt_in' && ending[reason] === 'delivery'),
  );

/** The silence after a message arrived. One that was sent before the bounce may be the one that bounced. */
export const delivered = (before: Silence, sentAt: Date): Silence =>
  without(before, ({ reason, at }) => ending[reason] === 'delivery' && Date.parse(at) < sentAt.getTime());

/** The silence after a person of the brand ended what the brand may end. */
export const endedByBrand = (before: Silence): Silence =>
  without(before, ({ reason }) => ending[reason] !== 'customer');

export const hasComplaint = ({ reasons }: Silence): boolean =>
  reasons.some(({ reason }) => reason === 'complaint');

/** Whether the customer said no after this time: a yes that was asked for before does not answer it. */
export const saidNoSince = ({ reasons }: Silence, time: Date): boolean =>
  reasons.some(({ reason, at }) => ending[reason] === 'customer' && Date.parse(at) > time.getTime());

/** The strictest reason, in the order of {@link silenceReasons}. */
export function strictest({ reasons }: Silence): Silence['reasons'][number] {
  const [first] = reasons.toSorted(
    (one, other) => silenceReasons.indexOf(one.reason) - silenceReasons.indexOf(other.reason),
  );
  if (first === undefined) throw new TypeError('A silence has a reason');
  return first;
}

/** The silence as clients see it. */
export function shownSilence(silence: Silence): Suppression {
  const { id, brand_id, channel } = silence;
  const { reason, at } = strictest(silence);
  return { id, brand_id, channel, reason, ends_by: ending[reason], created_at: at };
}

function without(before: Silence, isEnded: (reason: Silence['reasons'][number]) => boolean): Silence {
  const kept = before.reasons.filter((one) => !isEnded(one));
  return kept.length === before.reasons.length ? before : next(before, kept);
}

const next = (before: Silence, reasons: Silence['reasons']): Silence => ({
  ...before,
  reasons,
  version: before.version + 1,
});

const day = 86_400_000;

/** Whether an address may be asked for its consent: once a day and three times in 30 days. */
export function mayAsk(times: readonly string[], now: Date): boolean {
  const ages = times.map((time) => now.getTime() - Date.parse(time));
  return ages.every((age) => age >= day) && ages.filter((age) => age < 30 * day).length < 3;
}

/** Kind of the message that asks for a consent. */
export const optInKind = 'opt_in';

/** The request for a consent, in the languages of the app. */
export const optInMessage = (brand: string, link: string) => ({
  subject: `${brand}: please confirm / por favor confirme`,
  text: [
    `Do you want news from ${brand}? Confirm here, or do nothing:`,
    link,
    `¿Desea recibir noticias de ${brand}? Confirme aquí, o no haga nada:`,
    link,
  ].join('\n'),
});
