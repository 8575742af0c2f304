import type { Campaign, CampaignInput, CampaignPatch } from '#commerce/campaigns/contract.ts';
import { readTemplate, type TemplateFault, templateFields } from '#commerce/campaigns/template.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';

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
  const { type = kept.type, format = kept.format } = patch;
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
    format,
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
