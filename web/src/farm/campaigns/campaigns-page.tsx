import type { Campaign } from '#commerce/campaigns/contract.ts';
import { Link } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { LinkButton } from '#web/components/button.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDateTime, formatNumber } from '#web/text/format.ts';
import { useAudience } from './audience.ts';
import {
  lastCampaign,
  nextCampaign,
  stateTones,
  timeOf,
  useCampaigns,
  useStatistics,
} from './campaign-list.ts';
import { campaignTexts } from './campaign-texts.ts';
import './campaigns.css';

/** What goes out next, and whether the last one worked. */
export default function CampaignsPage() {
  const brand = useBrand();
  const words = campaignTexts;
  const list = useCampaigns(brand.id);
  const isEmpty = list.rows.length === 0;
  return (
    <Page
      title={words.title}
      actions={mayEdit() && <LinkButton to="/campaigns/settings">{words.settings}</LinkButton>}
      primary={
        mayEdit() && (
          <LinkButton kind="primary" icon="plus" to="/campaigns/new">
            {words.add}
          </LinkButton>
        )
      }
    >
      {!isEmpty && (
        <Figures>
          <NextSend campaign={nextCampaign(list.rows)} />
          <LastSend campaign={lastCampaign(list.rows)} />
        </Figures>
      )}
      <List
        label={words.listLabel}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        columns={columns()}
        pageOf={({ id }) => `/campaigns/${id}`}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.empty} text={words.emptyText} icon="campaign" />}
      />
    </Page>
  );
}

function NextSend({ campaign }: { readonly campaign: Campaign | undefined }) {
  const words = campaignTexts;
  const audience = useAudience(campaign);
  const statistics = useStatistics(campaign?.status === 'sending' ? campaign : undefined);
  if (!campaign) return <Figure large label={words.next} value={words.nextNone} />;
  const sending = statistics.data;
  return (
    <Figure
      large
      label={words.next}
      value={audience.count === undefined ? '…' : words.nextCount(sending?.recipients ?? audience.count)}
      note={
        <>
          <Link to={`/campaigns/${campaign.id}`}>{campaign.name}</Link>
          <br />
          {campaign.status === 'sending' ? words.sendingNow : words.nextAt(formatDateTime(timeOf(campaign)))}
        </>
      }
    />
  );
}

function LastSend({ campaign }: { readonly campaign: Campaign | undefined }) {
  const words = campaignTexts;
  const { data } = useStatistics(campaign);
  if (!campaign) return <Figure large label={words.last} value={words.lastNone} />;
  return (
    <Figure
      large
      label={words.last}
      value={data ? words.lastResult(formatNumber(data.sent), formatNumber(data.delivered)) : '…'}
      note={
        <>
          <Link to={`/campaigns/${campaign.id}`}>{campaign.name}</Link>
          <br />
          {words.lastAt(formatDateTime(timeOf(campaign)))}
          {data && `, ${words.lastProblems(formatNumber(data.bounced), formatNumber(data.unsubscribed))}`}
        </>
      }
    />
  );
}

function columns(): readonly Column<Campaign>[] {
  const words = campaignTexts;
  return [
    { id: 'name', label: words.columns.name, cell: ({ name }) => name, width: '2fr' },
    {
      id: 'type',
      label: words.columns.type,
      cell: ({ type }) => words.types[type],
      width: '100px',
      hideable: true,
    },
    {
      id: 'state',
      label: words.columns.state,
      cell: ({ status }) => <Badge tone={stateTones[status]}>{words.states[status]}</Badge>,
      width: '140px',
    },
    {
      id: 'audience',
      label: words.columns.audience,
      cell: (campaign) => <AudienceCell campaign={campaign} />,
      hideable: true,
    },
    {
      id: 'time',
      label: words.columns.time,
      cell: (campaign) => formatDateTime(timeOf(campaign)),
      width: '200px',
      align: 'end',
      card: 'line',
    },
  ];
}

function AudienceCell({ campaign }: { readonly campaign: Campaign }) {
  const { segmentName } = useAudience(campaign);
  const { nobody, singlePeople } = campaignTexts;
  const single = campaign.contact_ids?.length ?? 0;
  const parts = [segmentName, single > 0 && singlePeople(single)].filter(Boolean);
  return <span>{parts.length > 0 ? parts.join(', ') : nobody}</span>;
}
