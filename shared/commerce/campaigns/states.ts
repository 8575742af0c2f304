import { ApiError } from '#contract/errors.ts';
import type { Campaign, CampaignReason, CampaignStatus } from './contract.ts';

/** Statuses that each status can change to. sent and cancelled are final. */
const transitions: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['scheduled', 'sending', 'cancelled'],
  scheduled: ['scheduled', 'draft', 'sending', 'cancelled', 'failed'],
  sending: ['sending', 'paused', 'sent', 'cancelled', 'failed'],
  paused: ['sending', 'cancelled'],
  sent: ['sending'],
  cancelled: [],
  failed: ['scheduled', 'draft', 'sending', 'cancelled'],
};

/** Whether sending has begun and may leave contacts without a message. */
export const hasOpenRun = ({ status, started_at }: Campaign): boolean =>
  status === 'sending' || status === 'paused' || (status === 'failed' && started_at !== undefined);

interface Move {
  readonly status: CampaignStatus;
  readonly now: Date;
  readonly reason?: CampaignReason;
  readonly scheduled_at?: string;
}

export const canMove = ({ status }: Campaign, to: CampaignStatus): boolean =>
  transitions[status].includes(to);

/**
 * The campaign in another status, with the next version.
 *
 * @throws ApiError illegal_campaign_transition
 */
export function moveCampaign(before: Campaign, { status, now, reason, scheduled_at }: Move): Campaign {
  if (!canMove(before, status)) {
    throw new ApiError('illegal_campaign_transition', {
      message: `A campaign that is ${before.status} cannot become ${status}`,
    });
  }
  const { reason: _, ...kept } = before;
  const time = now.toISOString();
  return {
    ...kept,
    status,
    ...(reason !== undefined && { reason }),
    ...(scheduled_at !== undefined && { scheduled_at }),
    ...(status === 'sending' && before.started_at === undefined && { started_at: time }),
    ...(status === 'sent' && { sent_at: time }),
    updated_at: time,
    version: before.version + 1,
  };
}

/**
 * The campaign that an owner sends now or continues. A campaign that was sent is not sent again: only `resend-unknown` opens
 * it once more.
 *
 * @throws ApiError illegal_campaign_transition
 */
export function startCampaign(before: Campaign, now: Date): Campaign {
  if (before.status === 'sent' || before.status === 'sending') {
    throw new ApiError('illegal_campaign_transition', {
      message: `A campaign that is ${before.status} cannot be sent again`,
    });
  }
  return moveCampaign(before, { status: 'sending', now });
}

/** @throws ApiError validation_failed for a time that has passed */
export function requireFuture(scheduled_at: string, now: Date): void {
  if (scheduled_at > now.toISOString()) return;
  throw new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'scheduled_at'],
        message: 'Must be in the future; use send to send now',
        code: 'not_in_future',
      },
    ],
  });
}
