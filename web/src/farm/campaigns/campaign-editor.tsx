import { useEffect, useState } from 'preact/hooks';
import type { Campaign } from '#clients/typescript/src/commerce/schemas.ts';
import { isApiError } from '#clients/typescript/src/runtime/errors.ts';
import { commerce } from '#web/api/commerce-client.ts';
import { Button } from '#web/components/button.tsx';
import { Form } from '#web/components/fields.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { texts } from '#web/text/texts.ts';
import { campaignDraft, campaignPatch } from './campaign-draft.ts';
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
  const [base, setBase] = useState(campaign);
  const [draft, setDraft] = useState(() => campaignDraft(campaign));
  const isChanged = JSON.stringify(draft) !== JSON.stringify(campaignDraft(base));
  useEffect(() => {
    if (campaign.version === base.version || isChanged) return;
    setBase(campaign);
    setDraft(campaignDraft(campaign));
  }, [campaign.version]);
  useEffect(() => onDirty(isChanged), [isChanged]);
  useUnsaved(isChanged);
  const save = useAction(
    () => commerce.campaigns.update({ id: campaign.id, ...campaignPatch(draft) }, { ifMatch: base }),
    { done: words.saved },
  );
  const submit = async () => {
    const saved = await save.run();
    if (!saved) return;
    setBase(saved);
    setDraft(campaignDraft(saved));
    onSaved(saved);
  };
  useEffect(() => {
    if (!isApiError(save.error, 'precondition_failed')) return;
    // The text stays; the next attempt is made on the version that is read now.
    setBase(campaign);
    onConflict();
  }, [save.error]);
  return (
    <Form
      label={words.compose}
      onSubmit={submit}
      error={save.error}
      actions={
        <Button kind={isChanged ? 'primary' : 'secondary'} type="submit" busy={save.isRunning}>
          {words.saveChanges}
        </Button>
      }
    >
      <CampaignFields draft={draft} onChange={setDraft} reason={undefined} />
    </Form>
  );
}
