import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import {
  type Campaign,
  type CampaignStatistics,
  type Recipient,
  type RecipientState,
  skipReasons,
} from './contract.ts';

/** What has become of the send. `queued` and `sending` are open; every other outcome is final. */
const sendStatuses = ['queued', 'sending', 'sent', 'skipped', 'failed', 'unknown', 'cancelled'] as const;
export type SendStatus = (typeof sendStatuses)[number];

/** What the provider reports later. */
const deliveryStates = ['delivered', 'bounced', 'complained'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** A contact of a campaign as it is stored. */
export const storedRecipient = z.object({
  campaign_id: uuid,
  contact_id: uuid,
  batch: z.int(),
  status: z.enum(sendStatuses),
  delivery: z.enum(deliveryStates).optional(),
  reason: z.string().optional(),
  run: z.string().optional().describe('The run that reserved the send'),
  seen: z
    .boolean()
    .optional()
    .describe('An event of the provider has named the message before its sender could record it'),
  provider_id: z.string().optional(),
  segments: z.int().optional(),
  sent_at: timestamp.optional(),
  unsubscribed_at: timestamp.optional(),
});
export type StoredRecipient = Readonly<z.output<typeof storedRecipient>>;

export const stateOf = ({ status, delivery }: StoredRecipient): RecipientState => delivery ?? status;

export const recipientView = (stored: StoredRecipient): Recipient => {
  const { contact_id, reason, segments, sent_at, unsubscribed_at } = stored;
  return {
    contact_id,
    state: stateOf(stored),
    ...(reason !== undefined && { reason }),
    ...(segments !== undefined && { segments }),
    ...(sent_at !== undefined && { sent_at }),
    ...(unsubscribed_at !== undefined && { unsubscribed_at }),
  };
};

export const isOpen = ({ status }: Pick<StoredRecipient, 'status'>): boolean =>
  status === 'queued' || status === 'sending';

/** Recipients that certainly got no message, so that theirs do not count in the allowance. */
export const unsentOf = (recipients: readonly StoredRecipient[]): number =>
  recipients.filter(({ status }) => status === 'skipped' || status === 'cancelled' || status === 'failed')
    .length;

/** Figures of a batch: how many recipients have each outcome. */
export interface BatchFigures {
  /** All of them. */
  readonly settled: number;
  readonly sent: number;
  readonly skipped: number;
  readonly failed: number;
  readonly unknown: number;
  readonly cancelled: number;
  readonly segments: number;
  /** By reason. */
  readonly reasons: ReadonlyMap<string, number>;
}

export function figuresOf(recipients: readonly StoredRecipient[]): BatchFigures {
  const count = (status: SendStatus) => recipients.filter((recipient) => recipient.status === status).length;
  const skipped = recipients.filter(({ status }) => status === 'skipped');
  const reasons = new Map<string, number>();
  for (const { reason = 'not_found' } of skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return {
    settled: recipients.length,
    sent: count('sent'),
    skipped: skipped.length,
    failed: count('failed'),
    unknown: count('unknown'),
    cancelled: count('cancelled'),
    segments: recipients.reduce(
      (sum, { status, segments = 0 }) => sum + (status === 'sent' ? segments : 0),
      0,
    ),
    reasons,
  };
}

/** Order of delivery states. An event never moves a message back. */
const rank: Readonly<Record<DeliveryState, number>> = { delivered: 1, bounced: 2, complained: 3 };

export const isLater = (state: DeliveryState, than: DeliveryState | undefined): boolean =>
  than === undefined || rank[state] > rank[than];

/** Id of the message to a contact of a campaign, the same in every attempt. */
export const campaignMessageId = (campaignId: string, contactId: string): string =>
  `${campaignId}.${contactId}`;

/** The statistics of a campaign from the figures of its run. */
export function statisticsOf(
  { id, status }: Campaign,
  figures: Readonly<Record<string, number>>,
  complete: boolean,
): CampaignStatistics {
  const figure = (name: string) => figures[name] ?? 0;
  return {
    campaign_id: id,
    status,
    audience_complete: complete,
    recipients: figure('recipients'),
    pending: figure('recipients') - figure('settled'),
    sent: figure('sent'),
    unknown: figure('unknown'),
    failed: figure('failed'),
    cancelled: figure('cancelled'),
    skipped: Object.fromEntries([
      ['total', figure('skipped')],
      ...skipReasons.map((reason) => [reason, figure(`skipped_${reason}`)]),
    ]) as CampaignStatistics['skipped'],
    delivered: figure('delivered'),
    bounced: figure('bounced'),
    complained: figure('complained'),
    unsubscribed: figure('unsubscribed'),
    segments: figure('segments'),
  };
}
