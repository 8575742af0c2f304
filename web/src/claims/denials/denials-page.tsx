import type { Claim } from '#claims/claims/claim-fields.ts';
import type { PayerWithConfigs } from '#claims/configuration/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { SelectField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import type { Column } from '#web/components/list.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Toolbar } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { saveFile, toCsv } from '#web/data/csv-file.ts';
import { useQuery } from '#web/data/query.ts';
import { session } from '#web/session/session.ts';
import { formatDate } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { operationsOf } from '../bulk/operations.ts';
import { WorkedClaims } from '../bulk/worked-claims.tsx';
import { useX12Texts } from '../code/x12-texts.ts';
import { dollars } from '../dollars.ts';
import { assigneeName, claimColumns } from '../lane/claim-columns.tsx';
import { payerName, usePayers } from '../payer/payers.ts';
import { adjustmentText, sumOf } from '../remittances/cuts.ts';
import { amountAtStake, type Deadline, type DeskLane, deadlineOf, deskLanes } from './deadline.ts';
import { denialTexts } from './denial-texts.ts';
import './denials.css';

type Whose = 'all' | 'me' | 'none';

/** Days before a deadline from which a claim is urgent. */
const soon = 14;

/** Claims that the desk works on at once. The rest of a larger lane follows when these are done. */
const maxClaims = 2_000;

/** What payers refused: why, how much is at stake, and how long something can be done about it. */
export default function DenialsPage() {
  const [lane, setLane] = useAddressState<DeskLane>('lane', 'denied');
  const [payer, setPayer] = useAddressState<string>('payer', '');
  const [reason, setReason] = useAddressState<string>('reason', '');
  const [whose, setWhose] = useAddressState<Whose>('whose', 'all');
  const claims = useQuery(`denials ${lane}`, () => readLane(lane), { keep: false });
  const payers = usePayers();
  const textOf = useReasonText();
  const words = denialTexts;
  const all = claims.data?.rows ?? [];
  const me = session.value?.person.id;
  const rows = all.filter(
    (claim) =>
      (payer === '' || claim.payer_id === payer) &&
      (reason === '' || reasonCodes(claim).includes(reason)) &&
      (whose === 'all' || claim.assignee === (whose === 'me' ? me : undefined)),
  );
  return (
    <Page
      title={words.title}
      answer={
        claims.data === undefined ? words.question : words.atStake(dollars(sumOf(rows.map(amountAtStake))))
      }
      note={claims.data === undefined ? words.note : texts.board.claimCount(rows.length)}
      actions={
        rows.length > 0 && (
          <Button icon="download" onClick={() => saveRows(rows, payers.data ?? [], textOf)}>
            {texts.figures.csv}
          </Button>
        )
      }
    >
      <Toolbar label={words.filters}>
        <FilterChips<DeskLane>
          label={words.lane}
          value={lane}
          onChange={setLane}
          options={deskLanes.map((value) => ({ value, label: texts.board.lanes[value] }))}
        />
        <FilterChips<Whose>
          label={texts.worklist.whoseLabel}
          value={whose}
          onChange={setWhose}
          options={(['all', 'me', 'none'] as const).map((value) => ({
            value,
            label: texts.worklist.whose[value],
          }))}
        />
        <div class="denials-choices">
          <SelectField
            label={words.payer}
            value={payer}
            onChange={setPayer}
            options={[{ value: '', label: words.allPayers }, ...payersOf(all)]}
          />
          <SelectField
            label={words.reason}
            value={reason}
            onChange={setReason}
            options={[
              { value: '', label: words.allReasons },
              ...[...new Set(all.flatMap(reasonCodes))]
                .toSorted()
                .map((value) => ({ value, label: textOf(value) })),
            ]}
          />
        </div>
      </Toolbar>
      {claims.data?.hasMore && <Notice>{words.first(maxClaims)}</Notice>}
      <WorkedClaims
        key={lane}
        label={words.title}
        rows={rows}
        columns={columnsOf(payers.data ?? [], textOf)}
        operations={['follow_up', ...operationsOf(lane)]}
        isLoading={claims.isLoading}
        error={claims.error}
        onRetry={claims.refresh}
        empty={<Empty icon="check-circle" title={words.empty} text={words.emptyText} />}
      />
    </Page>
  );
}

/** All claims of a lane, because the desk sorts and sums them here. */
async function readLane(
  lane: DeskLane,
): Promise<{ readonly rows: readonly Claim[]; readonly hasMore: boolean }> {
  const rows: Claim[] = [];
  let cursor: string | undefined;
  do {
    const page = await api('GET /api/claims', { lane, limit: 200, ...(cursor !== undefined && { cursor }) });
    rows.push(...page.data);
    cursor = page.pagination.next_cursor ?? undefined;
  } while (cursor !== undefined && rows.length < maxClaims);
  return { rows, hasMore: cursor !== undefined };
}

/** Group and reason of each cut, such as `CO-16`, or the status of a rejection, such as `A7:562`. */
function reasonCodes({
  lane,
  denial_reasons = [],
  payer_rejected_status_code: status,
}: Claim): readonly string[] {
  if (lane === 'payer_rejected') return status === undefined ? [] : [status];
  return denial_reasons.map(({ group, reason }) => `${group}-${reason}`);
}

/** Returns the text of a reason in words, once the texts are here. */
function useReasonText(): (code: string) => string {
  const codes = useX12Texts();
  return (code) => {
    const [group = '', reason] = code.split('-');
    return reason === undefined ? code : adjustmentText({ group, reason, text: undefined }, codes);
  };
}

/** Why a claim was refused, the largest cut first. */
function reasonOf(claim: Claim, textOf: (code: string) => string): string {
  if (claim.lane === 'payer_rejected') return claim.payer_rejected_reason ?? '';
  if (claim.lane === 'rejected') return claim.rejected_reason ?? '';
  return reasonCodes(claim).map(textOf).join(' · ');
}

const payersOf = (claims: readonly Claim[]) =>
  [...new Map(claims.map(({ payer_id, payer_name }) => [payer_id, payerName(payer_id, payer_name)]))]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));

const columnsOf = (
  payers: readonly PayerWithConfigs[],
  textOf: (code: string) => string,
): readonly Column<Claim>[] => {
  const today = todayHere();
  const left = (claim: Claim): number => deadlineOf(claim, payers, today)?.left ?? Number.POSITIVE_INFINITY;
  const own: readonly Column<Claim>[] = [
    {
      id: 'reason',
      label: denialTexts.reason,
      cell: (claim) => reasonOf(claim, textOf),
      width: '2fr',
      card: 'line',
    },
    {
      id: 'stake',
      label: denialTexts.stake,
      cell: (claim) => dollars(amountAtStake(claim)),
      align: 'end',
      width: '120px',
      sort: (a, b) => amountAtStake(a) - amountAtStake(b),
    },
    {
      id: 'left',
      label: denialTexts.left,
      cell: (claim) => <DaysLeft deadline={deadlineOf(claim, payers, today)} />,
      width: '160px',
      sort: (a, b) => left(a) - left(b),
    },
  ];
  const bySince = (a: Claim, b: Claim): number => a.lane_since.localeCompare(b.lane_since);
  const [number, assignee, ...others] = claimColumns('number', 'assignee', 'patient', 'payer', 'since');
  return [
    ...(number === undefined ? [] : [number]),
    ...own,
    ...(assignee === undefined ? [] : [{ ...assignee, hideable: false, width: '120px' as const }]),
    ...others.map((column) => ({
      ...column,
      hideable: true,
      ...(column.id === 'since' && { sort: bySince }),
    })),
  ];
};

/** Saves what the desk shows. The name of the file names no patient. */
function saveRows(
  rows: readonly Claim[],
  payers: readonly PayerWithConfigs[],
  textOf: (code: string) => string,
): void {
  const { reason, stake, until } = denialTexts;
  const { number, patient, payer, assignee, since } = texts.board.columns;
  const today = todayHere();
  const lines = rows.map((claim) => [
    claim.patient_control_number,
    reasonOf(claim, textOf),
    amountAtStake(claim),
    deadlineOf(claim, payers, today)?.day,
    assigneeName(claim.assignee),
    claim.patient_name,
    payerName(claim.payer_id, claim.payer_name),
    claim.lane_since.slice(0, 'YYYY-MM-DD'.length),
  ]);
  saveFile('denials.csv', toCsv([number, reason, stake, until, assignee, patient, payer, since], lines));
}

const todayHere = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
};

/** How long something can still be done about a claim, in words that do not need the color. */
function DaysLeft({ deadline }: { readonly deadline: Deadline | undefined }) {
  if (deadline === undefined) return null;
  const { day, left } = deadline;
  return (
    <span class={left <= soon ? 'denials-urgent' : undefined}>
      {left < 0 ? denialTexts.over : denialTexts.days(left)} · {formatDate(day)}
    </span>
  );
}
