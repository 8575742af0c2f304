import { localDay } from '#calendar/time-zone.ts';
import { LinkButton } from '#web/components/button.tsx';
import { ChangeText } from '#web/components/figure.tsx';
import { Columns, Page } from '#web/components/page.tsx';
import { Failure } from '#web/components/states.tsx';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatAmount } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { Charts } from './charts.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PackToday } from './pack-today.tsx';
import { type TwoWeeks, useTwoWeeks } from './week.ts';
import './home.css';

/** The week in one figure, what is to be packed today, what needs the person, and the figures of the farm. */
export default function HomePage() {
  const brand = useBrand();
  const today = localDay(new Date(), brand.timeZone);
  const weeks = useTwoWeeks(brand.id, today);
  return (
    <Page
      title={texts.home.question}
      answer={
        <span class="home-answer">
          {weeks.data ? formatAmount(weeks.data.current.net, brand.currency) : '–'}
        </span>
      }
      note={<WeekNote weeks={weeks.data} currency={brand.currency} />}
      primary={
        mayEdit() && (
          <LinkButton to="/orders/new" kind="primary" icon="plus">
            {texts.home.newOrder}
          </LinkButton>
        )
      }
    >
      {weeks.error !== undefined && weeks.data === undefined && (
        <Failure error={weeks.error} onRetry={() => void weeks.refresh()} />
      )}
      <Columns>
        <PackToday today={today} />
        <NeedsYou />
      </Columns>
      <Charts today={today} />
    </Page>
  );
}

function WeekNote({ weeks, currency }: { readonly weeks: TwoWeeks | undefined; readonly currency: string }) {
  const { revenueThisWeek, againstLastWeek, noLastWeek, ordersThisWeek } = texts.home;
  if (!weeks) return <>{revenueThisWeek}</>;
  const { current, before } = weeks;
  const has = before.net > 0;
  return (
    <span class="home-week">
      <span>
        {revenueThisWeek}, {ordersThisWeek(current.orders)}
      </span>
      {has && <ChangeText change={{ ratio: current.net / before.net - 1, better: 'up' }} />}
      <span>{has ? againstLastWeek(formatAmount(before.net, currency)) : noLastWeek}</span>
    </span>
  );
}
