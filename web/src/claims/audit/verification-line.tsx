import type { VerificationRun } from '#contract/claims/audit/runs.ts';
import type { Verification } from '#contract/claims/audit/verification.ts';
import { Link } from '#web/app/router.ts';
import { Notice } from '#web/components/notice.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure } from '#web/components/states.tsx';
import { formatDateTime, formatNumber, formatPercent } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { RunFailed, type VerificationState } from './verification.ts';

/** The result of the verification: one green line with what was proven, or red with the entry where it was not. */
export function VerificationLine({
  state,
  onRetry,
}: {
  readonly state: VerificationState;
  readonly onRetry: () => void;
}) {
  const words = texts.audit;
  if (state.phase === 'running')
    return state.run === undefined ? (
      <Progress label={words.verifying} value={undefined} max={1} />
    ) : (
      <div>
        <Progress
          label={words.running(state.run.from, state.run.to)}
          value={share(state.run)}
          max={1}
          text={words.runProgress(formatPercent(share(state.run)))}
        />
      </div>
    );
  if (state.phase === 'failed')
    return state.error instanceof RunFailed ? (
      <Notice tone="warning" isNew title={words.runFailed} />
    ) : (
      <Failure error={state.error} onRetry={onRetry} />
    );
  return state.result.ok ? <Proven {...state} /> : <Broken result={state.result} />;
}

function Proven({ result, at, seconds }: Extract<VerificationState, { phase: 'done' }>) {
  const words = texts.audit;
  const { checked, from, to, checkpoints } = result;
  return (
    <Notice
      tone="good"
      isNew
      title={
        checked === 0
          ? words.provenEmpty
          : words.proven(checked, from, to, checkpoints, formatNumber(seconds, 1))
      }
    >
      {words.provenAt(formatDateTime(at))}. {words.whatIsProven}
    </Notice>
  );
}

function Broken({ result: { first_bad_id, reason, detail, checked } }: { readonly result: Verification }) {
  const words = texts.audit;
  return (
    <Notice
      tone="danger"
      isNew
      title={first_bad_id === null ? words.brokenNoEntry : words.broken(first_bad_id)}
      action={
        first_bad_id !== null && (
          <Link to={`/claims/audit?entry=${first_bad_id}`}>{words.openEntry(first_bad_id)}</Link>
        )
      }
    >
      <p>{reason === null ? detail : words.reasons[reason]}</p>
      {checked > 0 && <p>{words.provenBefore(checked)}</p>}
      <p>{words.nextStep}</p>
    </Notice>
  );
}

/** The share of the range that a run has read; its progress counts entries. */
const share = ({ progress, from, to }: VerificationRun): number => progress / Math.max(1, to - from + 1);
