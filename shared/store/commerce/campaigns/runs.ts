import type { Campaign } from '#commerce/campaigns/contract.ts';
import { hasOpenRun } from '#commerce/campaigns/states.ts';
import { segments } from '#commerce/segments/records.ts';
import { getItem, type Item, recordOf } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { campaignRunKey } from './campaign-keys.ts';

/** Where the reading of the audience goes on: the number of the source, and the position in it. */
export interface AudiencePosition {
  readonly source: number;
  readonly after?: string | undefined;
}

/** What is to be done once with all batches: start the open ones again, or send unknown messages again. */
export type RunTask = 'restart' | 'resend';

/** Progress of a campaign, with its figures. */
export interface CampaignRun {
  readonly campaign_id: string;
  readonly brand_id: string;
  readonly started_at: string;
  /** The rule of the segment when sending began, as JSON. */
  readonly filter?: string | undefined;
  readonly position: AudiencePosition;
  readonly complete: boolean;
  readonly batches: number;
  readonly batches_done: number;
  readonly task?: RunTask | undefined;
  /** When the messages of all recipients were taken from the allowance of the month. No batch is sent before. */
  readonly sends_reserved_at?: string | undefined;
  readonly figures: Readonly<Record<string, number>>;
}

/** Each figure is an attribute with this prefix, so that a write can add to it without a read. */
const prefix = 'n_';

type FirstRun = Pick<CampaignRun, 'campaign_id' | 'brand_id' | 'started_at' | 'filter'>;

/** The action that stores a new run. It replaces an earlier one only if that had no recipients. */
export const newRunAction = (run: FirstRun): TransactAction => ({
  Put: {
    Item: {
      ...run,
      ...campaignRunKey(run.campaign_id),
      position: { source: 0 },
      complete: false,
      batches: 0,
      batches_done: 0,
    },
    ConditionExpression: `attribute_not_exists(pk) OR attribute_not_exists(${prefix}recipients)`,
  },
});

export async function readRun(table: Table, campaignId: string): Promise<CampaignRun | undefined> {
  const item = await getItem(table, campaignRunKey(campaignId));
  return item && runFrom(item);
}

function runFrom(item: Item): CampaignRun {
  const record = recordOf<Record<string, unknown>>(item);
  const figures = Object.entries(record).filter(([name]) => name.startsWith(prefix));
  const rest = Object.entries(record).filter(([name]) => !name.startsWith(prefix));
  return {
    ...(Object.fromEntries(rest) as Omit<CampaignRun, 'figures'>),
    figures: Object.fromEntries(figures.map(([name, value]) => [name.slice(prefix.length), Number(value)])),
  };
}

interface AudiencePage {
  readonly position: AudiencePosition;
  readonly complete: boolean;
  readonly recipients: number;
  /** Contacts of the page that get no message, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

/** The action that stores a page of the audience. It fails if another run has stored one meanwhile. */
export function pageAction(run: CampaignRun, page: AudiencePage): TransactAction {
  const skipped = Object.values(page.skipped).reduce((sum, count) => sum + count, 0);
  const added = {
    recipients: page.recipients,
    skipped,
    ...Object.fromEntries(
      Object.entries(page.skipped).map(([reason, count]) => [`skipped_${reason}`, count]),
    ),
  };
  return runUpdate(run.campaign_id, added, {
    set: {
      position: page.position,
      complete: page.complete,
      batches: run.batches + (page.recipients > 0 ? 1 : 0),
    },
    condition: '#position = :position AND #batches = :batches',
    names: { '#position': 'position', '#batches': 'batches' },
    values: { ':position': run.position, ':batches': run.batches },
  });
}

/** The action that adds to figures of a campaign. */
export const figuresAction = (campaignId: string, added: Readonly<Record<string, number>>): TransactAction =>
  runUpdate(campaignId, added);

interface RunChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
}

function runUpdate(
  campaignId: string,
  added: Readonly<Record<string, number>>,
  change?: RunChange,
): TransactAction {
  const adds = Object.entries(added).filter(([, count]) => count !== 0);
  const sets = Object.entries(change?.set ?? {});
  const clauses = [
    ...(sets.length > 0 ? [`SET ${sets.map(([name]) => `#s_${name} = :s_${name}`).join(', ')}`] : []),
    ...(adds.length > 0 ? [`ADD ${adds.map(([name]) => `#a_${name} :a_${name}`).join(', ')}`] : []),
  ];
  return {
    Update: {
      Key: { ...campaignRunKey(campaignId) },
      UpdateExpression: clauses.join(' '),
      ConditionExpression: change?.condition ?? 'attribute_exists(pk)',
      ExpressionAttributeNames: {
        ...change?.names,
        ...Object.fromEntries(sets.map(([name]) => [`#s_${name}`, name])),
        ...Object.fromEntries(
          adds.map(([name]) => [`#a_${name}`, name === 'batches_done' ? name : prefix + name]),
        ),
      },
      ExpressionAttributeValues: {
        ...change?.values,
        ...Object.fromEntries(sets.map(([name, value]) => [`:s_${name}`, value])),
        ...Object.fromEntries(adds.map(([name, count]) => [`:a_${name}`, count])),
      },
    },
  };
}

/**
 * The action that records the reservation of all messages, and has the batches started. It fails for an audience that is not
 * complete, and for a second reservation.
 */
export const sendsReservedAction = (campaignId: string, now: Date): TransactAction => ({
  Update: {
    Key: { ...campaignRunKey(campaignId) },
    UpdateExpression: 'SET sends_reserved_at = :now, #task = :task',
    ConditionExpression: '#complete = :true AND attribute_not_exists(sends_reserved_at)',
    ExpressionAttributeNames: { '#task': 'task', '#complete': 'complete' },
    ExpressionAttributeValues: {
      ':now': now.toISOString(),
      ':task': 'restart' satisfies RunTask,
      ':true': true,
    },
  },
});

/** The action that sets or ends a task. */
export const taskAction = (campaignId: string, task: RunTask | undefined): TransactAction => ({
  Update: {
    Key: { ...campaignRunKey(campaignId) },
    UpdateExpression: task === undefined ? 'REMOVE #task' : 'SET #task = :task',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#task': 'task' },
    ...(task !== undefined && { ExpressionAttributeValues: { ':task': task } }),
  },
});

/**
 * The actions that begin or continue the run of a campaign, for the transaction that makes it `sending`. The rule of the
 * segment is copied, so that a later change of the segment does not change the audience.
 */
export async function firstRunActions(
  table: Table,
  before: Campaign,
  after: Campaign,
): Promise<readonly TransactAction[]> {
  const { id, brand_id, segment_id, started_at } = after;
  // A campaign that was paused or interrupted continues with its batches.
  const known = hasOpenRun(before) ? await readRun(table, id) : undefined;
  if (known?.figures['recipients']) return [taskAction(id, 'restart')];
  const segment = segment_id === undefined ? undefined : await segments.find({ brand_id, id: segment_id });
  const run = {
    campaign_id: id,
    brand_id,
    started_at: started_at ?? after.updated_at,
    ...(segment && { filter: JSON.stringify(segment.filter) }),
  };
  return [newRunAction(run)];
}
