import { useState } from 'preact/hooks';
import type { RemittanceClaim, RemittanceDetail } from '#contract/claims/responses/remittance-records.ts';
import { type ApiData, api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { toast } from '#web/components/toasts.tsx';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { billerReason } from '../access/access.ts';
import { type Decision, DecisionDialog } from '../decision/decision-dialog.tsx';

/** Posts the payments of an unbalanced remittance by hand, and takes such postings back. */
export function ByHand(props: {
  readonly remittance: RemittanceDetail;
  readonly claims: readonly RemittanceClaim[];
  readonly onChange: () => void;
}) {
  const { remittance, onChange } = props;
  const [asked, setAsked] = useState<'post' | 'takeBack'>();
  const words = texts.remittances.byHand;
  const held = remittance.counts.held;
  const hasByHand = props.claims.some((claim) => isPostedByHand(claim, remittance));
  const decide = useAction(async (decision: Decision) => {
    const { changed, skipped } =
      asked === 'post'
        ? await throughAll((query) =>
            api('POST /api/remittances/{id}/post', { id: remittance.id, ...decision }, { query }),
          )
        : await throughAll((query) =>
            api('POST /api/remittances/{id}/take-back', { id: remittance.id, ...decision }, { query }),
          );
    const text = asked === 'post' ? words.posted(changed) : words.takenBack(changed);
    toast({ text: skipped > 0 ? `${text}. ${words.skipped(skipped)}` : text });
    setAsked(undefined);
    onChange();
  });
  if (held === 0 && !hasByHand) return null;
  return (
    <>
      <Button
        icon="check"
        reason={billerReason() ?? (held === 0 ? words.nothingHeld : undefined)}
        reasonAs="tip"
        onClick={() => setAsked('post')}
      >
        {words.post}
      </Button>
      <Button
        icon="undo"
        reason={billerReason() ?? (hasByHand ? undefined : words.nothingByHand)}
        reasonAs="tip"
        onClick={() => setAsked('takeBack')}
      >
        {words.takeBack}
      </Button>
      {asked !== undefined && (
        <DecisionDialog
          title={asked === 'post' ? words.postTitle : words.takeBackTitle}
          text={asked === 'post' ? words.postText(held) : words.takeBackText}
          action={asked === 'post' ? words.postAction : words.takeBackAction}
          reasons={
            asked === 'post'
              ? ['verified_on_eob', 'verified_with_payer', 'verified_in_bank', 'other']
              : ['entered_in_error', 'duplicate', 'not_ours', 'other']
          }
          isRunning={decide.isRunning}
          error={decide.error}
          onDecide={(decision) => void decide.run(decision)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** The service posts only what adds up, so a posted payment of an unbalanced remittance was posted by a person. */
function isPostedByHand({ match, posted_at, held }: RemittanceClaim, { balance }: RemittanceDetail): boolean {
  if (posted_at === undefined || held !== undefined || match?.result !== 'matched') return false;
  return match.by === 'hand' || balance?.balanced === false;
}

/** One call works for 15 seconds; `next_cursor` continues. */
async function throughAll(
  call: (query: { readonly cursor?: string }) => Promise<ApiData<'POST /api/remittances/{id}/post'>>,
): Promise<Pick<ApiData<'POST /api/remittances/{id}/post'>, 'changed' | 'skipped'>> {
  let changed = 0;
  let skipped = 0;
  let cursor: string | null = null;
  do {
    const result: ApiData<'POST /api/remittances/{id}/post'> = await call(cursor === null ? {} : { cursor });
    changed += result.changed;
    skipped += result.skipped;
    cursor = result.next_cursor;
  } while (cursor !== null);
  return { changed, skipped };
}
