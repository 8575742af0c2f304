import { queueMessage } from '#commerce/messages/records.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { queryItems } from '#store/dynamodb/query-page.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { entriesAfter, markers } from '../changelog/records.ts';
import { memberships } from '../members/records.ts';
import { dayOf, firstKeptDay, type Inbox, personHash } from './inbox.ts';
import {
  digestAttribute,
  inboxes,
  inboxFrom,
  inboxKey,
  notices,
  readInbox,
  unreadAttribute,
} from './records.ts';
import type { Notice } from './rules.ts';

/** Inboxes of one transaction: each has up to five actions. */
export const inboxesAtOnce = 18;

/** Days after which the e-mails stop of a person without a stored role, who has not read the list since. */
const lastSeenDays = 30;

/**
 * Delivers a notification to the next inboxes of its brand, in one transaction. Idempotent: an inbox with the notification
 * is left out.
 *
 * @param after position that an earlier call returned
 * @returns the position to continue from; undefined after the last inbox
 */
export async function deliverToNext(
  notice: Notice,
  after: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const ofBrand = rangeIn(inboxes.name, [inboxes.pk, inboxes.sk], { brand_id: notice.brand_id });
  return retryOnConflict(async () => {
    const next: Inbox[] = [];
    let last: string | undefined;
    let more = false;
    for await (const item of queryItems(commerceTable, ofBrand, {
      after,
      pageSize: inboxesAtOnce + 2,
    })) {
      if (next.length === inboxesAtOnce) {
        more = true;
        break;
      }
      next.push(inboxFrom(item));
      last = String(item['sk']);
    }
    const waiting = await withoutNotice(notice, await withAccess(next, notice.audience));
    const actions = waiting.flatMap((inbox) => deliveryActions(inbox, notice, now));
    if (actions.length > 0) await transact(commerceTable, actions);
    return more ? last : undefined;
  });
}

/** The inboxes without the notification. */
async function withoutNotice({ brand_id, id }: Notice, waiting: readonly Inbox[]) {
  const found = await notices.findMany(waiting.map(({ subject }) => ({ brand_id, subject, id })));
  const having = new Set(found.map(({ subject }) => subject));
  return waiting.filter(({ subject }) => !having.has(subject));
}

/**
 * The inboxes of people who still have a role in the brand, or of its owners. The role of a person without a membership comes
 * with each request and is not known here.
 */
export async function withAccess(
  some: readonly Inbox[],
  audience?: Notice['audience'],
): Promise<readonly Inbox[]> {
  const members = some.filter(({ is_member }) => is_member);
  const roles = await memberships.findMany(members);
  const permitted = roles.filter(({ role }) => audience === undefined || role === 'owner');
  const found = new Set(permitted.map(({ subject }) => subject));
  return some.filter(({ is_member, subject }) => !is_member || found.has(subject));
}

function deliveryActions(inbox: Inbox, notice: Notice, now: Date): readonly TransactAction[] {
  const { in_app, email, digest } = inbox.preferences.kinds[notice.kind];
  if (!(in_app || email || digest)) return [];
  const mayMail = inbox.is_member || Date.parse(inbox.seen_on) > now.getTime() - lastSeenDays * 86_400_000;
  const address = email && mayMail ? inbox.email : undefined;
  return [
    ...mergedActions(inbox, [notice], now),
    ...(address === undefined ? [] : queueMessage(mailOf(inbox, notice, address), now)),
  ];
}

/** The actions that store notifications in one inbox and count them, so that the counters are exact. */
function mergedActions(inbox: Inbox, notices: readonly Notice[], now: Date): readonly TransactAction[] {
  const added = new Map<string, number>();
  const count = (name: string) => added.set(name, (added.get(name) ?? 0) + 1);
  for (const { kind, created_at } of notices) {
    const { in_app, digest } = inbox.preferences.kinds[kind];
    if (in_app) count(unreadAttribute(inbox.epoch, dayOf(created_at)));
    if (digest && inbox.preferences.digest.frequency !== 'off') count(digestAttribute(kind));
  }
  const counters = [...added];
  const expired = [...inbox.unread.keys()].filter((day) => day < firstKeptDay(now));
  const names = [
    ...counters.map(([name]) => name),
    ...expired.map((day) => unreadAttribute(inbox.epoch, day)),
  ];
  const adds = counters.map((_, n) => `#n${n} :n${n}`);
  const removes = expired.map((_, n) => `#n${counters.length + n}`);
  const latest = notices.filter(({ kind }) => kind === 'changelog').map(({ id }) => id);
  const sets = latest.length === 0 ? [] : ['changelog_id = :changelog'];
  const parts = [
    ...(sets.length > 0 ? [`SET ${sets.join(', ')}`] : []),
    ...(adds.length > 0 ? [`ADD ${adds.join(', ')}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(', ')}`] : []),
  ];
  const Key = { ...inboxKey(inbox) };
  const condition = {
    ConditionExpression: `epoch = :epoch${sets.length > 0 ? ' AND changelog_id < :changelog' : ''}`,
    ...(names.length > 0 && {
      ExpressionAttributeNames: Object.fromEntries(names.map((name, n) => [`#n${n}`, name])),
    }),
    ExpressionAttributeValues: {
      ':epoch': inbox.epoch,
      ...(sets.length > 0 && { ':changelog': latest.toSorted().at(-1) }),
      ...Object.fromEntries(counters.map(([, by], n) => [`:n${n}`, by])),
    },
  };
  return [
    parts.length === 0
      ? { ConditionCheck: { Key, ...condition } }
      : { Update: { Key, UpdateExpression: parts.join(' '), ...condition } },
    ...notices.map((notice) => noticeInsertion(inbox, notice)),
  ];
}

const noticeInsertion = ({ subject, epoch, preferences }: Inbox, notice: Notice): TransactAction => {
  const { audience, ...shown } = notice;
  // A notification that is not listed is kept too, so that no channel gets it twice.
  return notices.insert({ ...shown, subject, epoch, listed: preferences.kinds[notice.kind].in_app });
};

const mailOf = ({ subject, brand_id }: Inbox, { id, title }: Notice, to: string) => ({
  id: `notification-${id}-${personHash(subject)}`,
  brand_id,
  channel: 'email' as const,
  to,
  kind: 'notification',
  subject: title,
  text: `${title}.\n\nChange your e-mails in the notification preferences.\n`,
});

const maxEntries = 10;

/**
 * Delivers the entries of the changelog that the inbox lacks and the person has not read, and returns the inbox. A release
 * changes no inbox by itself: the entries arrive when the person looks, or with the digest.
 */
export async function withChangelog(inbox: Inbox, now: Date): Promise<Inbox> {
  const fresh = entriesAfter(inbox.changelog_id);
  if (fresh.length === 0) return inbox;
  const marker = (await markers.find(inbox))?.last_read_id ?? '';
  const news = fresh
    .filter(({ id, published_at }) => id > marker && dayOf(published_at) >= firstKeptDay(now))
    .slice(0, maxEntries)
    .map(
      ({ id, title, published_at }): Notice => ({
        id,
        brand_id: inbox.brand_id,
        kind: 'changelog',
        title,
        resource: { type: 'changelog_entry', id },
        created_at: published_at,
      }),
    );
  if (news.length === 0) return inbox;
  // Another request may have delivered them.
  await isWritten(transact(commerceTable, mergedActions(inbox, news, now)));
  return (await readInbox(inbox)) ?? inbox;
}
