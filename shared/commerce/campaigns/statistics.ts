import { type Campaign, type CampaignStatistics, skipReasons } from './contract.ts';

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
