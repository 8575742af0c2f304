import { shareMailbox } from '#commerce/contacts/records.ts';
import type * as declared from '#commerce/messages/contract.ts';
import { pageHeaders, unsubscribedPage, unsubscribePage } from '#commerce/messages/pages.ts';
import { messaging } from '#commerce/messages/records.ts';
import { changedSettings } from '#commerce/messages/rules.ts';
import { readUnsubscribeToken } from '#commerce/messages/unsubscribe-token.ts';
import { unsubscribeEnvironment } from '#contract/environment.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { ok, okText } from '#http/reply/replies.ts';
import { unsubscribeKey } from '#store/adapters/unsubscribe-key.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { unsubscription } from '#store/commerce/campaigns/unsubscribe.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const getMessagingSettings = ({ resource: settings }: Call<typeof declared.getMessagingSettings>) =>
  ok(settings, settings);

export async function updateMessagingSettings({
  resource: before,
  body,
  now,
}: Call<typeof declared.updateMessagingSettings>) {
  const after = changedSettings(before, body, now);
  // The brand reads the replies, so the address is no customer's.
  const shared = after.reply_to === undefined ? [] : await shareMailbox(after.brand_id, after.reply_to);
  return change(ok(after, after), messaging.replace(before, after), ...shared);
}

export async function showUnsubscribe({ parameters }: Call<typeof declared.showUnsubscribe>) {
  const { brand_id, channel } = await readLink(parameters.token);
  const { brand } = found(await findBrand(commerceTable, brand_id));
  return okText('text/html', unsubscribePage(brand.name, channel), pageHeaders);
}

export async function unsubscribe({ parameters, now, newId }: Call<typeof declared.unsubscribe>) {
  const actions = await unsubscription(commerceTable, await readLink(parameters.token), { now, newId });
  return change(okText('text/html', unsubscribedPage(), pageHeaders), ...actions);
}

/** @throws ApiError not_found for a token that was not signed here */
async function readLink(token: string) {
  const { UNSUBSCRIBE_SECRET } = unsubscribeEnvironment.parse(process.env);
  return found(readUnsubscribeToken(token, found(await unsubscribeKey(UNSUBSCRIBE_SECRET))));
}
