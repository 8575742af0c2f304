import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { navigate } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { Form } from '#web/components/fields.tsx';
import { Page } from '#web/components/page.tsx';
import { useUnsaved } from '#web/components/unsaved.ts';
import { useAction } from '#web/data/action.ts';
import { refreshAll } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { campaignDraft, campaignInput } from './campaign-draft.ts';
import { CampaignFields } from './campaign-fields.tsx';
import { campaignTexts } from './campaign-texts.ts';

/** Writes a campaign. It is saved as a draft; preview, test and sending follow on its page. */
export default function NewCampaignPage() {
  const brand = useBrand();
  const words = campaignTexts;
  const [draft, setDraft] = useState(campaignDraft());
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(campaignDraft()));
  const reason = mayEdit() ? undefined : words.viewerReason;
  const create = useAction(
    () => api('POST /api/v1/campaigns', { brand_id: brand.id, ...campaignInput(draft) }),
    {
      done: words.created,
    },
  );
  const submit = async () => {
    const campaign = await create.run();
    if (!campaign) return;
    refreshAll('campaigns');
    navigate(`/campaigns/${campaign.id}`, { replace: true, saved: true });
  };
  return (
    <Page
      narrow
      title={words.newTitle}
      primary={
        <Button
          kind="primary"
          type="submit"
          form="campaign"
          busy={create.isRunning}
          reason={reason}
          reasonAs="tip"
        >
          {words.save}
        </Button>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/campaigns')}
        id="campaign"
        label={words.newTitle}
        onSubmit={submit}
        error={create.error}
      >
        <CampaignFields draft={draft} onChange={setDraft} reason={reason} />
      </Form>
    </Page>
  );
}
