import { useEffect } from 'preact/hooks';
import type { BulkResult, BulkRun } from '#claims/bulk/contract.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { shortId } from '#web/claims/audit/names.ts';
import { Button } from '#web/components/button.tsx';
import { DataTable } from '#web/components/data-table.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { usePages } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import type { ClaimLane } from '../lane/lanes.ts';
import { skipText } from './skip-text.ts';

/** A run with its progress, and the result of each claim at the end. */
export function BulkRunView({
  run,
  onChange,
}: {
  readonly run: BulkRun;
  readonly onChange: (run: BulkRun) => void;
}) {
  const words = texts.board.bulk;
  const isRunning = run.state === 'selecting' || run.state === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(
      () => void api('GET /api/bulk-runs/{id}', { id: run.id }).then(onChange, () => onChange({ ...run })),
      1_000,
    );
    return () => clearTimeout(timer);
  }, [run]);
  const cancel = useAction(async () =>
    onChange(await api('POST /api/bulk-runs/{id}/cancel', { id: run.id })),
  );
  return (
    <>
      <Progress
        label={words.results}
        labelHidden
        value={run.state === 'selecting' ? undefined : run.processed}
        max={Math.max(1, run.selected)}
        text={words.progress(run.processed, run.selected)}
      />
      <p class="bulk-sum" role="status">
        <strong>{words.changed(run.done)}</strong>
        {run.skipped > 0 && ` · ${words.skipped(run.skipped)}`}
      </p>
      {run.is_truncated && <Notice tone="warning">{words.truncated}</Notice>}
      {run.state === 'canceled' && <Notice tone="warning">{words.canceled}</Notice>}
      {run.state === 'failed' && <Notice tone="warning">{words.failed}</Notice>}
      {isRunning ? (
        <Button busy={cancel.isRunning} onClick={() => void cancel.run()}>
          {words.cancelRun}
        </Button>
      ) : (
        <Results id={run.id} />
      )}
    </>
  );
}

function Results({ id }: { readonly id: string }) {
  const words = texts.board.bulk;
  const results = usePages<BulkResult>(
    `bulk-runs ${id}`,
    (cursor) =>
      api('GET /api/bulk-runs/{id}/claims', { id, limit: 100, ...(cursor !== undefined && { cursor }) }),
    { keep: false },
  );
  if (results.isLoading) return <Loading rows={3} />;
  if (results.error !== undefined) return <Failure error={results.error} onRetry={results.refresh} />;
  return (
    <>
      <DataTable<BulkResult>
        label={words.results}
        rows={results.rows}
        rowKey={({ claim_id }) => claim_id}
        columns={[
          {
            id: 'claim',
            label: words.claim,
            cell: ({ claim_id, new_claim_id = claim_id, patient_control_number }) => (
              <Link to={`/claims/claim/${new_claim_id}`}>{patient_control_number ?? shortId(claim_id)}</Link>
            ),
          },
          {
            id: 'outcome',
            label: words.outcome,
            cell: (result) => (result.outcome === 'done' ? words.done : `${words.skip}: ${skipText(result)}`),
          },
          {
            id: 'change',
            label: words.change,
            cell: ({ from, to, new_claim_id }) => (
              <>
                <LaneChange from={from} to={to} />
                {new_claim_id !== undefined && ` · ${words.newClaim}`}
              </>
            ),
          },
        ]}
      />
      {results.hasMore && (
        <Button busy={results.isLoadingMore} onClick={() => void results.loadMore()}>
          {texts.claim.more}
        </Button>
      )}
    </>
  );
}

/** A lane before and after a change. */
export function LaneChange({
  from,
  to,
}: {
  readonly from?: ClaimLane | undefined;
  readonly to?: ClaimLane | undefined;
}) {
  const { lanes } = texts.board;
  if (to === undefined) return null;
  if (from === undefined || from === to) return <>{lanes[to]}</>;
  return (
    <>
      {lanes[from]} → {lanes[to]}
    </>
  );
}
