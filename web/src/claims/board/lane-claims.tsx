import { useState } from 'preact/hooks';
import type { Claim } from '#contract/claims/claim-records.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { List } from '#web/components/list.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { refreshAll, usePages } from '#web/data/query.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { BulkDialog, type Selection } from '../bulk/bulk-dialog.tsx';
import { type OperationKind, operationsOf } from '../bulk/operations.ts';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { claimColumns } from '../lane/claim-columns.tsx';
import type { Lane } from '../lane/lanes.ts';

interface Work {
  readonly kind: OperationKind;
  readonly selection: Selection;
}

/** The claims of a lane as a list, with work on one, on some or on all of them. */
export function LaneClaims({
  lane,
  count,
  onClose,
}: {
  readonly lane: Lane | 'dismissed';
  /** Undefined for the dismissed claims, which are not counted. */
  readonly count: number | undefined;
  readonly onClose: () => void;
}) {
  const list = usePages<Claim>(
    `claims?lane=${lane}`,
    (cursor) => api('GET /api/claims', { lane, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [shown, setShown] = useState<string>();
  const [work, setWork] = useState<Work>();
  const words = texts.board;
  const operations = operationsOf(lane);
  const all = count === undefined ? list.rows.length : count;
  const readOnly = mayEdit() ? undefined : words.bulk.auditor;
  const place = list.rows.findIndex(({ id }) => id === shown);
  const neighbor = (step: number) => {
    const row = list.rows[place + step];
    return row === undefined ? undefined : () => setShown(row.id);
  };
  const start = (kind: OperationKind, selection: Selection) => setWork({ kind, selection });
  return (
    <Section
      title={words.laneList(words.lanes[lane])}
      note={words.laneHints[lane]}
      actions={
        <>
          {all > 0 &&
            operations.map((kind) => (
              <Button
                key={kind}
                small
                reason={readOnly}
                reasonAs="tip"
                onClick={() => start(kind, { filter: { lane }, count: all })}
              >
                {words.bulk.forAll(words.bulk.operations[kind])}
              </Button>
            ))}
          <Button kind="quiet" small icon="close" label={words.closeLane} onClick={onClose} />
        </>
      }
    >
      <List<Claim>
        label={words.laneList(words.lanes[lane])}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowLabel={({ patient_control_number }) => patient_control_number}
        openKey={shown}
        columns={claimColumns(
          'number',
          'patient',
          'payer',
          'service',
          'charge',
          'since',
          'errors',
          'assignee',
        )}
        onOpen={({ id }) => setShown(id)}
        pageOf={({ id }) => `/claims/claim/${id}`}
        selection={{ selected, onChange: setSelected }}
        bulkActions={operations.map((kind) => ({
          id: kind,
          label: words.bulk.operations[kind],
          reason: readOnly,
          run: () => start(kind, { claim_ids: [...selected], count: selected.size }),
        }))}
        hasMore={list.hasMore}
        onMore={list.loadMore}
        isLoading={list.isLoading}
        error={list.error}
        onRetry={list.refresh}
        empty={<Empty icon="claim" title={words.emptyLane} text={words.emptyLaneText} />}
      />
      {shown !== undefined && (
        <ClaimPanel
          id={shown}
          onClose={() => setShown(undefined)}
          onPrevious={neighbor(-1)}
          onNext={neighbor(1)}
        />
      )}
      {work && (
        <BulkDialog
          kind={work.kind}
          selection={work.selection}
          onClose={(hasChanged) => {
            setWork(undefined);
            if (!hasChanged) return;
            setSelected(new Set());
            for (const prefix of ['lanes', 'claims', 'claim ']) refreshAll(prefix);
          }}
        />
      )}
    </Section>
  );
}
