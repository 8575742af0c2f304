import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { runsOut } from '../products/stock-levels.ts';

const pageSize = 50;

/** A number of records; `isMore` if there are more than were read. */
export interface Counted {
  readonly count: number;
  readonly isMore: boolean;
}

/** What waits for a decision of the person. */
export interface Needs {
  readonly pending: Counted;
  readonly unpaid: Counted;
  readonly unread: Counted;
  readonly lowStock: number;
  readonly openSteps: number;
}

/** Counts what waits for the person: orders, stock, notifications and steps of the tour. */
export function useNeeds(brandId: string): Query<Needs> {
  return useQuery('home/needs', async () => {
    const brand_id = brandId;
    const [pending, unpaid, unread, lowStock, onboarding] = await Promise.all([
      api('GET /api/v1/orders', { brand_id, status: 'pending', limit: pageSize }),
      api('GET /api/v1/orders', { brand_id, status: 'completed', payment_state: 'unpaid', limit: pageSize }),
      api('GET /api/v1/notifications', { brand_id, unread: 'true', limit: pageSize }),
      countLowStock(brandId),
      api('GET /api/v1/onboarding', { brand_id }),
    ]);
    return {
      pending: countedOf(pending),
      unpaid: countedOf(unpaid),
      unread: countedOf(unread),
      lowStock,
      openSteps: onboarding.status === 'in_progress' ? openStepsOf(onboarding) : 0,
    };
  });
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
