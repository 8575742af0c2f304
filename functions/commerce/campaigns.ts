import { brands } from '#commerce/brands/records.ts';
import type * as declared from '#commerce/campaigns/contract.ts';
import type { Campaign } from '#commerce/campaigns/contract.ts';
import { recipients } from '#commerce/campaigns/recipient-records.ts';
import { recipientView, statisticsOf } from '#commerce/campaigns/recipients.ts';
import {
  campaignChange,
  campaignInsertion,
  campaigns,
  checkSends,
  firstRunActions,
  runs,
  taskAction,
} from '#commerce/campaigns/records.ts';
import { type FieldContact, previewOf, sampleContact } from '#commerce/campaigns/render.ts';
import {
  audienceSize,
  hasOpenRun,
  moveCampaign,
  newCampaign,
  patchCampaign,
  requireFuture,
  requireSendable,
  requireTestable,
  sendingProblems,
  startCampaign,
} from '#commerce/campaigns/rules.ts';
import { findContact } from '#commerce/contacts/records.ts';
import { messageWork, messaging, queueMessage } from '#commerce/messages/records.ts';
import { sendersOf } from '#commerce/messages/sending.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change, type Write } from '#http/endpoint/operation.ts';
import { created, ok, okPage } from '#http/reply/replies.ts';

export function createCampaign({ body, now, newId }: Call<typeof declared.createCampaign>) {
  const campaign = newCampaign(body, { id: newId(), now });
  const { id, brand_id, type } = campaign;
  const data = { campaign_id: id, type, audience_size: audienceSize(campaign) };
  return change(created(campaign, `/api/v1/campaigns/${id}`, campaign), ...campaignInsertion(campaign), {
    brand_id,
    activity: { event: 'campaignCreated', data },
  });
}

export async function listCampaigns({ query: { brand_id, ...page } }: Call<typeof declared.listCampaigns>) {
  const { data, nextCursor } = await campaigns.page({ brand_id }, { ...page, newestFirst: true });
  return okPage(data, nextCursor);
}

export const getCampaign = ({ resource: campaign }: Call<typeof declared.getCampaign>) =>
  ok(campaign, campaign);

export function updateCampaign({ resource: before, body, now }: Call<typeof declared.updateCampaign>) {
  const after = patchCampaign(before, body, now);
  return change(ok(after, after), ...campaignChange(before, after, now));
}

/** The work of the campaign runs at this time. */
const wakingAt = ({ id }: Campaign, due: Date): Write => ({ wakes: { kind: 'send-campaign', key: id }, due });

export async function sendCampaign({ resource: before, now }: Call<typeof declared.sendCampaign>) {
  const after = startCampaign(before, now);
  requireSendable(before, await messaging.find({ brand_id: before.brand_id }), sendersOf(process.env));
  await checkSends(before, now);
  return change(
    ok(after, after),
    ...campaignChange(before, after, now),
    ...(await firstRunActions(before, after)),
    wakingAt(after, now),
  );
}

export async function scheduleCampaign({
  resource: before,
  body: { scheduled_at },
  now,
}: Call<typeof declared.scheduleCampaign>) {
  requireFuture(scheduled_at, now);
  const after = moveCampaign(before, { status: 'scheduled', now, scheduled_at });
  requireSendable(before, await messaging.find({ brand_id: before.brand_id }), sendersOf(process.env));
  return change(
    ok(after, after),
    ...campaignChange(before, after, now),
    wakingAt(after, new Date(scheduled_at)),
  );
}

export function pauseCampaign({ resource: before, now }: Call<typeof declared.pauseCampaign>) {
  const after = moveCampaign(before, { status: 'paused', reason: 'requested', now });
  return change(ok(after, after), ...campaignChange(before, after, now));
}

export function cancelCampaign({ resource: before, now }: Call<typeof declared.cancelCampaign>) {
  const after = moveCampaign(before, { status: 'cancelled', now });
  return change(
    ok(after, after),
    ...campaignChange(before, after, now),
    // Open batches of a campaign in progress end without sending.
    ...(hasOpenRun(before) ? [taskAction(before.id, 'restart')] : []),
    wakingAt(after, now),
  );
}

export function resendUnknown({ resource: before, now }: Call<typeof declared.resendUnknown>) {
  if (before.status !== 'sent' && before.status !== 'sending')
    throw new ApiError('illegal_campaign_transition', { message: 'The campaign has not been sent' });
  const after = moveCampaign(before, { status: 'sending', now });
  return change(
    ok(after, after),
    ...campaignChange(before, after, now),
    taskAction(before.id, 'resend'),
    wakingAt(after, now),
  );
}

/** Who sends, and the contact for whom a campaign is shown. @throws ApiError contact_not_found */
async function shownFor({ brand_id }: Campaign, contactId: string | undefined) {
  const [record, settings, contact] = await Promise.all([
    brands.find({ brand_id }),
    messaging.find({ brand_id }),
    contactId === undefined ? Promise.resolve<FieldContact>(sampleContact) : findContact(brand_id, contactId),
  ]);
  const brand = found(record);
  if (contact === undefined) throw new ApiError('contact_not_found');
  return { settings, contact, sender: { brand_name: settings.from_name ?? brand.name, settings } };
}

const exampleLink = 'https://example.com/unsubscribe';

export async function previewCampaign({
  resource: campaign,
  body: { contact_id },
}: Call<typeof declared.previewCampaign>) {
  const { settings, contact, sender } = await shownFor(campaign, contact_id);
  const problems = sendingProblems(campaign, settings, sendersOf(process.env));
  return ok({
    ...previewOf(campaign, contact, sender, exampleLink),
    problems: problems.map(({ path, message }) => ({ path, message })),
  });
}

export async function testCampaign({
  resource: campaign,
  body: { addresses, contact_id },
  now,
  newId,
}: Call<typeof declared.testCampaign>) {
  const { brand_id, type: channel } = campaign;
  const { settings, contact, sender } = await shownFor(campaign, contact_id);
  requireTestable(campaign, settings, sendersOf(process.env), addresses);
  const { subject = '', html, text } = previewOf(campaign, contact, sender, exampleLink);
  const messages = [...new Set(addresses)].map((to) => ({
    ...{ id: `test:${newId()}`, brand_id, channel, to, kind: 'campaign_test', text },
    ...(channel === 'email' && { subject: `[Test] ${subject}`, html }),
  }));
  return change(
    created({ messages: messages.map(({ id, to }) => ({ id, address: to })) }, undefined),
    ...messages.flatMap((message) => queueMessage(message, now)),
    ...messages.map((message) => ({ wakes: messageWork(message), due: now })),
  );
}

export async function getCampaignStatistics({
  resource: campaign,
}: Call<typeof declared.getCampaignStatistics>) {
  const run = await runs.find({ campaign_id: campaign.id });
  return ok(statisticsOf(campaign, run?.figures ?? {}, run?.complete ?? false));
}

export async function listRecipients({
  resource: { id: campaign_id },
  query: { state, ...page },
}: Call<typeof declared.listRecipients>) {
  const { data, nextCursor } =
    state === undefined
      ? await recipients.page({ campaign_id }, page)
      : await recipients.pageBy('gsi1', { campaign_id, state }, page);
  return okPage(data.map(recipientView), nextCursor);
}
