import { brands } from '#commerce/brands/records.ts';
import { referralHistory } from '#commerce/contacts/history-records.ts';
import { useCredit } from '#commerce/orders/payment.ts';
import { orders } from '#commerce/orders/records.ts';
import { changeWrites, orderChangedEvent, orderPaidEvents } from '#commerce/orders/writing.ts';
import type * as declared from '#commerce/referrals/contract.ts';
import type { ReferralLink } from '#commerce/referrals/contract.ts';
import {
  creditActions,
  creditHolders,
  readCredit,
  readRewards,
  uses,
} from '#commerce/referrals/credit-records.ts';
import {
  countVisitor,
  linkSigningSecret,
  links,
  sharedLink,
  visitorSalt,
} from '#commerce/referrals/link-records.ts';
import { meetPerson } from '#commerce/referrals/person-records.ts';
import {
  codeOfPerson,
  codes,
  customers,
  findCode,
  readLeaders,
  redemptionWrites,
  settings,
} from '#commerce/referrals/records.ts';
import {
  linkIdIn,
  newReferral,
  newReferralCode,
  shopAddress,
  visitorHash,
} from '#commerce/referrals/rules.ts';
import { isCrawler } from '#commerce/reports/analytics.ts';
import { ApiError, found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { created, ok, okList, okPage, redirect } from '#http/reply/replies.ts';
import { logger } from '#observability/logger.ts';

const randomBytes = () => crypto.getRandomValues(new Uint8Array(16));

export async function redeemReferral({ body, now, newId }: Call<typeof declared.redeemReferral>) {
  const { referred_phone: phone, ...input } = body;
  const { brand_id } = input;
  const code = await findCode(brand_id, input.referral_code);
  if (code === undefined) throw new ApiError('unknown_referral_code');
  const person = await meetPerson(brand_id, input.referred_email, undefined, { now, newId });
  const referral = newReferral(input, person.id, { id: newId(), now });
  const { id, referral_code, referred_user_id, created_at } = referral;
  const completed = { referral_code, referred_user_id };
  return change(
    created(referral, undefined),
    ...person.actions,
    ...(await redemptionWrites(referral, code, { person, phone, rewardId: newId() })),
    referralHistory(referral),
    { brand_id, activity: { event: 'referralCompleted', data: completed } },
    { brand_id, events: [{ type: 'referral.completed', data: { id, ...completed, created_at } }] },
  );
}

export function createReferralCode({ body, now, newId }: Call<typeof declared.createReferralCode>) {
  const code = newReferralCode(body, { id: newId(), now, random: randomBytes() });
  return change(created(code, undefined), codes.insert(code, { otherwise: 'already_exists' }));
}

export async function listReferralCodes({ query }: Call<typeof declared.listReferralCodes>) {
  const { brand_id, ...page } = query;
  const { data, nextCursor } = await codes.page({ brand_id }, page);
  return okPage(data, nextCursor);
}

export const getReferralSettings = ({ resource }: Call<typeof declared.getReferralSettings>) =>
  ok(resource, resource);

export function updateReferralSettings({
  resource: before,
  body,
  now,
}: Call<typeof declared.updateReferralSettings>) {
  const { brand_id, version } = before;
  const after = { brand_id, ...body, updated_at: now.toISOString(), version: version + 1 };
  return change(ok(after, after), settings.replace(before, after));
}

export async function createCustomerCode({ body, now, newId }: Call<typeof declared.createCustomerCode>) {
  const { brand_id, customer_email, customer_phone } = body;
  const person = await meetPerson(brand_id, customer_email, customer_phone, { now, newId });
  const earlier = await codeOfPerson(brand_id, person);
  if (earlier) return created(earlier, undefined);
  const customer_id = person.id;
  const input = { brand_id, customer_id };
  const code = newReferralCode(input, { id: newId(), now, random: randomBytes() });
  return change(
    created(code, undefined),
    ...person.actions,
    customers.insert({
      brand_id,
      customer_id,
      code: code.code.toLowerCase(),
      mailboxes: person.mailboxes.map(({ id }) => id),
    }),
    ...person.contacts
      .filter(({ id }) => id !== customer_id)
      .map(({ id }) => customers.absent({ brand_id, customer_id: id })),
    codes.insert(code),
  );
}

export async function listRewards({ query }: Call<typeof declared.listRewards>) {
  const { brand_id, customer_id, ...page } = query;
  const ids = customer_id === undefined ? undefined : await creditHolders(brand_id, customer_id);
  const { data, nextCursor } = await readRewards(brand_id, ids, page);
  return okPage(data, nextCursor);
}

export async function getCredit({ query: { brand_id, customer_id } }: Call<typeof declared.getCredit>) {
  const brand = found(await brands.find({ brand_id }));
  const credit = await readCredit(brand_id, await creditHolders(brand_id, customer_id));
  return ok({ brand_id, customer_id, currency: brand.currency, ...credit });
}

export async function redeemCredit({ body, principal, now, newId }: Call<typeof declared.redeemCredit>) {
  const { brand_id, order_id: orderId, cents } = body;
  const before = found(await orders.find({ brand_id, id: orderId }));
  const order = useCredit(before, cents, now);
  if ((await uses.find({ brand_id, order_id: orderId })) !== undefined)
    throw new ApiError('credit_already_used');
  const { contact_id } = order;
  const customerIds = contact_id === undefined ? [] : await creditHolders(brand_id, contact_id);
  const use = { brandId: brand_id, customerIds, orderId, cents, now, newId };
  const { actions: others, entry } = await creditActions(use);
  const log = { by: principal.subject, kind: 'credited' } as const;
  return change(created(entry, undefined), ...(await changeWrites(before, order, { others, log })), {
    brand_id,
    events: [orderChangedEvent(order), ...orderPaidEvents(before, order)],
  });
}

export async function getLeaderboard({ query }: Call<typeof declared.getLeaderboard>) {
  return okList(await readLeaders(query.brand_id, query.period, query.limit));
}

/** The link with its address. */
const linkOf = (
  { link_code, id, ...link }: ReturnType<typeof links.read>,
  addressOf: (path: string) => string,
): ReferralLink => {
  const { brand_id, referral_code, channel, ...counts } = link;
  return { brand_id, referral_code, channel, url: addressOf(`/api/v1/r/${link_code}`), ...counts };
};

export async function shareReferral({ body, now, addressOf }: Call<typeof declared.shareReferral>) {
  const { shop_url } = await settings.find(body);
  if (shop_url === undefined) throw new ApiError('no_shop_url');
  const { link, write } = await sharedLink(body, now);
  return change(created(linkOf(link, addressOf), undefined), write);
}

export async function listShares({ query, addressOf }: Call<typeof declared.listShares>) {
  const { brand_id, referral_code, ...page } = query;
  const of = { brand_id, ...(referral_code !== undefined && { code: referral_code.toLowerCase() }) };
  const { data, nextCursor } = await links.pageBy('gsi1', of, page);
  return okPage(
    data.map((link) => linkOf(link, addressOf)),
    nextCursor,
  );
}

export async function followReferralLink({
  parameters,
  method,
  now,
  sourceIp,
  userAgent,
}: Call<typeof declared.followReferralLink>) {
  const id = found(linkIdIn(await linkSigningSecret(), parameters.code));
  const link = found(await links.find({ id }));
  const { shop_url } = await settings.find(link);
  const address = shopAddress(found(shop_url), link.referral_code);
  if (method === 'GET' && sourceIp !== undefined && !isCrawler(userAgent)) {
    const visitor = { sourceIp, userAgent: userAgent ?? '' };
    await countOnce(id, visitor, now).catch(() => logger.warn('A visitor of a link was not counted'));
  }
  return redirect(address);
}

async function countOnce(id: string, visitor: Parameters<typeof visitorHash>[1], now: Date): Promise<void> {
  await countVisitor(id, visitorHash(await visitorSalt(now), visitor), now);
}
