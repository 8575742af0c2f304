import { Link } from '#web/app/router.ts';
import { Icon, type IconName } from '#web/components/icons.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { type Needs, useNeeds } from './needs.ts';

/** What waits for a decision of the person, each with the page that answers. */
export function NeedsYou() {
  const needs = useNeeds(useBrand().id);
  const { needsYou, nothingNeedsYou } = texts.home;
  const rows = needs.data ? rowsOf(needs.data) : [];
  return (
    <Section title={needsYou} kind="card">
      <div class="home-card-body">
        {needs.isLoading && <Loading rows={3} />}
        {needs.error !== undefined && !needs.data && (
          <Failure error={needs.error} onRetry={() => void needs.refresh()} />
        )}
        {needs.data && rows.length === 0 && <p>{nothingNeedsYou}</p>}
        <ul class="home-list">
          {rows.map(({ to, icon, text }) => (
            <li key={to}>
              <Link class="home-row home-need" to={to}>
                <span class="home-row-name">
                  <Icon name={icon} small />
                  {text}
                </span>
                <Icon name="chevron-right" small />
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

interface Row {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
}

function rowsOf({ pending, unpaid, unread, lowStock, openSteps }: Needs): readonly Row[] {
  const { need } = texts.home;
  const rows: readonly (Row | false)[] = [
    pending.count > 0 && {
      to: '/orders?status=pending',
      icon: 'clock',
      text: need.pending(pending.count, pending.isMore),
    },
    unpaid.count > 0 && {
      to: '/orders?status=completed&payment=unpaid',
      icon: 'money',
      text: need.unpaid(unpaid.count, unpaid.isMore),
    },
    lowStock > 0 && { to: '/products?show=low', icon: 'warning', text: need.stock(lowStock) },
    unread.count > 0 && { to: '/news', icon: 'bell', text: need.news(unread.count, unread.isMore) },
    openSteps > 0 && { to: '/tour', icon: 'tour', text: need.tour(openSteps) },
  ];
  return rows.filter((row) => row !== false);
}
