import type { Onboarding } from '#commerce/onboarding/contract.ts';
import { api } from '#web/api/api.ts';
import { Badge, type Tone } from '#web/components/badge.tsx';
import { Button, LinkButton } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { MainAction, Page } from '#web/components/page.tsx';
import { Progress } from '#web/components/progress.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useAction } from '#web/data/action.ts';
import { type Query, useQuery } from '#web/data/query.ts';
import { useBrand } from '#web/session/session.ts';
import { formatDateOf } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import './tour.css';

type Step = Onboarding['steps'][number];

/** Where the work of a step is done. */
const places: Readonly<Record<Step['step'], string>> = {
  brand_profile: '/settings',
  first_product: '/products',
  first_order: '/orders/new',
  first_water_log: '/water',
  team_or_api_key: '/members',
  first_campaign: '/campaigns/new',
};

/** The steps from a new brand to the first campaign, with their true state. */
export default function TourPage() {
  const { id } = useBrand();
  const tour = useQuery('tour', () => api('GET /api/v1/onboarding', { brand_id: id }));
  const words = texts.tour;
  const { data } = tour;
  return (
    <Page
      title={words.title}
      narrow
      answer={data && answerOf(data)}
      note={words.note}
      actions={data && <DismissButton tour={tour} onboarding={data} />}
    >
      {data === undefined && tour.error !== undefined && (
        <Failure error={tour.error} onRetry={() => void tour.refresh()} />
      )}
      {data === undefined && tour.error === undefined && <Loading rows={6} />}
      {data && (
        <>
          {data.status === 'dismissed' && <Notice>{words.dismissed}</Notice>}
          <Progress
            label={words.answer(data.completed_count, data.steps.length)}
            labelHidden
            value={data.completed_count}
            max={data.steps.length}
          />
          <ol class="tour-steps">
            {data.steps.map((step) => (
              <TourStep key={step.step} step={step} isNext={step.step === data.next_step} tour={tour} />
            ))}
          </ol>
        </>
      )}
    </Page>
  );
}

function answerOf({ completed_count, steps }: Onboarding): string {
  const { complete, answer } = texts.tour;
  return completed_count === steps.length ? complete : answer(completed_count, steps.length);
}

const tones: Readonly<Record<Step['status'], Tone>> = { open: 'info', completed: 'good', skipped: 'neutral' };

function TourStep({
  step: { step, status, completed_at },
  isNext,
  tour,
}: {
  readonly step: Step;
  readonly isNext: boolean;
  readonly tour: Query<Onboarding>;
}) {
  const { id } = useBrand();
  const words = texts.tour;
  const { title, text, action } = words.steps[step];
  const skip = useAction(async (skipped: boolean) =>
    tour.set(await api('PUT /api/v1/onboarding/steps/{step}', { step, brand_id: id, skipped })),
  );
  return (
    <li class={isNext ? 'tour-step tour-next' : 'tour-step'} aria-current={isNext ? 'step' : undefined}>
      <div class="tour-words">
        <h2>{title}</h2>
        <p>{status === 'completed' && completed_at ? words.doneAt(formatDateOf(completed_at)) : text}</p>
      </div>
      <Badge tone={tones[status]} icon={status === 'completed' ? 'check' : undefined}>
        {words.status[status]}
      </Badge>
      {status !== 'completed' && (
        <div class="tour-actions">
          <Button kind="quiet" busy={skip.isRunning} onClick={() => void skip.run(status === 'open')}>
            {status === 'open' ? words.skip : words.unskip}
          </Button>
          {isNext ? (
            <MainAction>
              <LinkButton to={places[step]} kind="primary">
                {action}
              </LinkButton>
            </MainAction>
          ) : (
            <LinkButton to={places[step]}>{action}</LinkButton>
          )}
        </div>
      )}
    </li>
  );
}

function DismissButton({
  tour,
  onboarding,
}: {
  readonly tour: Query<Onboarding>;
  readonly onboarding: Onboarding;
}) {
  const { id } = useBrand();
  const isDismissed = onboarding.status === 'dismissed';
  const change = useAction(async () =>
    tour.set(await api('PUT /api/v1/onboarding', { brand_id: id, dismissed: !isDismissed })),
  );
  if (onboarding.status === 'completed') return null;
  return (
    <Button kind="quiet" busy={change.isRunning} onClick={() => void change.run()}>
      {isDismissed ? texts.tour.resume : texts.tour.dismiss}
    </Button>
  );
}
