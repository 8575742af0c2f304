import { useEffect, useState } from 'preact/hooks';
import { type Campaign, type CampaignStatistics, skipReasons } from '#commerce/campaigns/contract.ts';
import { isEditable } from '#commerce/campaigns/rules.ts';
import { api } from '#web/api/api.ts';
import { Link, useParameters } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Facts } from '#web/components/facts.tsx';
import { CheckField, Form } from '#web/components/fields.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { ConflictNotice, Notice, type OtherValue } from '#web/components/notice.tsx';
import { Columns, Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { isVersionConflict, type OtherChange, useVersionedDraft } from '#web/data/versioned-draft.ts';
import { useMessagingSettings } from '#web/farm/messaging/messaging-settings.ts';
import { mayEdit } from '#web/session/session.ts';
import { formatDateTime, formatNumber, formatPercent } from '#web/text/format.ts';
import { useAudience } from './audience.ts';
import { CampaignActions } from './campaign-actions.tsx';
import { type CampaignDraft, campaignDraft, campaignPatch } from './campaign-draft.ts';
import { CampaignFields, ContactName } from './campaign-fields.tsx';
import { stateTones, timeOf, useStatistics } from './campaign-list.ts';
import { campaignTexts } from './campaign-texts.ts';
import { PreviewSection } from './preview-section.tsx';
import { RecipientsSection } from './recipients-section.tsx';
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
    <Page title={campaignTexts.title}>
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
  const words = campaignTexts;
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
  const words = campaignTexts;
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

/** Channel, audience and times of a campaign that cannot be changed. The preview beside it shows the message. */
function CampaignSummary({ campaign, reason }: { readonly campaign: Campaign; readonly reason: string }) {
  const words = campaignTexts;
  const audience = useAudience(campaign);
  const { type, subject, contact_ids = [], scheduled_at, started_at, sent_at } = campaign;
  return (
    <Section title={words.audience} note={reason} kind="card">
      <Facts
        facts={[
          { label: words.type, value: words.types[type] },
          { label: words.subject, value: type === 'email' ? subject : undefined },
          { label: words.segment, value: audience.segmentName },
          {
            label: words.people,
            value:
              contact_ids.length === 0 ? undefined : (
                <ul>
                  {contact_ids.map((id) => (
                    <li key={id}>
                      <ContactName id={id} />
                    </li>
                  ))}
                </ul>
              ),
          },
          { label: words.times.scheduled, value: scheduled_at && formatDateTime(scheduled_at) },
          { label: words.times.started, value: started_at && formatDateTime(started_at) },
          { label: words.times.sent, value: sent_at && formatDateTime(sent_at) },
        ]}
      />
    </Section>
  );
}

const shownFigures = ['recipients', 'sent', 'delivered', 'bounced', 'complained', 'unsubscribed'] as const;
const rareFigures = ['failed', 'unknown', 'cancelled'] as const;

/** What a campaign has reached so far. */
function CampaignResults({ statistics }: { readonly statistics: CampaignStatistics }) {
  const words = campaignTexts;
  const { recipients, pending, sent, skipped, status } = statistics;
  const isRunning = status === 'sending' || status === 'paused';
  const done = recipients - pending;
  const share = (count: number) => (sent === 0 ? undefined : formatPercent(count / sent));
  return (
    <Section title={words.results}>
      {isRunning && (
        <Progress
          label={words.results}
          labelHidden
          value={done}
          max={recipients}
          text={words.progress(formatNumber(done), formatNumber(recipients))}
        />
      )}
      <Figures>
        {shownFigures.map((name) => (
          <Figure
            key={name}
            label={words.figures[name]}
            value={formatNumber(statistics[name])}
            note={name === 'recipients' || name === 'sent' ? undefined : share(statistics[name])}
          />
        ))}
        {rareFigures.map(
          (name) =>
            statistics[name] > 0 && (
              <Figure key={name} label={words.figures[name]} value={formatNumber(statistics[name])} />
            ),
        )}
        {skipped.total > 0 && <Figure label={words.figures.skipped} value={formatNumber(skipped.total)} />}
      </Figures>
      {skipped.total > 0 && (
        <details>
          <summary>{words.skipped}</summary>
          <Facts
            facts={skipReasons.map((reason) => ({
              label: words.skipReasons[reason],
              value: skipped[reason] > 0 ? formatNumber(skipped[reason]) : undefined,
            }))}
          />
        </details>
      )}
    </Section>
  );
}

/** Sends the saved campaign to test addresses of the brand. */
function TestSection({
  campaign,
  reason,
}: {
  readonly campaign: Campaign;
  readonly reason: string | undefined;
}) {
  const words = campaignTexts;
  const settings = useMessagingSettings(reason === undefined);
  const [left, setLeft] = useState<readonly string[]>([]);
  const isEmail = campaign.type === 'email';
  const offered = (settings.data?.test_addresses ?? []).filter(
    (address) => address.includes('@') === isEmail,
  );
  const addresses = offered.filter((address) => !left.includes(address));
  const test = useAction(async () => {
    const { messages } = await api('POST /api/v1/campaigns/{id}/test', { id: campaign.id, addresses });
    toast({ text: words.testSent(messages.length) });
  });
  if (reason !== undefined) return null;
  return (
    <Section title={words.test} note={words.testText} kind="card">
      {settings.isLoading && <Loading rows={2} />}
      {settings.data && offered.length === 0 && (
        <p>
          {words.testNone} <Link to="/campaigns/settings">{words.settings}</Link>
        </p>
      )}
      {offered.length > 0 && (
        <Form
          rules={contractRules('POST /api/v1/campaigns/{id}/test')}
          label={words.test}
          onSubmit={() => test.run()}
          error={test.error}
          actions={
            <Button
              type="submit"
              icon="send"
              busy={test.isRunning}
              reason={addresses.length === 0 ? words.testText : undefined}
            >
              {words.testSend}
            </Button>
          }
        >
          {offered.map((address) => (
            <CheckField
              key={address}
              label={address}
              value={!left.includes(address)}
              onChange={(isChosen) =>
                setLeft(isChosen ? left.filter((other) => other !== address) : [...left, address])
              }
            />
          ))}
        </Form>
      )}
    </Section>
  );
}

/** Message and audience of a campaign. Saving sends them with the version that was read. */
function CampaignEditor({
  campaign,
  onSaved,
  onConflict,
  onDirty,
}: {
  readonly campaign: Campaign;
  readonly onSaved: (campaign: Campaign) => void;
  readonly onConflict: () => void;
  /** Called when changes that are not saved appear or disappear. */
  readonly onDirty: (isDirty: boolean) => void;
}) {
  const words = campaignTexts;
  const { base, draft, isChanged, conflict, setDraft, rebase, meetConflict } = useVersionedDraft(
    campaign,
    campaignDraft,
  );
  useEffect(() => onDirty(isChanged), [isChanged]);
  useUnsaved(isChanged);
  const save = useAction(
    () =>
      api('PATCH /api/v1/campaigns/{id}', { id: campaign.id, ...campaignPatch(draft) }, { ifMatch: base }),
    { done: words.saved },
  );
  const submit = async () => {
    const saved = await save.run();
    if (!saved) return;
    rebase(saved);
    onSaved(saved);
  };
  useEffect(() => {
    if (!isVersionConflict(save.error)) return;
    meetConflict();
    onConflict();
  }, [save.error]);
  return (
    <Form
      rules={contractRules('PATCH /api/v1/campaigns/{id}')}
      label={words.compose}
      onSubmit={submit}
      error={isVersionConflict(save.error) ? undefined : save.error}
      actions={
        <Button kind={isChanged ? 'primary' : 'secondary'} type="submit" busy={save.isRunning}>
          {words.saveChanges}
        </Button>
      }
    >
      {conflict && <ConflictNotice values={conflict.map(otherValue)} />}
      <CampaignFields draft={draft} onChange={setDraft} reason={undefined} />
    </Form>
  );
}

/** What the other person has stored in a field of the form that both have changed. */
function otherValue({ name, value }: OtherChange<CampaignDraft>): OtherValue {
  const words = campaignTexts;
  const labels: Readonly<Record<keyof CampaignDraft, string>> = {
    ...words,
    segment_id: words.segment,
    contact_ids: words.people,
  };
  const isText = typeof value === 'string' && name !== 'segment_id' && name !== 'type';
  return { label: labels[name], text: isText ? value : undefined };
}
