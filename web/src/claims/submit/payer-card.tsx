import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Figure, Figures } from '#web/components/figure.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { dollars } from '../dollars.ts';
import { BlockedClaims } from './blocked-claims.tsx';
import { transportErrorText } from './connection-test.tsx';
import { blockingLanes, type PayerPreview } from './payer-preview.ts';
import { ReadyClaims } from './ready-claims.tsx';

/** One payer: what goes out now, and what stays with the reason. */
export function PayerCard(props: {
  readonly payer: PayerPreview;
  readonly isRunning: boolean;
  readonly onSubmit: () => void;
}) {
  const { payer, isRunning, onSubmit } = props;
  const [shown, setShown] = useState<'ready' | 'blocked'>();
  const words = texts.submit;
  const blocking = blockingLanes.filter((lane) => payer.blocked[lane].count > 0);
  const toggle = (part: 'ready' | 'blocked') => setShown(shown === part ? undefined : part);
  const { count, amount } = payer.ready;
  return (
    <Section
      title={payer.name}
      note={payer.name === payer.payerId ? undefined : payer.payerId}
      kind="card"
      actions={
        <Button
          icon="send"
          busy={isRunning}
          reason={billerReason() ?? (count === 0 ? words.nothingReady : undefined)}
          onClick={onSubmit}
        >
          {words.submitPayer}
        </Button>
      }
    >
      <Figures>
        <Figure
          label={words.goesOut}
          value={words.claimCount(count)}
          note={
            <>
              {dollars(amount)}
              {count > 0 && (
                <Button kind="quiet" small expanded={shown === 'ready'} onClick={() => toggle('ready')}>
                  {shown === 'ready' ? words.hide : words.showClaims}
                </Button>
              )}
            </>
          }
        />
        <Figure
          label={words.blocks}
          value={words.claimCount(blocking.reduce((sum, lane) => sum + payer.blocked[lane].count, 0))}
          note={
            blocking.length === 0 ? (
              words.blockedNone
            ) : (
              <>
                {blocking
                  .map((lane) => `${words.claimCount(payer.blocked[lane].count)}: ${words.lanes[lane]}`)
                  .join(' · ')}
                <Button kind="quiet" small expanded={shown === 'blocked'} onClick={() => toggle('blocked')}>
                  {shown === 'blocked' ? words.hide : words.showBlocked}
                </Button>
              </>
            )
          }
        />
      </Figures>
      {!payer.isConfigured && <Notice tone="warning">{words.notConfigured}</Notice>}
      {payer.inProgress.map(({ id, state, claim_count, created_at, last_error }) => (
        <Notice key={id} tone="warning" title={words.inProgress}>
          <p>{words.inProgressItem(claim_count, words.list.states[state], formatTime(created_at))}</p>
          {last_error !== undefined && <p>{transportErrorText(last_error)}</p>}
        </Notice>
      ))}
      {shown === 'ready' && <ReadyClaims payer={payer} />}
      {shown === 'blocked' && <BlockedClaims payer={payer} lanes={blocking} />}
    </Section>
  );
}
