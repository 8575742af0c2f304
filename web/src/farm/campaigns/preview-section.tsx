import { type ComponentChild, h } from 'preact';
import { useState } from 'preact/hooks';
import type { Campaign, CampaignPreview } from '#commerce/campaigns/contract.ts';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Icon } from '#web/components/icons.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section, Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { contactName, useContactSearch } from '#web/farm/customers/customer-list.ts';
import { mayEdit } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { campaignTexts } from './campaign-texts.ts';
import './preview/message-view.css';

/** The saved campaign as a contact sees it, and what keeps it from being sent. */
export function PreviewSection({ campaign }: { readonly campaign: Campaign }) {
  const words = campaignTexts;
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
  const words = campaignTexts;
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
  const { problemTexts } = campaignTexts;
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

/** Shows the HTML of a message as a mailbox would, without running or loading anything of it. */
function MessageView({ html, label }: { readonly html: string; readonly label: string }) {
  return (
    <article class="message-view" aria-label={label}>
      {messageTree(html).map(show)}
    </article>
  );
}

function show(node: MessageNode): ComponentChild {
  if (typeof node === 'string') return node;
  const { tag, style, note, children } = node;
  if (tag === 'img')
    return (
      <span class="message-view-image">
        <Icon name="image" small /> {note}
      </span>
    );
  if (tag === 'a')
    return (
      <span class="message-view-link" title={note} style={style}>
        {children.map(show)}
      </span>
    );
  return h(tag, { style }, ...children.map(show));
}

/** A part of a message that is safe to show: a text, or an element of the list below. */
type MessageNode = string | MessageElement;

/** An element with its harmless style. Links and images keep their address as text only. */
interface MessageElement {
  readonly tag: string;
  readonly style: Readonly<Record<string, string>>;
  readonly note?: string;
  readonly children: readonly MessageNode[];
}

/**
 * Reads the HTML of a message into a tree of harmless elements. Scripts, forms, frames and addresses are dropped, so that the
 * preview of a message can neither load nor run anything.
 */
function messageTree(html: string): readonly MessageNode[] {
  return nodesOf(new DOMParser().parseFromString(withoutPolicyReports(html), 'text/html').body);
}

/**
 * Renames handlers and styles in tags. The policy of the page reports them even in documents that are only parsed, and a
 * preview shall not look like an attack in the console. What may be shown is decided by {@link messageTree} alone.
 */
const withoutPolicyReports = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'/])(on\w+|style)(?=\s*=)/gi, '$1data-$2'));

const shownTags = new Set(
  'p div span br hr h1 h2 h3 h4 h5 h6 strong b em i u s small sup sub blockquote ul ol li table thead tbody tfoot tr td th pre code center'.split(
    ' ',
  ),
);
const droppedTags = new Set(
  'script style head title meta link iframe object embed form input button select textarea svg math template'.split(
    ' ',
  ),
);

/** Properties that change only how a text looks. */
const shownProperties = new Set(
  'color background-color text-align font-size font-weight font-style font-family line-height letter-spacing text-decoration text-transform padding padding-top padding-right padding-bottom padding-left margin margin-top margin-bottom border border-top border-bottom border-radius width max-width vertical-align'.split(
    ' ',
  ),
);

function nodesOf(parent: Node): readonly MessageNode[] {
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.textContent ?? ''];
    return node instanceof Element ? elementOf(node) : [];
  });
}

function elementOf(element: Element): readonly MessageNode[] {
  const tag = element.localName;
  if (droppedTags.has(tag)) return [];
  const style = styleOf(element.getAttribute('data-style') ?? '');
  if (tag === 'img') {
    const alternative = element.getAttribute('alt') ?? '';
    return [{ tag: 'img', style: {}, note: alternative, children: [] }];
  }
  const children = nodesOf(element);
  if (tag === 'a') return [{ tag: 'a', style, note: element.getAttribute('href') ?? '', children }];
  return shownTags.has(tag) ? [{ tag, style, children }] : children;
}

function styleOf(text: string): Readonly<Record<string, string>> {
  const declarations = text.split(';').flatMap((declaration) => {
    const [name = '', ...value] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const shown = value.join(':').trim();
    return shownProperties.has(property) && !/url\(|expression|javascript/i.test(shown)
      ? [[property, shown] as const]
      : [];
  });
  return Object.fromEntries(declarations);
}
