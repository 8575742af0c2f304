import { escapeHtml, oneLine } from '#commerce/messages/escape.ts';
import { htmlOfText, textOfHtml, withEnding } from '#commerce/messages/html-text.ts';
import type { Campaign } from '#contract/commerce/campaigns.ts';
import type { MessagingSettings } from '#contract/commerce/messaging.ts';
import { smsSize, withOptOut } from './sms.ts';
import { missingFields, readTemplate, renderTemplate } from './template.ts';

/** What fields read of a contact. */
export interface FieldContact {
  readonly name?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly city?: string | undefined;
}

export interface Sender {
  readonly brand_name: string;
  readonly settings: Pick<MessagingSettings, 'from_name' | 'reply_to' | 'postal_address'>;
}

type Content = Pick<Campaign, 'type' | 'subject' | 'content' | 'text'>;

export interface RenderedEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

export interface RenderedSms {
  readonly text: string;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
}

/** A campaign whose templates are read once for all of its contacts. */
export function campaignTemplates({ type, subject, content, text }: Content) {
  const read = (template: string) => readTemplate(template).parts;
  const isHtml = type === 'email' && /<[a-z!/][^>]*>/i.test(content);
  return {
    subject: read(subject),
    content: read(content),
    text: text === undefined ? undefined : read(text),
    isHtml,
  };
}
export type CampaignTemplates = ReturnType<typeof campaignTemplates>;

/** Values of the fields for a contact. A contact with only a full name has its first word as first name. */
export const valuesFor = (
  contact: FieldContact,
  { brand_name, settings }: Sender,
  unsubscribe_url?: string,
) => {
  const [first] = (contact.name ?? '').trim().split(/\s+/);
  const full = [contact.first_name, contact.last_name].filter(Boolean).join(' ');
  return {
    first_name: contact.first_name ?? first,
    last_name: contact.last_name,
    name: contact.name ?? full,
    email: contact.email,
    phone: contact.phone,
    city: contact.city,
    brand_name,
    postal_address: settings.postal_address,
    unsubscribe_url,
  };
};
type Values = ReturnType<typeof valuesFor>;

/** Fields of an e-mail or text message for which the contact has no value. */
export const missingIn = (type: Campaign['type'], templates: CampaignTemplates, values: Values) => {
  const used =
    type === 'sms' ? [templates.content] : [templates.subject, templates.content, templates.text ?? []];
  return missingFields(used.flat(), values);
};

export function renderEmail(templates: CampaignTemplates, values: Values): RenderedEmail {
  const plain = (parts: CampaignTemplates['content']) => renderTemplate(parts, values);
  const subject = oneLine(plain(templates.subject));
  const html = templates.isHtml
    ? renderTemplate(templates.content, values, escapeHtml)
    : htmlOfText(plain(templates.content));
  const text = templates.text
    ? plain(templates.text)
    : templates.isHtml
      ? textOfHtml(html)
      : plain(templates.content);
  const footer = footerLines(values);
  return {
    subject,
    html: withEnding(html, htmlFooter(footer)),
    text: `${text.trimEnd()}\n\n-- \n${[...footer.lines, ...(footer.url ? [`Unsubscribe: ${footer.url}`] : [])].join('\n')}\n`,
  };
}

export function renderSms(templates: CampaignTemplates, values: Values): RenderedSms {
  const text = withOptOut(renderTemplate(templates.content, values));
  return { text, ...smsSize(text) };
}

interface Footer {
  readonly lines: readonly string[];
  readonly url: string | undefined;
}

const footerLines = ({ brand_name, postal_address, unsubscribe_url }: Values): Footer => ({
  lines: [
    `You receive this message because you agreed to news from ${brand_name}.`,
    ...(postal_address === undefined ? [] : [postal_address]),
  ],
  url: unsubscribe_url,
});

const htmlFooter = ({ lines, url }: Footer): string => {
  const link = url === undefined ? [] : [`<a href="${escapeHtml(url)}">Unsubscribe</a>`];
  const content = [...lines.map((line) => escapeHtml(line).replaceAll('\n', '<br>')), ...link].join('<br>');
  return `<hr><p style="font-size:12px;color:#555">${content}</p>`;
};
