import { addDays, isDay } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { Button } from '#web/components/button.tsx';
import { DateField, SelectField } from '#web/components/fields.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { PrintButton } from '#web/components/print-button.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDay, formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useStops } from '../selling/stop-list.ts';
import { usePickList } from './pick-list-query.ts';
import { PickedStopSection } from './picked-stop.tsx';
import { useTicks } from './ticks.ts';
import './pick-list.css';

/** What goes into which box on a day: totals and orders by stop, to tick off and to print. */
export default function PickListPage() {
  const brand = useBrand();
  const today = localDay(new Date(), brand.timeZone);
  const [given, setDay] = useAddressState<string>('day', today);
  const [stop, setStop] = useAddressState<string>('stop', '');
  const day = isDay(given) ? given : today;
  const list = usePickList(brand.id, day, stop);
  const ticks = useTicks(day);
  const { pick } = texts.orders;
  const data = list.data;
  const open = data ? data.order_count - data.packed_count : 0;
  return (
    <Page
      title={`${pick.title}, ${formatDay(day)}`}
      answer={
        <span class="pick-answer">
          {data && (data.order_count === 0 ? texts.orders.today.none : pick.toPack(open))}
        </span>
      }
      note={data && <span>{pick.packedOf(data.packed_count, data.order_count)}</span>}
      actions={<PrintButton>{pick.print}</PrintButton>}
    >
      <DayToolbar day={day} stop={stop} setDay={setDay} setStop={setStop} brandId={brand.id} />
      {list.isLoading && <Loading rows={6} />}
      {list.error !== undefined && !data && (
        <Failure error={list.error} onRetry={() => void list.refresh()} />
      )}
      {data?.order_count === 0 && (
        <Empty icon="product" title={pick.emptyTitle(formatDay(day))} text={pick.emptyDetail} />
      )}
      {data?.stops.map((one) => (
        <PickedStopSection
          key={one.stop_id ?? ''}
          stop={one}
          ticks={ticks}
          brandId={brand.id}
          onPacked={(order, status) =>
            list.set({
              ...data,
              packed_count: data.packed_count + 1,
              stops: data.stops.map((each) =>
                each === one
                  ? {
                      ...each,
                      packed_count: each.packed_count + 1,
                      orders: each.orders.map((other) =>
                        other.id === order.id ? { ...other, status, is_packed: true } : other,
                      ),
                    }
                  : each,
              ),
            })
          }
        />
      ))}
      {data && <p class="print-only">{pick.printed(formatTime(data.created_at))}</p>}
    </Page>
  );
}

function DayToolbar({
  day,
  stop,
  setDay,
  setStop,
  brandId,
}: {
  readonly day: string;
  readonly stop: string;
  readonly setDay: (day: string) => void;
  readonly setStop: (stop: string) => void;
  readonly brandId: string;
}) {
  const stops = useStops(brandId);
  const { pick } = texts.orders;
  return (
    <Toolbar label={pick.day}>
      <Button icon="chevron-left" label={pick.previousDay} onClick={() => setDay(addDays(day, -1))} />
      <DateField label={pick.day} labelHidden value={day} onChange={setDay} />
      <Button icon="chevron-right" label={pick.nextDay} onClick={() => setDay(addDays(day, 1))} />
      <SelectField
        label={pick.stop}
        labelHidden
        value={stop}
        onChange={setStop}
        options={[
          { value: '', label: pick.allStops },
          ...(stops.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Toolbar>
  );
}
