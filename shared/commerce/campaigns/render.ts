import { escapeHtml, oneLine } from '#contract/text-forms.ts';
import type { MessagingSettings } from '../messages/contract.ts';
import { endOfBody, htmlOfText, textOfHtml } from '../messages/html-text.ts';
import { smsSize, withOptOut } from '../messages/sending.ts';
import type { Campaign, CampaignPreview } from './contract.ts';
import { missingFields, neededFields, readTemplate, renderTemplate, type TemplatePart } from './rules.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words before a name, as {@link plain} gives them. */
const titles = wordSet(
  'mr mrs ms miss mx dr dra prof professor rev reverend sr sra srta mme mlle herr frau hon sir',
);
/** Words after the name of a person. */
const suffixes = wordSet('jr sr ii iii iv md dds dvm phd esq cpa rn hijo fils');
const companyWords = wordSet(
  'llc inc incorporated ltd limited corp corporation company llp plc gmbh pty coop farm farms market bakery restaurant cafe café bistro catering grocery foods school restaurante mercado granja finca escuela',
);
/** Legal forms that are names of people too, unless they are in capitals. */
const capitalForms = wordSet('CO SA AG KG AB BV NV OY SL AS');
const conjunctions = wordSet('& + and y e et und');

/**
 * The given name in a full name, to greet its bearer: the first word behind titles, also of a name that begins with the
 * surname and a comma. A company, and a title with a surname only, keep the whole name. Undefined for a blank name.
 */
export function givenName(fullName: string): string | undefined {
  const name = fullName.split(/\s+/).filter(Boolean).join(' ');
  if (isCompany(name)) return name;
  const [before] = partsOf(name);
  if (before === undefined) return undefined;
  const { given } = namesBesideComma(name);
  return given === undefined ? firstOf(before, 'with surname') : firstOf(given, 'alone');
}

function firstOf(names: string, kind: 'with surname' | 'alone'): string {
  const surnames = kind === 'alone' ? 0 : 1;
  const words = names.split(' ');
  const titleCount = words.findIndex((word) => !titles.has(plain(word)));
  const [first, second = '', ...others] = titleCount < 0 ? [] : words.slice(titleCount);
  // `Mr. and Mrs. Fern`, `Dr. Fern`
  if (first === undefined || conjunctions.has(plain(first))) return names;
  if (titleCount > 0 && second === '') return surnames > 0 ? names : first;
  // `Olive and Basil Fern`, `Fern & Sons`
  if (conjunctions.has(plain(second)))
    return others.length > surnames ? [first, second, others[0]].join(' ') : names;
  // `J. Olive Fern`
  const isInitial = /^\p{L}\.?$/u.test(first);
  return isInitial && /^\p{L}{2}/u.test(second) && others.length >= surnames ? second : first;
}

/** Surname and given names of a name such as `Fern, Olive Jr.`; empty for any other. */
function namesBesideComma(name: string): { readonly surname?: string; readonly given?: string } {
  if (isCompany(name)) return {};
  const [surname, ...others] = partsOf(name);
  const given = others.find((part) => !part.split(' ').every(isBeforeOrAfter));
  return surname === undefined || given === undefined ? {} : { surname, given };
}

const partsOf = (name: string): readonly string[] =>
  name
    .split(/[,，]/)
    .map((part) => part.trim())
    .filter(Boolean);

const isBeforeOrAfter = (word: string): boolean => suffixes.has(plain(word)) || titles.has(plain(word));

function isCompany(name: string): boolean {
  const words = name.split(/[\s,]+/).filter(Boolean);
  const isShouted = name === name.toUpperCase();
  return words.some(
    (word, index) =>
      companyWords.has(plain(word)) ||
      (index > 0 && !isShouted && capitalForms.has(word.replaceAll('.', ''))),
  );
}

const plain = (word: string): string => word.toLowerCase().replaceAll(/[.-]/g, '');

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

type Content = Pick<Campaign, 'type' | 'content_type' | 'subject' | 'content' | 'text'>;

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

export type CampaignTemplates = ReturnType<typeof campaignTemplates>;

/** A campaign whose templates are read, and rendered as far as no field changes them, once for all of its contacts. */
export function campaignTemplates({ type, content_type, subject, content, text }: Content) {
  const read = (template: string) => readTemplate(template).parts;
  const [subjectParts, contentParts] = [read(subject), read(content)];
  const ownText = type === 'sms' || text === undefined ? undefined : read(text);
  const isHtml = type === 'email' && content_type === 'html';
  return {
    subject: subjectParts,
    text: ownText ?? (isHtml ? unmarked(textOfHtml(marked(contentParts)), contentParts) : contentParts),
    html: type === 'sms' ? noHtml : isHtml ? htmlAroundFooter(contentParts) : htmlOfLines(contentParts),
    needed: neededFields([...(type === 'sms' ? [] : subjectParts), ...contentParts, ...(ownText ?? [])]),
  };
}

type Parts = readonly TemplatePart[];

/** HTML for a contact, before and after the footer. */
type HtmlTemplate = readonly [before: (values: Values) => string, after: (values: Values) => string];

const nothing = () => '';
const noHtml: HtmlTemplate = [nothing, nothing];

/** HTML whose footer comes before the end of its body. */
function htmlAroundFooter(parts: Parts): HtmlTemplate {
  const rendered = (some: Parts) => (values: Values) => renderTemplate(some, values, escapeHtml);
  const last = parts.findLastIndex((part) => part.kind === 'text' && endOfBody(part.text) !== undefined);
  const part = parts[last];
  if (part?.kind !== 'text') return [rendered(parts), nothing];
  const place = endOfBody(part.text);
  const cut = (text: string): TemplatePart => ({ kind: 'text', text });
  return [
    rendered([...parts.slice(0, last), cut(part.text.slice(0, place))]),
    rendered([cut(part.text.slice(place)), ...parts.slice(last + 1)]),
  ];
}

/** Encloses the number of a field while the text around it is read. Unicode keeps this code point out of texts. */
const mark = '\ufdd0';

const marked = (parts: Parts): string =>
  parts
    .map((part, index) => (part.kind === 'text' ? part.text.replaceAll(mark, '') : `${mark}${index}${mark}`))
    .join('');

const unmarked = (text: string, parts: Parts): Parts =>
  text
    .split(mark)
    .map(
      (piece, index) => (index % 2 === 0 ? undefined : parts[Number(piece)]) ?? { kind: 'text', text: piece },
    );

/** Plain text as HTML. Lines without fields are rendered once; a link in another line may contain fields. */
function htmlOfLines(parts: Parts): HtmlTemplate {
  const groups: { readonly isFixed: boolean; readonly lines: string[] }[] = [];
  for (const line of marked(parts).replaceAll(/\r\n?/g, '\n').split('\n')) {
    const isFixed = !line.includes(mark);
    const last = groups.at(-1);
    if (last?.isFixed === isFixed) last.lines.push(line);
    else groups.push({ isFixed, lines: [line] });
  }
  const pieces = groups.map(({ isFixed, lines }) => {
    const text = lines.join('\n');
    return isFixed ? htmlOfText(text) : unmarked(text, parts);
  });
  const render = (values: Values) => (piece: string | Parts) =>
    typeof piece === 'string' ? piece : htmlOfText(renderTemplate(piece, values));
  return [(values) => pieces.map(render(values)).join('<br>\n'), nothing];
}

/** Values of the fields for a contact. A contact with only a full name is greeted by the given name in it. */
export const valuesFor = (
  contact: FieldContact,
  { brand_name, settings }: Sender,
  unsubscribe_url?: string,
) => {
  const { name = '', first_name = givenName(name), last_name = namesBesideComma(name).surname } = contact;
  return {
    first_name,
    last_name,
    name: contact.name ?? [first_name, last_name].filter(Boolean).join(' '),
    email: contact.email,
    phone: contact.phone,
    city: contact.city,
    brand_name,
    postal_address: settings.postal_address,
    unsubscribe_url,
  };
};
type Values = ReturnType<typeof valuesFor>;

/** Fields of a campaign for which the contact has no value. */
export const missingIn = ({ needed }: CampaignTemplates, values: Values): readonly string[] =>
  missingFields(needed, values);

export function renderEmail({ subject, html, text }: CampaignTemplates, values: Values): RenderedEmail {
  const footer = footerLines(values);
  const [before, after] = html.map((part) => part(values));
  const unsubscribe = footer.url ? [`Unsubscribe: ${footer.url}`] : [];
  return {
    subject: oneLine(renderTemplate(subject, values)),
    html: `${before}\n${htmlFooter(footer)}\n${after}`,
    text: `${renderTemplate(text, values).trimEnd()}\n\n-- \n${[...footer.lines, ...unsubscribe].join('\n')}\n`,
  };
}

export function renderSms({ text: parts }: CampaignTemplates, values: Values): RenderedSms {
  const text = withOptOut(renderTemplate(parts, values));
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

/** The contact of a preview or test without a contact. */
export const sampleContact: FieldContact = {
  name: 'Olive Fern',
  first_name: 'Olive',
  last_name: 'Fern',
  email: 'olive.fern@example.com',
  phone: '+13035550142',
  city: 'Boulder',
};

/** A campaign as a contact would get it. */
export function previewOf(
  campaign: Campaign,
  contact: FieldContact,
  sender: Sender,
  unsubscribeUrl: string,
): Omit<CampaignPreview, 'problems'> {
  const templates = campaignTemplates(campaign);
  const values = valuesFor(contact, sender, unsubscribeUrl);
  const missing_fields = [...missingIn(templates, values)];
  return campaign.type === 'sms'
    ? { type: 'sms', ...renderSms(templates, values), missing_fields }
    : { type: 'email', ...renderEmail(templates, values), missing_fields };
}
