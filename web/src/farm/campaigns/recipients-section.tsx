import { type Campaign, type CampaignRecipient, finalStates } from '#commerce/campaigns/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDateTime } from '#web/text/format.ts';
import { ContactName } from './campaign-fields.tsx';
import { campaignTexts } from './campaign-texts.ts';

const filters = ['all', ...finalStates] as const;

const tones: Readonly<Record<CampaignRecipient['state'], Tone>> = {
  queued: 'neutral',
  sending: 'info',
  sent: 'info',
  delivered: 'good',
  bounced: 'danger',
  complained: 'danger',
  failed: 'danger',
  skipped: 'neutral',
  unknown: 'warning',
  cancelled: 'neutral',
};

/** Everyone in the audience with the state of the message. */
export function RecipientsSection({ campaign }: { readonly campaign: Campaign }) {
  const words = campaignTexts;
  const [filter, setFilter] = useAddressState<(typeof filters)[number]>('recipients', 'all');
  const state = filter === 'all' ? undefined : filter;
  const list = usePages(`campaigns/${campaign.id}/recipients?state=${filter}`, (cursor) =>
    api('GET /api/v1/campaigns/{id}/recipients', { id: campaign.id, state, limit: 100, cursor }),
  );
  return (
    <Section title={words.recipients}>
      <FilterChips
        label={words.recipientFilter}
        options={filters.map((value) => ({ value, label: words.recipientStates[value] }))}
        value={filter}
        onChange={setFilter}
      />
      <List
        label={words.recipientsLabel}
        rows={list.rows}
        rowKey={({ contact_id }) => contact_id}
        columns={recipientColumns()}
        pageOf={({ contact_id }) => `/customers/${contact_id}`}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.noRecipients} icon="people" />}
      />
    </Section>
  );
}

function recipientColumns(): readonly Column<CampaignRecipient>[] {
  const words = campaignTexts;
  return [
    {
      id: 'name',
      label: words.recipientColumns.name,
      cell: ({ contact_id }) => <ContactName id={contact_id} />,
    },
    {
      id: 'state',
      label: words.recipientColumns.state,
      width: '140px',
      cell: ({ state }) => <Badge tone={tones[state]}>{words.recipientStates[state]}</Badge>,
    },
    { id: 'reason', label: words.recipientColumns.reason, cell: reasonOf },
    {
      id: 'at',
      label: words.recipientColumns.at,
      width: '200px',
      cell: ({ sent_at }) => sent_at && formatDateTime(sent_at),
    },
  ];
}

function reasonOf({ reason, unsubscribed_at }: CampaignRecipient): string | undefined {
  const { skipReasons, unsubscribedMark } = campaignTexts;
  if (unsubscribed_at !== undefined) return unsubscribedMark;
  const names: Readonly<Record<string, string>> = skipReasons;
  return reason === undefined ? undefined : (names[reason] ?? reason);
}
