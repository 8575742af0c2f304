import { useState } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import { api } from '#web/api/api.ts';
import { LinkButton } from '#web/components/button.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import type { Column } from '#web/components/list.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { useAddressState } from '#web/data/address-state.ts';
import { usePages } from '#web/data/query.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { WorkedClaims } from '../bulk/worked-claims.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import { followUp } from './follow-up-dialog.tsx';
import './worklist.css';

type Whose = 'me' | 'none' | 'all';
type Due = 'any' | 'overdue' | 'today' | 'later' | 'undated';

/** Claims to follow up, the most urgent first. */
export default function WorklistPage() {
  const [whose, setWhose] = useAddressState<Whose>('whose', 'me');
  const [due, setDue] = useAddressState<Due>('due', 'any');
  const [today, setToday] = useState('');
  const off = useAction(followUp);
  const words = texts.worklist;
  const list = usePages<Claim>(
    `worklist?whose=${whose}&due=${due}`,
    async (cursor) => {
      const page = await api('GET /api/worklist', {
        limit: 100,
        ...(whose !== 'all' && { assignee: whose }),
        ...(due !== 'any' && { due }),
        ...(cursor !== undefined && { cursor }),
      });
      setToday(page.today);
      return page;
    },
    { keep: false },
  );
  const dueNow = list.rows.filter(({ follow_up_on: day }) => day !== undefined && day <= today).length;
  return (
    <Page
      title={words.title}
      answer={
        list.readAt === undefined ? words.question : dueNow > 0 ? words.dueNow(dueNow) : words.nothingDue
      }
      note={words.note}
    >
      <Toolbar label={words.filters}>
        <FilterChips<Whose>
          label={words.whoseLabel}
          value={whose}
          onChange={setWhose}
          options={(['me', 'none', 'all'] as const).map((value) => ({ value, label: words.whose[value] }))}
        />
        <FilterChips<Due>
          label={words.dueLabel}
          value={due}
          onChange={setDue}
          options={(['any', 'overdue', 'today', 'later', 'undated'] as const).map((value) => ({
            value,
            label: words.due[value],
          }))}
        />
      </Toolbar>
      <WorkedClaims
        label={words.title}
        rows={list.rows}
        columns={columns(today)}
        operations={['follow_up']}
        works={[
          {
            id: 'done',
            label: words.takeOff,
            run: (claims) => off.run(claims, { assignee: null, follow_up_on: null }),
          },
        ]}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={
          <Empty
            icon="inbox"
            title={words.empty[whose]}
            text={words.emptyText}
            action={<LinkButton to="/claims">{texts.board.title}</LinkButton>}
          />
        }
      />
    </Page>
  );
}

/** Who works on a claim and when is the point of the list, so these columns always stay. */
const columns = (today: string): readonly Column<Claim>[] =>
  claimColumns('number', 'followUp', 'patient', 'state', 'assignee', 'charge', 'payer').map((column) => {
    if (column.id === 'assignee') return { ...column, hideable: false, width: '120px' };
    if (column.id !== 'followUp') return column;
    return {
      ...column,
      width: '180px',
      cell: ({ follow_up_on: day }) => <FollowUpDay day={day} today={today} />,
    };
  });

/** The day to look at a claim again, with a word if that is today or earlier. */
function FollowUpDay({ day, today }: { readonly day: string | undefined; readonly today: string }) {
  if (day === undefined) return null;
  const isLate = today !== '' && day < today;
  const word = isLate ? texts.worklist.due.overdue : day === today ? texts.worklist.due.today : undefined;
  return (
    <span class={isLate ? 'follow-up-late' : undefined}>
      {formatDate(day)}
      {word !== undefined && ` · ${word}`}
    </span>
  );
}
