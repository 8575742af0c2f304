import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { LegalHold, Retention } from '#claims/retention/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { actorName } from '#web/claims/people.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { CheckField, Form, NumberField, SelectField } from '#web/components/fields.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages, useQuery } from '#web/data/query.ts';
import { formatDateOf, formatDateTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { CreateHoldDialog, heldText, holdsKey, ReleaseHoldDialog } from './legal-holds.tsx';
import { Purges } from './purges.tsx';

/** How long records are kept, what holds them longer, and purges with their preview. */
export default function RetentionPage() {
  const [isEditing, setEditing] = useState(false);
  const period = useQuery('retention/period', () => api('GET /api/admin/retention'), { keep: false });
  const words = texts.retention;
  const { data, error } = period;
  return (
    <Page
      title={texts.app.pages.retention}
      answer={data && answerOf(data)}
      note={data && noteOf(data)}
      primary={
        <Button
          kind="primary"
          icon="edit"
          busy={data === undefined}
          reason={adminReason()}
          onClick={() => setEditing(true)}
        >
          {words.edit}
        </Button>
      }
    >
      {error !== undefined && data === undefined && (
        <Failure error={error} onRetry={() => void period.refresh()} />
      )}
      {period.isLoading && <Loading rows={3} />}
      <LegalHolds />
      <Purges hasPeriod={data !== undefined && data.retention_days !== null} />
      {isEditing && data !== undefined && (
        <PeriodDialog period={data} onSaved={period.set} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

const answerOf = ({ retention_days }: Retention): string =>
  retention_days === null ? texts.retention.answerForever : texts.retention.answerDays(retention_days);

function noteOf({ retention_days, automatic, updated_at, updated_by }: Retention): string {
  const words = texts.retention;
  return [
    retention_days === null ? undefined : automatic ? words.automatic : words.manual,
    updated_at && updated_by && words.period.updated(formatDateTime(updated_at), actorName(updated_by)),
  ]
    .filter(Boolean)
    .join(' ');
}

const sixYears = 2192;
/** Shorter periods need a second confirmation. */
const aYear = 365;

/** Sets how long records are kept. */
function PeriodDialog(props: {
  readonly period: Retention;
  readonly onSaved: (period: Retention) => void;
  readonly onClose: () => void;
}) {
  const { period, onSaved, onClose } = props;
  const [kind, setKind] = useState<'forever' | 'limited'>(
    period.retention_days === null ? 'forever' : 'limited',
  );
  const [days, setDays] = useState<number | undefined>(period.retention_days ?? sixYears);
  const [isAutomatic, setAutomatic] = useState(period.automatic);
  const [allowsShort, setAllowsShort] = useState(false);
  const words = texts.retention.period;
  const isShort = kind === 'limited' && days !== undefined && days < aYear;
  const save = useAction(
    async () => {
      const saved = await api(
        'PUT /api/admin/retention',
        {
          retention_days: kind === 'forever' ? null : (days ?? null),
          automatic: kind === 'limited' && isAutomatic,
          ...(isShort && allowsShort && { allow_short: true }),
        },
        { ifMatch: period },
      );
      onSaved(saved);
      onClose();
    },
    { done: words.saved },
  );
  return (
    <Dialog
      title={words.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{texts.states.cancel}</Button>
          <Button kind="primary" type="submit" form="retention-period" busy={save.isRunning}>
            {words.save}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('PUT /api/admin/retention')}
        id="retention-period"
        error={save.error}
        onSubmit={() => save.run()}
      >
        <SelectField<'forever' | 'limited'>
          label={words.keep}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'forever', label: words.forever },
            { value: 'limited', label: words.limited },
          ]}
        />
        {kind === 'limited' && (
          <>
            <NumberField
              label={words.days}
              name="retention_days"
              hint={words.daysHint}
              required
              min={1}
              value={days}
              onChange={setDays}
            />
            {isShort && (
              <CheckField
                label={words.short}
                name="allow_short"
                hint={words.shortHint}
                value={allowsShort}
                onChange={setAllowsShort}
              />
            )}
            <CheckField
              label={words.automatic}
              name="automatic"
              value={isAutomatic}
              onChange={setAutomatic}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** The legal holds: list, create, end. */
function LegalHolds() {
  const [asked, setAsked] = useState<LegalHold | 'new'>();
  const holds = usePages<LegalHold>(
    holdsKey,
    (cursor) => api('GET /api/admin/legal-holds', { limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const words = texts.retention.holds;
  const close = () => setAsked(undefined);
  return (
    <Section
      title={words.title}
      note={words.note}
      actions={
        <Button icon="lock" reason={adminReason()} onClick={() => setAsked('new')}>
          {words.create}
        </Button>
      }
    >
      {holds.isLoading && <Loading rows={3} />}
      {holds.error !== undefined && <Failure error={holds.error} onRetry={() => void holds.refresh()} />}
      {!holds.isLoading && holds.error === undefined && holds.rows.length === 0 && (
        <Empty icon="lock" title={words.empty} text={words.emptyText} />
      )}
      {holds.rows.length > 0 && <HoldTable holds={holds.rows} onRelease={setAsked} />}
      {holds.hasMore && <Button onClick={() => void holds.loadMore()}>{texts.list.loadMore}</Button>}
      {asked === 'new' && <CreateHoldDialog onClose={close} />}
      {asked !== undefined && asked !== 'new' && <ReleaseHoldDialog hold={asked} onClose={close} />}
    </Section>
  );
}

function HoldTable(props: {
  readonly holds: readonly LegalHold[];
  readonly onRelease: (hold: LegalHold) => void;
}) {
  const words = texts.retention.holds;
  return (
    <DataTable<LegalHold>
      label={words.title}
      rows={props.holds}
      rowKey={({ id }) => id}
      columns={[
        { id: 'what', label: words.what, cell: heldCell },
        { id: 'reason', label: words.reason, cell: ({ reason }) => reason },
        { id: 'since', label: words.since, cell: ({ created_at }) => formatDateOf(created_at) },
        { id: 'by', label: words.by, cell: ({ created_by }) => actorName(created_by) },
        {
          id: 'state',
          label: words.state,
          cell: ({ released_at }) =>
            released_at === undefined ? (
              <Badge tone="warning" icon="lock">
                {words.active}
              </Badge>
            ) : (
              <Badge>{words.ended(formatDateOf(released_at))}</Badge>
            ),
        },
        {
          id: 'release',
          label: words.release,
          cell: (hold) =>
            hold.released_at === undefined && (
              <Button
                small
                kind="quiet"
                reason={adminReason()}
                reasonAs="tip"
                onClick={() => props.onRelease(hold)}
              >
                {words.release}
              </Button>
            ),
        },
      ]}
    />
  );
}

/** What a hold keeps; a single claim with its page. */
function heldCell(hold: LegalHold): ComponentChildren {
  const [claimId, ...others] = hold.claim_ids;
  if (claimId === undefined || others.length > 0) return heldText(hold);
  return <Link to={`/claims/claim/${claimId}`}>{heldText(hold)}</Link>;
}
