import type { ReferralReward } from '#contract/commerce/referral-program.ts';
import { rewardStates } from '#contract/commerce/referral-program.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { type Column, List } from '#web/components/list.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDate, formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { PersonLink } from './person-link.tsx';
import type { People } from './program-figures.ts';

const states = ['all', ...rewardStates] as const;

const tones: Readonly<Record<ReferralReward['state'], Tone>> = {
  pending: 'info',
  earned: 'good',
  redeemed: 'neutral',
  expired: 'warning',
};

/** The rewards of the brand, newest first. */
export function RewardsView({ people }: { readonly people: People }) {
  const { id, currency } = useBrand();
  const words = texts.referrals;
  const [state, setState] = useAddressState<(typeof states)[number]>('state', 'all');
  const list = usePages('referrals/rewards', (cursor) =>
    api('GET /api/v1/referrals/rewards', { brand_id: id, limit: 100, cursor }),
  );
  const rows = state === 'all' ? list.rows : list.rows.filter((reward) => reward.state === state);
  return (
    <div class="referral-view">
      <FilterChips
        label={words.rewardFilter}
        options={states.map((value) => ({ value, label: words.rewardStates[value] }))}
        value={state}
        onChange={setState}
      />
      <List
        label={words.rewardsLabel}
        rows={rows}
        rowKey={(reward) => reward.id}
        columns={rewardColumns(people, currency)}
        hasMore={list.hasMore}
        onMore={() => void list.loadMore()}
        error={list.error}
        onRetry={() => void list.refresh()}
        isLoading={list.isLoading || list.isLoadingMore}
        empty={<Empty title={words.rewardsEmpty} text={words.rewardsEmptyText} icon="referral" />}
      />
    </div>
  );
}

function rewardColumns(people: People, currency: string): readonly Column<ReferralReward>[] {
  const words = texts.referrals;
  const { rewardColumns: labels } = words;
  return [
    {
      id: 'referred',
      label: labels.referred,
      cell: ({ referred_user_id }) => (
        <PersonLink id={referred_user_id} people={people} unknown={words.newCustomer} />
      ),
    },
    {
      id: 'sharer',
      label: labels.sharer,
      cell: ({ customer_id }) => <PersonLink id={customer_id} people={people} />,
    },
    {
      id: 'created',
      label: labels.created,
      width: '130px',
      cell: ({ created_at }) => formatDate(created_at),
    },
    {
      id: 'state',
      label: labels.state,
      width: '130px',
      cell: ({ state }) => <Badge tone={tones[state]}>{words.rewardStates[state]}</Badge>,
    },
    {
      id: 'amount',
      label: labels.amount,
      align: 'end',
      width: '130px',
      cell: (reward) => rewardText(reward, currency),
    },
    {
      id: 'left',
      label: labels.left,
      align: 'end',
      width: '110px',
      hideable: true,
      cell: ({ remaining_cents }) => formatMoney(remaining_cents, currency),
    },
    {
      id: 'expires',
      label: labels.expires,
      width: '130px',
      hideable: true,
      cell: ({ expires_at }) => expires_at && formatDate(expires_at),
    },
  ];
}

/** The reward once it is earned; before that, the rule by which it will be earned. */
function rewardText({ state, cents, rule }: ReferralReward, currency: string): string {
  if (state !== 'pending') return formatMoney(cents, currency);
  return rule.kind === 'amount' ? formatMoney(rule.amount_cents, currency) : `${formatNumber(rule.percent)}%`;
}
