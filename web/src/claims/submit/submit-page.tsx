import { useState } from 'preact/hooks';
import type { Clearhouse } from '#contract/claims/clearinghouse/clearinghouse.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { confirm } from '#web/components/dialog.tsx';
import { Page } from '#web/components/page.tsx';
import { Empty, Failure, Loading } from '#web/components/states.tsx';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { dollars } from '../dollars.ts';
import { ConnectionButton, ConnectionNotice } from './connection-test.tsx';
import { PayerCard } from './payer-card.tsx';
import { type PayerPreview, previews, readySum } from './payer-preview.ts';
import { SubmitResults } from './submit-results.tsx';
import { submitAll, submitRun } from './submit-run.ts';
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
  const payers = preview.data ?? [];
  const withReady = payers.filter(({ ready }) => ready.count > 0);
  const ready = readySum(withReady);
  const submit = (chosen: readonly PayerPreview[]) => void confirmAndSubmit(chosen);
  return (
    <Page
      title={texts.app.pages.submit}
      answer={preview.data && answerOf(ready.count, ready.amount)}
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
