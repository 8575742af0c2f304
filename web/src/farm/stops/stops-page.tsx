import { useMemo, useState } from 'preact/hooks';
import type { PickupDay, Stop } from '#commerce/stops/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Badge } from '#web/components/badge.tsx';
import { Button } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Facts } from '#web/components/facts.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Panel } from '#web/components/panel.tsx';
import { RecordPanel } from '#web/components/record-panel.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAction } from '#web/data/action.ts';
import { type PanelSteps, useAddressPanel, useAddressState } from '#web/data/address-state.ts';
import { type Query, refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDay, formatDayOf, formatTime } from '#web/text/format.ts';
import { EditStop } from './edit-stop.tsx';
import { OrderSettingsForm } from './order-settings-form.tsx';
import { pickListPath } from './pick-list-query.ts';
import { PromoCodes } from './promo-codes.tsx';
import { cutOffInWords, hoursInWords, stopFacts } from './stop-fields.tsx';
import { usePickupDays, useStops } from './stop-list.ts';
import { stopTexts } from './stop-texts.ts';
import './stops.css';

const tabs = ['stops', 'promo', 'settings'] as const;

/** Where and when people can pick up, promo codes, and taxes and shipping of orders. */
export default function StopsPage() {
  const brand = useBrand();
  const [given, setTab] = useAddressState<string>('tab', 'stops');
  const tab = tabs.find((one) => one === given) ?? 'stops';
  const stops = useStops(brand.id);
  const days = useNextDays(stops.data);
  const [edited, setEdited] = useState<Stop | 'new'>();
  const next = stops.data && days.data && earliest(stops.data, days.data);
  const words = stopTexts;
  return (
    <Page
      title={words.question}
      answer={
        <span class="stop-answer">
          {next
            ? words.next(next.stop.name, formatDay(next.day.date))
            : stops.data && days.data && words.noNext}
        </span>
      }
      note={next && words.orderUntil(`${formatDayOf(next.day.cut_off)}, ${formatTime(next.day.cut_off)}`)}
      primary={
        tab === 'stops' && (
          <Button
            kind="primary"
            icon="plus"
            reason={mayEdit() ? undefined : words.viewerReason}
            onClick={() => setEdited('new')}
          >
            {words.create}
          </Button>
        )
      }
    >
      <Tabs
        label={words.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'stops', label: words.list },
          { value: 'promo', label: words.promo.title },
          { value: 'settings', label: words.settings.title },
        ]}
      >
        <div class="stop-tab">
          {tab === 'stops' && (
            <>
              <Unmanaged brandId={brand.id} />
              <StopList stops={stops} days={days.data} onEdit={setEdited} />
            </>
          )}
          {tab === 'promo' && <PromoCodes />}
          {tab === 'settings' && <OrderSettingsForm />}
        </div>
      </Tabs>
      {edited && (
        <EditStop
          stop={edited === 'new' ? undefined : edited}
          brandId={brand.id}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

/** Says that orders are not checked against stops, if the brand has it so. */
function Unmanaged({ brandId }: { readonly brandId: string }) {
  const brand = useQuery('selling/brand', () => api('GET /api/v1/brands/{brand_id}', { brand_id: brandId }));
  if (brand.data?.stops !== 'external') return null;
  const { unmanaged, unmanagedAction } = stopTexts;
  return <Notice action={<Link to="/settings">{unmanagedAction}</Link>}>{unmanaged}</Notice>;
}

/** Stops whose days are read; each one is a request. */
const maxStops = 20;

/** The next pickup days of active stops, by the id of the stop. */
function useNextDays(
  stops: readonly Stop[] | undefined,
): Query<Readonly<Record<string, readonly PickupDay[]>>> {
  const active = stops?.filter((stop) => stop.is_active).slice(0, maxStops);
  const key = active && `selling/next-days?${active.map(({ id, version }) => `${id}.${version}`).join()}`;
  return useQuery(key, async () =>
    Object.fromEntries(
      await Promise.all(
        (active ?? []).map(
          async ({ id }) => [id, await api('GET /api/v1/stops/{id}/pickup-days', { id, limit: 1 })] as const,
        ),
      ),
    ),
  );
}

/** The stop with the earliest pickup, and its day. */
function earliest(
  stops: readonly Stop[],
  days: Readonly<Record<string, readonly PickupDay[]>>,
): { readonly stop: Stop; readonly day: PickupDay } | undefined {
  return stops
    .flatMap((stop) => {
      const day = days[stop.id]?.[0];
      return day ? [{ stop, day }] : [];
    })
    .toSorted((one, other) => one.day.opens_at.localeCompare(other.day.opens_at))[0];
}

type Days = Readonly<Record<string, readonly PickupDay[]>>;

/** The stops with their times, cut-offs and next pickup days. A row opens the stop. */
function StopList({
  stops,
  days,
  onEdit,
}: {
  readonly stops: Query<readonly Stop[]>;
  readonly days: Days | undefined;
  readonly onEdit: (stop: Stop) => void;
}) {
  const panel = useAddressPanel('open');
  const columns = useMemo(() => columnsOf(days), [days]);
  const words = stopTexts;
  return (
    <>
      <List
        label={words.list}
        rows={stops.data ?? []}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        panel={panel}
        isLoading={stops.isLoading}
        error={stops.error}
        onRetry={stops.refresh}
        empty={<Empty icon="stop" title={words.emptyTitle} text={words.emptyDetail} />}
      />
      <RecordPanel
        panel={panel}
        title={words.title}
        rows={stops.data ?? []}
        rowKey={({ id }) => id}
        isLoading={stops.isLoading}
      >
        {(stop, steps) => <StopPanel stop={stop} steps={steps} onEdit={() => onEdit(stop)} />}
      </RecordPanel>
    </>
  );
}

function columnsOf(days: Days | undefined): readonly Column<Stop>[] {
  const words = stopTexts;
  return [
    { id: 'name', label: words.form.name, width: '1.5fr', cell: ({ name }) => name },
    {
      id: 'hours',
      label: words.form.hours,
      width: '2fr',
      hideable: true,
      card: 'none',
      cell: (stop) => hoursInWords(stop).join(', '),
    },
    { id: 'cutOff', label: words.cutOff, width: '1.5fr', hideable: true, cell: cutOffInWords },
    {
      id: 'next',
      label: words.nextDay,
      width: '110px',
      cell: ({ id }) => {
        const day = days?.[id]?.[0];
        return day && formatDay(day.date);
      },
    },
    {
      id: 'capacity',
      label: words.capacity,
      width: '120px',
      align: 'end',
      hideable: true,
      card: 'none',
      cell: ({ capacity }) => capacity ?? words.noCapacity,
    },
    {
      id: 'state',
      label: words.state,
      width: '110px',
      card: 'value',
      cell: ({ is_active }) => (
        <Badge tone={is_active ? 'good' : 'neutral'}>{is_active ? words.active : words.closed}</Badge>
      ),
    },
  ];
}

const shownDays = 5;

/** A stop beside its list: times, rules, and the next pickup days with their orders. */
function StopPanel({
  stop,
  onEdit,
  steps,
}: {
  readonly stop: Stop;
  readonly onEdit: () => void;
  readonly steps: PanelSteps;
}) {
  const words = stopTexts;
  const days = usePickupDays(stop.id);
  const reason = mayEdit() ? undefined : words.viewerReason;
  const remove = useAction(
    async () => {
      await api('DELETE /api/v1/stops/{id}', { id: stop.id }, { ifMatch: stop });
      steps.onClose();
      refreshAll('selling');
    },
    { done: words.deleted },
  );
  const ask = async () => {
    const question = {
      title: words.deleteTitle(stop.name),
      text: words.deleteEffect,
      action: words.delete,
      danger: true,
    };
    if (await confirm(question)) await remove.run();
  };
  return (
    <Panel
      title={stop.name}
      note={
        <Badge tone={stop.is_active ? 'good' : 'neutral'}>
          {stop.is_active ? words.active : words.closed}
        </Badge>
      }
      {...steps}
      actions={
        <>
          <Button kind="primary" icon="edit" reason={reason} reasonAs="tip" onClick={onEdit}>
            {words.edit}
          </Button>
          <Button
            icon="trash"
            reason={reason}
            reasonAs="tip"
            busy={remove.isRunning}
            onClick={() => void ask()}
          >
            {words.delete}
          </Button>
        </>
      }
    >
      <Facts facts={stopFacts(stop)} />
      <Section title={words.days}>
        {days.isLoading && <Loading rows={3} />}
        {days.error !== undefined && days.data === undefined && (
          <Failure error={days.error} onRetry={() => void days.refresh()} />
        )}
        {days.data?.length === 0 && <p>{words.noNext}</p>}
        <ul class="stop-days">
          {days.data?.slice(0, shownDays).map((day) => (
            <li key={day.date}>
              <Link to={pickListPath({ day: day.date, stop: stop.id })}>{formatDay(day.date)}</Link>
              <span>
                {day.capacity === undefined
                  ? words.ordersOf(day.orders)
                  : words.ordersOfCapacity(day.orders, day.capacity)}
                {day.is_full && ` · ${words.full}`}
              </span>
              <span>{words.orderUntil(`${formatDayOf(day.cut_off)}, ${formatTime(day.cut_off)}`)}</span>
            </li>
          ))}
        </ul>
      </Section>
    </Panel>
  );
}
