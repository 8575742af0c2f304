import { useState } from 'preact/hooks';
import type { CampaignPreview } from '#contract/commerce/campaign-sending.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section, Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { useContactSearch } from '#web/farm/customers/contact-search.ts';
import { contactName } from '#web/farm/customers/customer-list.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { MessageView } from './preview/message-view.tsx';

/** The saved campaign as a contact sees it, and what keeps it from being sent. */
export function PreviewSection({ campaign }: { readonly campaign: Campaign }) {
  const words = texts.campaigns;
  const [contactId, setContact] = useState(campaign.contact_ids?.[0]);
  const [name, setName] = useState<string>();
  const [search, setSearch] = useState('');
  const found = useContactSearch(search, 5);
  const key = `campaigns/${campaign.id}/preview?contact=${contactId ?? ''}&version=${campaign.version}`;
  const preview = useQuery(key, () =>
    api('POST /api/v1/campaigns/{id}/preview', { id: campaign.id, contact_id: contactId }),
  );
  return (
    <Section
      title={words.preview}
      kind="card"
      note={`${words.previewAs}: ${name ?? (contactId ? '…' : words.sampleContact)}`}
    >
      {mayEdit() && (
        <Toolbar>
          <SearchField label={words.previewAs} value={search} onChange={setSearch} />
        </Toolbar>
      )}
      {(found.data ?? []).map((contact) => (
        <Button
          key={contact.id}
          kind="quiet"
          icon="person"
          onClick={() => {
            setContact(contact.id);
            setName(contactName(contact));
            setSearch('');
          }}
        >
          {contactName(contact) ?? texts.customers.noName}
        </Button>
      ))}
      {preview.isLoading && <Loading rows={4} />}
      {preview.error !== undefined && (
        <Failure error={preview.error} onRetry={() => void preview.refresh()} />
      )}
      {preview.data && <Message preview={preview.data} hasProblems={campaign.started_at === undefined} />}
    </Section>
  );
}

function Message({
  preview,
  hasProblems,
}: {
  readonly preview: CampaignPreview;
  readonly hasProblems: boolean;
}) {
  const words = texts.campaigns;
  const { subject, html, text, segments, missing_fields, problems } = preview;
  return (
    <>
      {missing_fields.length > 0 && (
        <Notice tone="warning">{words.missing(missing_fields.join(', '))}</Notice>
      )}
      {subject !== undefined && <p class="campaign-subject">{subject}</p>}
      {html === undefined ? (
        <pre class="campaign-text">{text}</pre>
      ) : (
        <>
          <MessageView html={html} label={words.previewHtml} />
          <details>
            <summary>{words.previewText}</summary>
            <pre class="campaign-text">{text}</pre>
          </details>
        </>
      )}
      {segments !== undefined && <p class="campaign-muted">{words.previewSms(segments)}</p>}
      {hasProblems && problems.length > 0 && (
        <Notice tone="warning" title={words.problems}>
          <ul>
            {problems.map((problem) => (
              <li key={problem.path.join('.')}>{problemText(problem)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

/** What is missing, in the language of the page; else in the words of the service. */
function problemText({ path, message }: CampaignPreview['problems'][number]): string {
  const { problemTexts } = texts.campaigns;
  switch (path.join('.')) {
    case 'campaign.segment_id':
      return problemTexts.no_audience;
    case 'deployment.email':
    case 'deployment.sms':
      return problemTexts.sender;
    case 'messaging.postal_address':
      return problemTexts.postal_address;
    case 'campaign.content':
      return problemTexts.content;
    default:
      return message;
  }
}
