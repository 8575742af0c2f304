import { signal } from '@preact/signals';
import { type ApiData, api } from '#web/api/api.ts';
import type { PayerPreview } from './payer-preview.ts';

/** What the service did with the claims of one payer. */
export interface PayerResult {
  readonly payerId: string;
  readonly name: string;
  readonly replies: readonly ApiData<'POST /api/clearhouse/submit'>[];
  readonly error?: unknown;
}

/** The submission of a person. It goes on while the person looks at other pages. */
export interface SubmitRun {
  readonly isRunning: boolean;
  readonly total: number;
  readonly done: number;
  readonly results: readonly PayerResult[];
}

/** The last run of this page load; undefined before the first one. */
export const submitRun = signal<SubmitRun | undefined>(undefined);

/** Submits the ready claims of the payers, one payer after the other. A failure at one payer does not stop the others. */
export async function submitAll(payers: readonly PayerPreview[]): Promise<void> {
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
export const sentCount = ({ submissions }: ApiData<'POST /api/clearhouse/submit'>): number =>
  submissions
    .filter(({ state }) => state === 'recorded' || state === 'sent')
    .reduce((sum, { claim_count }) => sum + claim_count, 0);

function update(change: (run: SubmitRun) => SubmitRun): void {
  const run = submitRun.peek();
  if (run !== undefined) submitRun.value = change(run);
}
