import { useEffect } from 'preact/hooks';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { ConflictNotice, type OtherValue } from '#web/components/conflict-notice.tsx';
import { Form } from '#web/components/fields.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { isVersionConflict, type OtherChange, useVersionedDraft } from '#web/data/versioned-draft.ts';
import { texts } from '#web/text/texts.ts';
import { type CampaignDraft, campaignDraft, campaignPatch } from './campaign-draft.ts';
import { CampaignFields } from './campaign-fields.tsx';

/** Message and audience of a campaign. Saving sends them with the version that was read. */
export function CampaignEditor({
  campaign,
  onSaved,
  onConflict,
  onDirty,
}: {
  readonly campaign: Campaign;
  readonly onSaved: (campaign: Campaign) => void;
  readonly onConflict: () => void;
  /** Called when changes that are not saved appear or disappear. */
  readonly onDirty: (isDirty: boolean) => void;
}) {
  const words = texts.campaigns;
  const { base, draft, isChanged, conflict, setDraft, rebase, meetConflict } = useVersionedDraft(
    campaign,
    campaignDraft,
  );
  useEffect(() => onDirty(isChanged), [isChanged]);
  useUnsaved(isChanged);
  const save = useAction(
    () =>
      api('PATCH /api/v1/campaigns/{id}', { id: campaign.id, ...campaignPatch(draft) }, { ifMatch: base }),
    { done: words.saved, shows: isVersionConflict },
  );
  const submit = async () => {
    const saved = await save.run();
    if (!saved) return;
    rebase(saved);
    onSaved(saved);
  };
  useEffect(() => {
    if (!isVersionConflict(save.error)) return;
    meetConflict();
    onConflict();
  }, [save.error]);
  return (
    <Form
      label={words.compose}
      onSubmit={submit}
      error={isVersionConflict(save.error) ? undefined : save.error}
      actions={
        <Button kind={isChanged ? 'primary' : 'secondary'} type="submit" busy={save.isRunning}>
          {words.saveChanges}
        </Button>
      }
    >
      {conflict && <ConflictNotice values={conflict.map(otherValue)} />}
      <CampaignFields draft={draft} onChange={setDraft} reason={undefined} />
    </Form>
  );
}

/** What the other person has stored in a field of the form that both have changed. */
function otherValue({ name, value }: OtherChange<CampaignDraft>): OtherValue {
  const words = texts.campaigns;
  const labels: Readonly<Record<keyof CampaignDraft, string>> = {
    ...words,
    segment_id: words.segment,
    contact_ids: words.people,
  };
  const isText = typeof value === 'string' && name !== 'segment_id' && name !== 'type';
  return { label: labels[name], text: isText ? value : undefined };
}
