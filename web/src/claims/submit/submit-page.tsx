import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Clearhouse } from '#claims/clearhouse/contract.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { errorText } from '#web/api/error-text.ts';
import { Link } from '#web/app/router.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page, Section } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { dollars } from '../dollars.ts';
import { useRepeated } from '../lane/use-repeated.ts';
import { ConnectionButton, ConnectionNotice, transportErrorText } from './connection-test.tsx';
import { PayerCard } from './payer-card.tsx';
import { type PayerPreview, previews, readySum } from './payer-preview.ts';
import './submit.css';

/** What goes out now and what blocks it, by payer, and its submission. */
export default function SubmitPage() {
  const preview = useQuery('submit/preview', readPreview, { keep: false });
  const clearhouse = useQuery('submit/clearhouse', () => api('GET /api/clearhouse'), {
    keep: false,
  });
  const [tested, setTested] = useState<ApiData<'POST /api/clearhouse/test-connection'>>();
  const words = texts.submit;
  const run = submitRun.value;
  useRepeated(preview.refresh, run?.isRunning ? 3_000 : 30_000);
  const payers = preview.data ?? [];
  const withReady = payers.filter(({ ready }) => ready.count > 0);
  const ready = readySum(withReady);
  const submit = (chosen: readonly PayerPreview[]) => void confirmAndSubmit(chosen);
  return (
    <Page
      title={texts.app.pages.submit}
      answer={run?.isRunning ? words.progress : preview.data && answerOf(ready.count, ready.amount)}
      note={clearhouse.data && noteOf(clearhouse.data)}
      actions={
        <>
          <LinkButton to="/claims/submissions">{words.submissions}</LinkButton>
          <ConnectionButton onResult={setTested} />
        </>
      }
      primary={
        <Button
          kind="primary"
          icon="send"
          busy={run?.isRunning === true}
          reason={billerReason() ?? (ready.count === 0 ? words.nothingReady : undefined)}
          onClick={() => submit(withReady)}
        >
          {words.submitAll(ready.count)}
        </Button>
      }
    >
      {tested !== undefined && <ConnectionNotice result={tested} />}
      {run !== undefined && <SubmitResults run={run} />}
      {preview.error !== undefined && preview.data === undefined && (
        <Failure error={preview.error} onRetry={() => void preview.refresh()} />
      )}
      {preview.isLoading && <Loading rows={6} />}
      {preview.data !== undefined && payers.length === 0 && (
        <Empty
          icon="send"
          title={words.empty}
          text={words.emptyText}
          action={<LinkButton to="/claims/files">{words.toFiles}</LinkButton>}
        />
      )}
      <div class="submit-payers">
        {payers.map((payer) => (
          <PayerCard
            key={payer.payerId}
            payer={payer}
            isRunning={run?.isRunning === true}
            onSubmit={() => submit([payer])}
          />
        ))}
      </div>
    </Page>
  );
}

async function readPreview(): Promise<readonly PayerPreview[]> {
  const [aging, payers, { data: submissions }] = await Promise.all([
    api('GET /api/reports/aging'),
    api('GET /api/config/payers'),
    api('GET /api/clearhouse/submissions', { limit: 50 }),
  ]);
  return previews(aging, payers, submissions);
}

async function confirmAndSubmit(payers: readonly PayerPreview[]): Promise<void> {
  const { count, amount } = readySum(payers);
  const isConfirmed = await confirm({
    title: texts.submit.confirmTitle(count),
    text: texts.submit.confirmText(payers.map(({ name }) => name).join(', '), dollars(amount)),
    action: texts.submit.submitAll(count),
  });
  if (!isConfirmed) return;
  await submitAll(payers);
  refreshAll('submit/');
  refreshAll('lanes');
}

const answerOf = (count: number, amount: number): string =>
  count === 0 ? texts.submit.answerNone : texts.submit.answer(count, dollars(amount));

function noteOf({ name, environment, transport }: Clearhouse): string {
  const words = texts.submit;
  return [words.through(name), words.environments[environment], words.transports[transport]].join(' · ');
}

/** The progress of a run, and its result for each payer. */
function SubmitResults({ run }: { readonly run: SubmitRun }) {
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

/** What the service did with the claims of one payer. */
interface PayerResult {
  readonly payerId: string;
  readonly name: string;
  readonly replies: readonly ApiData<'POST /api/clearhouse/submit'>[];
  readonly error?: unknown;
}

/** The submission of a person. It goes on while the person looks at other pages. */
interface SubmitRun {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly results: readonly PayerResult[];
}

/** The last run of this page load; undefined before the first one. */
const submitRun = signal<SubmitRun | undefined>(undefined);

/** Submits the ready claims of the payers, one payer after the other. A failure at one payer does not stop the others. */
async function submitAll(payers: readonly PayerPreview[]): Promise<void> {
  if (submitRun.peek()?.isRunning === true) return;
  const total = payers.reduce((sum, { ready }) => sum + ready.count, 0);
  submitRun.value = { isRunning: true, total, done: 0, results: [] };
  for (const { payerId, name } of payers) await submitPayer(payerId, name);
  update((run) => ({ ...run, isRunning: false }));
}

/** One call sends up to 5,000 claims; `has_more` asks for another one. */
async function submitPayer(payerId: string, name: string): Promise<void> {
  const replies: ApiData<'POST /api/clearhouse/submit'>[] = [];
  const show = (error?: unknown) =>
    update((run) => ({
      ...run,
      results: [
        ...run.results.filter((result) => result.payerId !== payerId),
        { payerId, name, replies: [...replies], ...(error !== undefined && { error }) },
      ],
    }));
  try {
    for (let hasMore = true; hasMore; ) {
      const reply = await api('POST /api/clearhouse/submit', { payer_id: payerId });
      replies.push(reply);
      const sent = sentCount(reply);
      update((run) => ({ ...run, done: run.done + sent }));
      show();
      // A reply that sent nothing would repeat without end.
      hasMore = reply.has_more && sent > 0;
    }
  } catch (error) {
    show(error);
  }
}

/** Claims that the reply reports as sent. */
const sentCount = ({ submissions }: ApiData<'POST /api/clearhouse/submit'>): number =>
  submissions
    .filter(({ state }) => state === 'recorded' || state === 'sent')
    .reduce((sum, { claim_count }) => sum + claim_count, 0);

function update(change: (run: SubmitRun) => SubmitRun): void {
  const run = submitRun.peek();
  if (run !== undefined) submitRun.value = change(run);
}
