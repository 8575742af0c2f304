import { errorText } from '#web/api/error-text.ts';
import { Link } from '#web/app/router.ts';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { transportErrorText } from './connection-test.tsx';
import { type PayerResult, type SubmitRun, sentCount } from './submit-run.ts';

/** The progress of a run, and its result for each payer. */
export function SubmitResults({ run }: { readonly run: SubmitRun }) {
  const words = texts.submit;
  return (
    <Section title={run.isRunning ? words.progress : words.results} kind="card">
      {run.isRunning && (
        <Progress
          label={words.progress}
          labelHidden
          value={run.done}
          max={run.total}
          text={words.progressOf(run.done, run.total)}
        />
      )}
      <div class="submit-results">
        {run.results.map((result) => (
          <PayerOutcome key={result.payerId} result={result} />
        ))}
      </div>
    </Section>
  );
}

function PayerOutcome({ result: { name, replies, error } }: { readonly result: PayerResult }) {
  const words = texts.submit;
  const sent = replies.reduce((sum, reply) => sum + sentCount(reply), 0);
  const last = replies.at(-1);
  const failure = error === undefined ? undefined : errorText(error);
  return (
    <>
      {sent > 0 && (
        <Notice
          tone="good"
          title={words.sent(sent, name)}
          isNew
          action={<SubmissionLinks replies={replies} />}
        >
          {replies.some(({ resumed }) => resumed.length > 0) && words.resumed}
        </Notice>
      )}
      {last !== undefined && last.blocked_count > 0 && (
        <Notice tone="warning" title={words.notSent(last.blocked_count)} isNew>
          <ul class="submit-blocked">
            {last.blocked.map(({ claim_id, findings }) => (
              <li key={claim_id}>
                <Link to={`/claims/claim/${claim_id}`}>
                  {findings.map(({ id, message }) => `${id}: ${message}`).join(' ') || words.noFindings}
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {last?.in_progress.map(({ submission_id, state, claim_count, since, resumable_at, last_error }) => (
        <Notice key={submission_id} tone="warning" title={words.inProgress} isNew>
          <p>{words.inProgressItem(claim_count, words.list.states[state], formatTime(since))}</p>
          {last_error !== undefined && <p>{transportErrorText(last_error)}</p>}
          <p>{words.resumes(formatTime(resumable_at))}</p>
        </Notice>
      ))}
      {failure !== undefined && (
        <Notice tone="danger" title={words.failed(name)} isNew>
          <p>{[failure.title, failure.detail].filter(Boolean).join('. ')}</p>
          <p>{words.failedText}</p>
        </Notice>
      )}
    </>
  );
}

const SubmissionLinks = ({ replies }: Pick<PayerResult, 'replies'>) => (
  <>
    {replies
      .flatMap(({ submissions }) => submissions)
      .map(({ id }) => (
        <Link key={id} to={`/claims/submissions?id=${id}`}>
          {texts.submit.openSubmission}
        </Link>
      ))}
  </>
);
