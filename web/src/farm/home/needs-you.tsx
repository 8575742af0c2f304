import { type ApiInput, api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Icon, type IconName } from '#web/components/icons.tsx';
import { Section } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { runsOut } from '../products/stock-levels.ts';

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

function rowsOf({ pending, unpaid, toReturn, unread, lowStock, openSteps }: Needs): readonly Row[] {
  const { need } = texts.home;
  const rows: readonly (Row | false)[] = [
    pending.count > 0 && {
      to: '/orders?status=pending',
      icon: 'clock',
      text: need.pending(pending.count, pending.isMore),
    },
    unpaid.count > 0 && {
      to: '/orders?status=completed&balance=collect',
      icon: 'money',
      text: need.unpaid(unpaid.count, unpaid.isMore),
    },
    toReturn.count > 0 && {
      to: '/orders?balance=return',
      icon: 'undo',
      text: need.toReturn(toReturn.count, toReturn.isMore),
    },
    lowStock > 0 && { to: '/products?show=low', icon: 'warning', text: need.stock(lowStock) },
    unread.count > 0 && { to: '/news', icon: 'bell', text: need.news(unread.count, unread.isMore) },
    openSteps > 0 && { to: '/tour', icon: 'tour', text: need.tour(openSteps) },
  ];
  return rows.filter((row) => row !== false);
}

const pageSize = 50;
const maxPages = 5;

/** A number of records; `isMore` if there are more than were read. */
interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}

/** What waits for a decision of the person. */
interface Needs {
  readonly pending: Counted;
  readonly unpaid: Counted;
  readonly toReturn: Counted;
  readonly unread: Counted;
  readonly lowStock: number;
  readonly openSteps: number;
}

/** Counts what waits for the person: orders, stock, notifications and steps of the tour. */
function useNeeds(brandId: string): Query<Needs> {
  return useQuery('home/needs', async () => {
    const brand_id = brandId;
    const [pending, unpaid, toReturn, unread, lowStock, onboarding] = await Promise.all([
      api('GET /api/v1/orders', { brand_id, status: 'pending', limit: pageSize }),
      countOrders({ brand_id, status: 'completed', collects: true }),
      countOrders({ brand_id, returns: true }),
      api('GET /api/v1/notifications', { brand_id, unread: 'true', limit: pageSize }),
      countLowStock(brandId),
      api('GET /api/v1/onboarding', { brand_id }),
    ]);
    return {
      pending: countedOf(pending),
      unpaid,
      toReturn,
      unread: countedOf(unread),
      lowStock,
      openSteps: onboarding.status === 'in_progress' ? openStepsOf(onboarding) : 0,
    };
  });
}

/** A page of a filtered list may be empty although others follow, so some more are read. */
async function countOrders(filters: ApiInput<'GET /api/v1/orders'>): Promise<Counted> {
  let [count, pages] = [0, 0];
  for await (const { data, pagination } of api('GET /api/v1/orders', {
    ...filters,
    limit: pageSize,
  }).pages()) {
    count += data.length;
    pages += 1;
    if (count >= pageSize || pages === maxPages) return { count, isMore: pagination.has_more };
  }
  return { count, isMore: false };
}

async function countLowStock(brandId: string): Promise<number> {
  const products = new Set<string>();
  for await (const level of api('GET /api/v1/stock', { brand_id: brandId, limit: 200 })) {
    if (level.mode === 'tracked' && runsOut(level)) products.add(level.product_id);
  }
  return products.size;
}

const countedOf = ({
  data,
  pagination,
}: {
  data: readonly unknown[];
  pagination: { has_more: boolean };
}) => ({
  count: data.length,
  isMore: pagination.has_more,
});

const openStepsOf = ({ steps }: { readonly steps: readonly { readonly status: string }[] }): number =>
  steps.filter(({ status }) => status === 'open').length;
