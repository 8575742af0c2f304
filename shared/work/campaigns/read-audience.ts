import type { Campaign } from '#contract/commerce/campaigns.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { newBatchAction } from '#store/commerce/campaigns/batches.ts';
import { type AudienceSource, readAudience } from '#store/commerce/campaigns/contacts.ts';
import { newRecipientAction, readRecipientsById } from '#store/commerce/campaigns/recipients.ts';
import { type CampaignRun, pageAction, readRun } from '#store/commerce/campaigns/runs.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from '../run-work.ts';

/** Recipients of a batch. Every transaction of a batch has room for them and for at most ten other actions. */
const batchSize = 90;

/**
 * Reads the audience page by page. Each page commits its recipients, their batch and the position together, so a killed run
 * neither loses nor repeats a contact. Nothing is sent before the audience is complete.
 *
 * @returns `stopped` when the time is up
 */
export async function readWholeAudience(campaign: Campaign, run: WorkRun): Promise<'complete' | 'stopped'> {
  for (;;) {
    const state = await readRun(commerceTable, campaign.id);
    if (state === undefined || state.complete) return 'complete';
    if (run.isTimeUp()) return 'stopped';
    await retryOnConflict(() => readPage(campaign));
  }
}

/** The segment as it was when sending began, and the contacts of the campaign; contacts in both are recipients once. */
const sourcesOf = ({ contact_ids }: Campaign, { filter }: CampaignRun): readonly AudienceSource[] => [
  ...(contact_ids === undefined ? [] : [{ contactIds: contact_ids }]),
  ...(filter === undefined ? [] : [{ segment: JSON.parse(filter) }]),
];

async function readPage(campaign: Campaign): Promise<void> {
  const { id: campaign_id, brand_id, type: channel } = campaign;
  const state = await readRun(commerceTable, campaign_id);
  if (state === undefined || state.complete) return;
  const { position, batches: batch, started_at: startedAt } = state;
  const sources = sourcesOf(campaign, state);
  const source = sources[position.source];
  if (source === undefined) {
    const nothing = { position, complete: true, recipients: 0, skipped: {} };
    return transact(commerceTable, [pageAction(state, nothing)]);
  }
  const query = { brandId: brand_id, source, channel, startedAt, limit: batchSize, after: position.after };
  const page = await readAudience(commerceTable, query);
  const ids = page.recipients.map(({ contact }) => contact.id);
  const earlier = await readRecipientsById(commerceTable, campaign_id, ids);
  const known = new Set(earlier.map(({ contact_id }) => contact_id));
  const contact_ids = ids.filter((id) => !known.has(id));
  const next = page.next === undefined ? { source: position.source + 1 } : { ...position, after: page.next };
  await transact(commerceTable, [
    pageAction(state, {
      position: next,
      complete: next.source === sources.length,
      recipients: contact_ids.length,
      skipped: { ...page.skipped, not_found: unknownIds(source, position.after, page) },
    }),
    ...(contact_ids.length === 0
      ? []
      : [
          newBatchAction({ campaign_id, batch, contact_ids }),
          ...contact_ids.map((contact_id) =>
            newRecipientAction({ campaign_id, contact_id, batch, status: 'queued' }),
          ),
        ]),
  ]);
}

/** Ids of the campaign that belong to no contact. */
function unknownIds(
  source: AudienceSource,
  after: string | undefined,
  { recipients, skipped, next }: Awaited<ReturnType<typeof readAudience>>,
): number {
  if (!('contactIds' in source)) return 0;
  const examined = [...new Set(source.contactIds)].filter(
    (id) => (after === undefined || id > after) && (next === undefined || id <= next),
  );
  const found = recipients.length + Object.values(skipped).reduce((sum, count) => sum + count, 0);
  return Math.max(0, examined.length - found);
}
