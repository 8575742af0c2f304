import { useState } from 'preact/hooks';
import type { Claim } from '#claims/claims/claim-fields.ts';
import { List, type ListProps } from '#web/components/list.tsx';
import { useAddressPanel } from '#web/data/address-state.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { FollowUpDialog } from '../worklist/follow-up-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import type { OperationKind } from './operations.ts';
import { refreshClaims } from './run-operation.ts';

/** Work on selected claims that needs nothing from the person. */
export interface ClaimWork {
  readonly id: string;
  readonly label: string;
  readonly run: (claims: readonly Claim[]) => Promise<unknown>;
}

type WorkedListProps = Omit<
  ListProps<Claim>,
  'rowKey' | 'rowLabel' | 'panel' | 'pageOf' | 'selection' | 'bulkActions'
>;

/** Claims as a list with a panel beside it, and work on those that are selected. */
export function WorkedClaims({
  operations,
  works = [],
  ...list
}: WorkedListProps & {
  readonly operations: readonly (OperationKind | 'follow_up')[];
  readonly works?: readonly ClaimWork[];
}) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<OperationKind | 'follow_up'>();
  const panel = useAddressPanel('claim');
  const words = texts.board.bulk;
  const reason = mayEdit() ? undefined : words.auditor;
  const chosen = list.rows.filter(({ id }) => selected.has(id));
  const end = (hasChanged: boolean) => {
    setOpen(undefined);
    if (!hasChanged) return;
    setSelected(new Set());
    refreshClaims();
  };
  return (
    <>
      <List<Claim>
        {...list}
        rowKey={({ id }) => id}
        rowLabel={({ patient_control_number }) => patient_control_number}
        panel={panel}
        pageOf={({ id }) => `/claims/claim/${id}`}
        selection={{ selected, onChange: setSelected }}
        bulkActions={[
          ...operations.map((kind) => ({
            id: kind,
            label: kind === 'follow_up' ? texts.worklist.followUp.action : words.operations[kind],
            reason,
            run: () => setOpen(kind),
          })),
          ...works.map(({ run, ...work }) => ({
            ...work,
            reason,
            run: () => void run(chosen).then(() => end(true)),
          })),
        ]}
      />
      <ClaimPanel panel={panel} claims={list.rows} />
      {open === 'follow_up' && <FollowUpDialog claims={chosen} onClose={end} />}
      {open !== undefined && open !== 'follow_up' && (
        <BulkDialog
          kind={open}
          selection={{ claim_ids: chosen.map(({ id }) => id), count: chosen.length }}
          onClose={end}
        />
      )}
    </>
  );
}
