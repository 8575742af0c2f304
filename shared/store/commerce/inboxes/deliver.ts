import { queueMessage } from '#commerce/messages/records.ts';
import type { Notice } from '#commerce/notifications/rules.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { getItems, insertion } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { membershipKey } from '../commerce-keys.ts';
import { inboxesOf, inboxKey, noticeKey } from './inbox-keys.ts';
import { digestAttribute, type Inbox, inboxFrom, unreadAttribute } from './inboxes.ts';
import { dayOf, expiryOf, firstKeptDay } from './kept-time.ts';

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
  table: Table,
  notice: Notice,
  after: string | undefined,
  now: Date,
): Promise<string | undefined> {
  return retryOnConflict(async () => {
    const inboxes: Inbox[] = [];
    let last: string | undefined;
    let more = false;
    for await (const item of queryItems(table, inboxesOf(notice.brand_id), {
      after,
      pageSize: inboxesAtOnce + 2,
    })) {
      if (inboxes.length === inboxesAtOnce) {
        more = true;
        break;
      }
      inboxes.push(inboxFrom(item));
      last = String(item['sk']);
    }
    const waiting = await withoutNotice(table, notice, await withAccess(table, inboxes, notice.audience));
    const actions = waiting.flatMap((inbox) => deliveryActions(inbox, notice, now));
    if (actions.length > 0) await transact(table, actions);
    return more ? last : undefined;
  });
}

/**
 * Delivers a notification to one inbox, together with `others`.
 *
 * @throws ConditionFailed when the inbox has the notification, or has changed since it was read
 */
export const deliverTo = (
  table: Table,
  inbox: Inbox,
  notices: readonly Notice[],
  others: readonly TransactAction[],
  now: Date,
): Promise<void> => transact(table, [...mergedActions(inbox, notices, now), ...others]);

/** The inboxes without the notification. */
async function withoutNotice(table: Table, { brand_id, id }: Notice, inboxes: readonly Inbox[]) {
  const keys = inboxes.map(({ person }) => noticeKey(brand_id, person, id));
  const found = new Set((await getItems(table, keys, ['pk'])).map(({ pk }) => pk));
  return inboxes.filter(({ person }) => !found.has(noticeKey(brand_id, person, id).pk));
}

/**
 * The inboxes of people who still have a role in the brand, or of its owners. The role of a person without a membership comes
 * with each request and is not known here.
 */
export async function withAccess(
  table: Table,
  inboxes: readonly Inbox[],
  audience?: Notice['audience'],
): Promise<readonly Inbox[]> {
  const members = inboxes.filter(({ is_member }) => is_member);
  const keys = members.map(({ subject, brand_id }) => membershipKey(subject, brand_id));
  const memberships = await getItems(table, keys, ['pk', 'role']);
  const permitted = memberships.filter(({ role }) => audience === undefined || role === 'owner');
  const found = new Set(permitted.map(({ pk }) => pk));
  return inboxes.filter(
    ({ is_member, subject, brand_id }) => !is_member || found.has(membershipKey(subject, brand_id).pk),
  );
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
  const Key = { ...inboxKey(inbox.brand_id, inbox.person) };
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

const noticeInsertion = ({ person, epoch, preferences }: Inbox, notice: Notice): TransactAction => {
  const { audience, ...shown } = notice;
  const { in_app } = preferences.kinds[notice.kind];
  return insertion({
    ...noticeKey(notice.brand_id, person, notice.id),
    ...shown,
    epoch,
    // A notification that is not listed is kept too, so that no channel gets it twice.
    listed: in_app,
    expires_at: expiryOf(dayOf(notice.created_at)),
  });
};

const mailOf = ({ person, brand_id }: Inbox, { id, title }: Notice, to: string) => ({
  id: `notification-${id}-${person}`,
  brand_id,
  channel: 'email' as const,
  to,
  kind: 'notification',
  subject: title,
  text: `${title}.\n\nChange your e-mails in the notification preferences.\n`,
});
