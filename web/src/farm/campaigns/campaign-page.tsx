import { useEffect, useState } from 'preact/hooks';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { api } from '#web/api/api.ts';
import { useParameters } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Columns, Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useAudience } from './audience.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { CampaignEditor } from './campaign-editor.tsx';
import { isEditable, stateTones, timeOf, useStatistics } from './campaign-list.ts';
import { CampaignResults } from './campaign-results.tsx';
import { CampaignSummary } from './campaign-summary.tsx';
import { PreviewSection } from './preview-section.tsx';
import { RecipientsSection } from './recipients-section.tsx';
import { TestSection } from './test-section.tsx';
import './campaigns.css';

const pollMs = 3000;

/** One campaign: write, see as a contact sees it, test, schedule, send, and read the results. */
export default function CampaignPage() {
  const { id = '' } = useParameters();
  const query = useQuery(`campaigns/${id}`, () => api('GET /api/v1/campaigns/{id}', { id }));
  const { data: campaign, error } = query;
  const isMoving = campaign?.status === 'sending' || campaign?.status === 'scheduled';
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => refreshAll(`campaigns/${id}`), pollMs);
    return () => clearInterval(timer);
  }, [isMoving, id]);
  const change = (changed: Campaign) => {
    query.set(changed);
    refreshAll(`campaigns/${id}/`);
    refreshAll('campaigns?');
  };
  if (campaign)
    return (
      <CampaignView key={id} campaign={campaign} onChange={change} refresh={() => void query.refresh()} />
    );
  return (
    <Page title={texts.campaigns.title}>
      {error === undefined ? (
        <Loading rows={8} />
      ) : (
        <Failure error={error} onRetry={() => void query.refresh()} />
      )}
    </Page>
  );
}

function CampaignView({
  campaign,
  onChange,
  refresh,
}: {
  readonly campaign: Campaign;
  readonly onChange: (campaign: Campaign) => void;
  readonly refresh: () => void;
}) {
  const words = texts.campaigns;
  const { status, reason } = campaign;
  const [isDirty, setDirty] = useState(false);
  const hasStarted = campaign.started_at !== undefined;
  const statistics = useStatistics(hasStarted ? campaign : undefined);
  const audience = useAudience(campaign);
  const editReason = mayEdit() ? undefined : words.viewerReason;
  const actions = (
    <CampaignActions
      campaign={campaign}
      reach={audience.text}
      unknown={statistics.data?.unknown ?? 0}
      reason={editReason}
      startReason={isDirty ? words.unsaved : undefined}
      onChange={onChange}
    />
  );
  const isPrepared = isEditable(campaign) && !hasStarted;
  return (
    <Page
      title={campaign.name}
      answer={answerOf(campaign, audience.count)}
      note={<Badge tone={stateTones[status]}>{words.states[status]}</Badge>}
      actions={actions}
    >
      {reason !== undefined && (
        <Notice tone={status === 'failed' ? 'danger' : 'warning'}>{words.reasons[reason]}</Notice>
      )}
      {hasStarted && statistics.data && <CampaignResults statistics={statistics.data} />}
      {hasStarted && statistics.error !== undefined && !statistics.data && (
        <Failure error={statistics.error} onRetry={() => void statistics.refresh()} />
      )}
      <Columns>
        {editReason === undefined && isEditable(campaign) ? (
          <CampaignEditor campaign={campaign} onSaved={onChange} onConflict={refresh} onDirty={setDirty} />
        ) : (
          <CampaignSummary campaign={campaign} reason={editReason ?? words.fixed} />
        )}
        <div class="campaign-column">
          <PreviewSection campaign={campaign} />
          {isPrepared && <TestSection campaign={campaign} reason={editReason} />}
        </div>
      </Columns>
      {hasStarted && <RecipientsSection campaign={campaign} />}
    </Page>
  );
}

function answerOf(campaign: Campaign, count: number | undefined): string | undefined {
  const words = texts.campaigns;
  const people = count === undefined ? undefined : words.nextCount(count);
  switch (campaign.status) {
    case 'sent':
      return words.lastAt(formatDateTime(timeOf(campaign)));
    case 'scheduled':
      return [words.nextAt(formatDateTime(timeOf(campaign))), people].filter(Boolean).join(', ');
    case 'sending':
      return words.sendingNow;
    default:
      return people;
  }
}
