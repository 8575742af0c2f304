import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { MessagingSettings } from '../messages/contract.ts';
import { maxSmsLength, type Senders } from '../messages/sending.ts';
import type { Campaign, CampaignInput, CampaignPatch, CampaignReason, CampaignStatus } from './contract.ts';

/** A new campaign: scheduled if its time is in the future, else a draft. */
export function newCampaign(
  input: CampaignInput,
  { id, now }: { readonly id: string; readonly now: Date },
): Campaign {
  requireTemplates(input);
  const time = now.toISOString();
  const status = isFuture(input.scheduled_at, now) ? 'scheduled' : 'draft';
  return { id, ...input, status, created_at: time, updated_at: time, version: 1 };
}

export const audienceSize = ({ contact_ids }: Campaign): number => contact_ids?.length ?? 0;

/**
 * The campaign with a merge patch applied and the next version.
 *
 * @throws ApiError campaign_not_editable, validation_failed
 */
export function patchCampaign(before: Campaign, patch: CampaignPatch, now: Date): Campaign {
  if (!isEditable(before)) throw new ApiError('campaign_not_editable');
  const { reason: _, text, segment_id, contact_ids, scheduled_at, ...kept } = before;
  const { name = kept.name, subject = kept.subject, content = kept.content } = patch;
  const { type = kept.type, content_type = kept.content_type } = patch;
  const optional = {
    text: patched(text, patch.text),
    segment_id: patched(segment_id, patch.segment_id),
    contact_ids: patched(contact_ids, patch.contact_ids),
    scheduled_at: patched(scheduled_at, patch.scheduled_at),
  };
  requireTemplates({ type, subject, content, text: optional.text });
  return {
    ...kept,
    name,
    subject,
    content,
    type,
    content_type,
    ...optional,
    status: isFuture(optional.scheduled_at, now) ? 'scheduled' : 'draft',
    updated_at: now.toISOString(),
    version: before.version + 1,
  };
}

/** The member after a patch: null removes it, and an absent one stays. */
const patched = <T>(before: T | undefined, patch: T | null | undefined): T | undefined =>
  patch === undefined ? before : (patch ?? undefined);

/** Whether a campaign can be changed. Some contacts may have the message of an interrupted one. */
export const isEditable = ({ status, reason }: Campaign): boolean =>
  status === 'draft' || status === 'scheduled' || (status === 'failed' && reason !== 'interrupted');

const isFuture = (time: string | undefined, now: Date): boolean =>
  time !== undefined && time > now.toISOString();

type Templates = Pick<Campaign, 'type' | 'subject' | 'content'> & { readonly text?: string | undefined };

/** @throws ApiError validation_failed with the place of every fault of a template */
function requireTemplates(campaign: Templates): void {
  const details = templateFaults(campaign);
  if (details.length > 0) throw new ApiError('validation_failed', { details });
}

const maxFaults = 20;

function templateFaults({ type, subject, content, text }: Templates): readonly ErrorDetail[] {
  const fields = templateFields.filter((field) => type === 'email' || field !== 'unsubscribe_url');
  const faultsOf = (member: string, template: string | undefined) =>
    template === undefined
      ? []
      : readTemplate(template, fields)
          .faults.slice(0, maxFaults)
          .map((fault) => detailOf(member, template, fault));
  return [...faultsOf('subject', subject), ...faultsOf('content', content), ...faultsOf('text', text)].slice(
    0,
    maxFaults,
  );
}

function detailOf(member: string, template: string, { offset, message }: TemplateFault): ErrorDetail {
  const before = template.slice(0, offset).split('\n');
  const line = before.length;
  const column = (before.at(-1)?.length ?? 0) + 1;
  return {
    path: ['body', member],
    message: `Line ${line}, column ${column}: ${message}`,
    code: 'invalid_template',
  };
}

/** Statuses that each status can change to. sent and cancelled are final. */
const transitions: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['scheduled', 'sending', 'cancelled'],
  scheduled: ['scheduled', 'draft', 'sending', 'cancelled', 'failed'],
  sending: ['sending', 'paused', 'sent', 'cancelled', 'failed'],
  paused: ['sending', 'cancelled'],
  sent: ['sending'],
  cancelled: [],
  failed: ['scheduled', 'draft', 'sending', 'cancelled'],
};

/** Whether sending has begun and may leave contacts without a message. */
export const hasOpenRun = ({ status, started_at }: Campaign): boolean =>
  status === 'sending' || status === 'paused' || (status === 'failed' && started_at !== undefined);

interface Move {
  readonly status: CampaignStatus;
  readonly now: Date;
  readonly reason?: CampaignReason;
  readonly scheduled_at?: string;
}

export const canMove = ({ status }: Campaign, to: CampaignStatus): boolean =>
  transitions[status].includes(to);

/**
 * The campaign in another status, with the next version.
 *
 * @throws ApiError illegal_campaign_transition
 */
export function moveCampaign(before: Campaign, { status, now, reason, scheduled_at }: Move): Campaign {
  if (!canMove(before, status)) {
    throw new ApiError('illegal_campaign_transition', {
      message: `A campaign that is ${before.status} cannot become ${status}`,
    });
  }
  const { reason: _, ...kept } = before;
  const time = now.toISOString();
  return {
    ...kept,
    status,
    ...(reason !== undefined && { reason }),
    ...(scheduled_at !== undefined && { scheduled_at }),
    ...(status === 'sending' && before.started_at === undefined && { started_at: time }),
    ...(status === 'sent' && { sent_at: time }),
    updated_at: time,
    version: before.version + 1,
  };
}

/**
 * The campaign that an owner sends now or continues. A campaign that was sent is not sent again: only `resend-unknown` opens
 * it once more.
 *
 * @throws ApiError illegal_campaign_transition
 */
export function startCampaign(before: Campaign, now: Date): Campaign {
  if (before.status === 'sent' || before.status === 'sending') {
    throw new ApiError('illegal_campaign_transition', {
      message: `A campaign that is ${before.status} cannot be sent again`,
    });
  }
  return moveCampaign(before, { status: 'sending', now });
}

/** @throws ApiError validation_failed for a time that has passed */
export function requireFuture(scheduled_at: string, now: Date): void {
  if (scheduled_at > now.toISOString()) return;
  throw new ApiError('validation_failed', {
    details: [
      {
        path: ['body', 'scheduled_at'],
        message: 'Must be in the future; use send to send now',
        code: 'not_in_future',
      },
    ],
  });
}

/** What keeps a campaign from being sent. */
export function sendingProblems(
  { type, content, segment_id, contact_ids }: Campaign,
  { postal_address }: Pick<MessagingSettings, 'postal_address'>,
  senders: Senders,
): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (path: readonly string[], message: string, code: string) =>
    problems.push({ path, message, code });
  if (segment_id === undefined && (contact_ids === undefined || contact_ids.length === 0))
    add(['campaign', 'segment_id'], 'Choose a segment or contacts', 'no_audience');
  if (!senders[type])
    add(
      ['deployment', type],
      'The operator has not set up a sender for this channel',
      'sender_not_configured',
    );
  if (type === 'email' && postal_address === undefined)
    add(['messaging', 'postal_address'], 'Set the postal address of the brand', 'no_postal_address');
  if (type === 'sms' && content.length > maxSmsLength)
    add(['campaign', 'content'], `A text message has at most ${maxSmsLength} characters`, 'too_long');
  return problems;
}

/** @throws ApiError campaign_not_sendable with every problem */
export function requireSendable(...input: Parameters<typeof sendingProblems>): void {
  const details = sendingProblems(...input);
  if (details.length > 0) throw new ApiError('campaign_not_sendable', { details });
}

/**
 * Refuses a test to addresses beyond those that the owner has chosen.
 *
 * @throws ApiError campaign_not_sendable, address_not_allowed
 */
export function requireTestable(
  { type }: Campaign,
  { test_addresses }: Pick<MessagingSettings, 'test_addresses'>,
  senders: Senders,
  addresses: readonly string[],
): void {
  if (!senders[type]) {
    const message = 'The operator has not set up a sender for this channel';
    const details = [{ path: ['deployment', type], message, code: 'sender_not_configured' }];
    throw new ApiError('campaign_not_sendable', { details });
  }
  const allowed = test_addresses.filter((address) => address.includes('@') === (type === 'email'));
  const details = addresses.flatMap((address, index) =>
    allowed.includes(address)
      ? []
      : [{ path: ['body', 'addresses', index], message: 'Not a test address', code: 'address_not_allowed' }],
  );
  if (details.length > 0) throw new ApiError('address_not_allowed', { details });
}

/** A text with fields such as `{{first_name|friend}}`, read into its parts. */
export type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: string; readonly fallback: string | undefined };

export interface TemplateFault {
  /** Characters before the fault. */
  readonly offset: number;
  readonly message: string;
}

/** Fields of every message. `unsubscribe_url` is for e-mail only. */
const templateFields = [
  'first_name',
  'last_name',
  'name',
  'email',
  'phone',
  'city',
  'brand_name',
  'postal_address',
  'unsubscribe_url',
] as const;

const placeholder = /\\\{\{|\{\{([^{}]*)\}\}|\{\{/g;
const fieldPattern = /^\s*([a-z_]+)\s*(?:\|([\s\S]*))?$/;

/**
 * Reads a template. `\{{` is a literal `{{`. A field may have a default after a bar, which is used for contacts without a
 * value.
 */
export function readTemplate(text: string, fields: readonly string[] = templateFields) {
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  const addText = (added: string) => {
    if (added !== '') parts.push({ kind: 'text', text: added });
  };
  let position = 0;
  for (const match of text.matchAll(placeholder)) {
    const { index: offset, 0: whole, 1: inner } = match;
    addText(text.slice(position, offset));
    position = offset + whole.length;
    if (whole === '\\{{') {
      addText('{{');
      continue;
    }
    const [, field, fallback] = inner === undefined ? [] : (fieldPattern.exec(inner) ?? []);
    if (inner === undefined)
      faults.push({ offset, message: 'A field must end with }}; write \\{{ for braces' });
    else if (field === undefined)
      faults.push({ offset, message: 'A field is a name, or a name, a bar and a default' });
    else if (!fields.includes(field))
      faults.push({ offset, message: `Unknown field ${field}; known are ${fields.join(', ')}` });
    else
      parts.push({ kind: 'field', field, fallback: fallback?.trim() === '' ? undefined : fallback?.trim() });
  }
  addText(text.slice(position));
  return { parts, faults };
}

export type FieldValues = Readonly<Partial<Record<string, string>>>;

/** Names of the fields without a default, each once. */
export const neededFields = (parts: readonly TemplatePart[]): readonly string[] => [
  ...new Set(
    parts.flatMap((part) => (part.kind === 'field' && part.fallback === undefined ? [part.field] : [])),
  ),
];

/** The needed fields for which a contact has no value. A message with such a field is not sent. */
export const missingFields = (needed: readonly string[], values: FieldValues): readonly string[] =>
  needed.filter((field) => !hasValue(values[field]));

/** The text for one contact. `escaped` applies to values and defaults, not to the text of the template. */
export const renderTemplate = (
  parts: readonly TemplatePart[],
  values: FieldValues,
  escaped: (value: string) => string = (value) => value,
): string =>
  parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const value = values[part.field];
      return escaped(hasValue(value) ? value : (part.fallback ?? ''));
    })
    .join('');

const hasValue = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';
