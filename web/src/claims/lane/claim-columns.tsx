import type { Claim } from '#claims/claims/claim-fields.ts';
import { actorName } from '#web/claims/people.ts';
import type { Column } from '#web/components/list.tsx';
import { formatAge, formatDate, formatDateOf, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { payerName } from '../payer/payers.ts';
import { LaneBadge } from './lane-badge.tsx';
import { isTooOld } from './lanes.ts';

export type ClaimColumnName =
  | 'number'
  | 'patient'
  | 'payer'
  | 'service'
  | 'charge'
  | 'paid'
  | 'since'
  | 'received'
  | 'state'
  | 'errors'
  | 'assignee'
  | 'followUp';

/** Columns of lists of claims, in the given order. */
export function claimColumns(...names: readonly ClaimColumnName[]): readonly Column<Claim>[] {
  const now = Date.now();
  return names.map((name) => ({ id: name, label: texts.board.columns[name], ...columnOf(name, now) }));
}

/** Who works on a claim: the person itself is `You`. */
export function assigneeName(assignee: string | undefined): string {
  return assignee === undefined ? texts.board.noAssignee : actorName(assignee);
}

type ColumnParts = Omit<Column<Claim>, 'id' | 'label'>;

function columnOf(name: ClaimColumnName, now: number): ColumnParts {
  switch (name) {
    case 'number':
      return { cell: ({ patient_control_number }) => patient_control_number, width: '150px' };
    case 'patient':
      return { cell: ({ patient_name = '' }) => patient_name };
    case 'payer':
      return { cell: ({ payer_name, payer_id }) => payerName(payer_id, payer_name), hideable: true };
    case 'service':
      return { cell: ({ service_from }) => dayOf(service_from), width: '120px', hideable: true };
    case 'charge':
      return {
        cell: ({ total_charge }) => dollars(total_charge),
        align: 'end',
        width: '110px',
        labelOnCard: true,
      };
    case 'paid':
      return {
        cell: ({ paid }) => (paid === undefined ? '' : dollars(paid)),
        align: 'end',
        width: '110px',
        hideable: true,
        labelOnCard: true,
      };
    case 'since':
      return { cell: (claim) => <Since claim={claim} now={now} />, width: '120px' };
    case 'received':
      return { cell: ({ received_at }) => formatDateOf(received_at), width: '120px', hideable: true };
    case 'state':
      return { cell: ({ lane }) => <LaneBadge lane={lane} />, width: '190px' };
    case 'errors':
      return {
        cell: ({ finding_counts: { error, fatal } }) =>
          error + fatal > 0 ? formatNumber(error + fatal) : '',
        align: 'end',
        width: '80px',
        hideable: true,
      };
    case 'assignee':
      return { cell: ({ assignee }) => assigneeName(assignee), width: '140px', hideable: true };
    case 'followUp':
      return { cell: ({ follow_up_on }) => dayOf(follow_up_on), width: '130px' };
  }
}

const dayOf = (day: string | undefined): string => (day === undefined ? '' : formatDate(day));

const Since = ({ claim: { lane, lane_since }, now }: { readonly claim: Claim; readonly now: number }) => (
  <span class={isTooOld(lane, lane_since, now) ? 'claims-late' : undefined}>
    {formatAge(now - Date.parse(lane_since))}
  </span>
);
