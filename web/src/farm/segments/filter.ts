import type { SegmentCondition, SegmentFilter } from '#contract/commerce/segment-filter.ts';

/** Kinds of conditions, in the order in which the builder offers them. */
export const conditionKinds = [
  'last_order',
  'first_order',
  'order_count',
  'total_spent',
  'tag',
  'consent',
  'address',
  'product',
  'stop',
  'city',
  'region',
  'postal_code',
  'country',
  'created',
] as const satisfies readonly SegmentCondition['match'][];
export type ConditionKind = (typeof conditionKinds)[number];

/** A condition in the builder, or its opposite. */
export interface Rule {
  readonly isNot: boolean;
  readonly condition: SegmentCondition;
}

/** The filters that the builder can show: conditions of one group. */
export interface Rules {
  readonly match: 'all' | 'any';
  readonly rules: readonly Rule[];
}

/** A new condition of a kind, with values that are still to be chosen. */
export function newCondition(kind: ConditionKind): SegmentCondition {
  switch (kind) {
    case 'consent':
      return { match: kind, channel: 'email', status: 'granted' };
    case 'address':
      return { match: kind, channel: 'email' };
    case 'total_spent':
    case 'order_count':
      return { match: kind, at_least: 1 };
    case 'first_order':
    case 'last_order':
    case 'created':
      return { match: kind, within_days: 60 };
    case 'product':
      return { match: kind, product_id: '' };
    case 'stop':
      return { match: kind, stop_id: '' };
    default:
      return { match: kind, equals: '' };
  }
}

/** Returns the rules of a filter; undefined if the filter has groups within groups. */
export function rulesOf(filter: SegmentFilter): Rules | undefined {
  if (filter.match === 'all' || filter.match === 'any') {
    const rules = filter.filters.map(ruleOf);
    return rules.every((rule) => rule !== undefined) ? { match: filter.match, rules } : undefined;
  }
  const rule = ruleOf(filter);
  return rule && { match: 'all', rules: [rule] };
}

function ruleOf(filter: SegmentFilter): Rule | undefined {
  if (filter.match === 'all' || filter.match === 'any') return undefined;
  if (filter.match !== 'not') return { isNot: false, condition: filter };
  const { filter: inner } = filter;
  return inner.match === 'all' || inner.match === 'any' || inner.match === 'not'
    ? undefined
    : { isNot: true, condition: inner };
}

/** Returns the filter of the rules; undefined while a value is missing. */
export function filterOf({ match, rules }: Rules): SegmentFilter | undefined {
  if (rules.length === 0 || !rules.every(({ condition }) => isComplete(condition))) return undefined;
  const filters = rules.map(({ isNot, condition }) =>
    isNot ? ({ match: 'not', filter: condition } as const) : condition,
  );
  return { match, filters };
}

/** Whether a condition has all of its values. */
function isComplete(condition: SegmentCondition): boolean {
  switch (condition.match) {
    case 'consent':
    case 'address':
      return true;
    case 'total_spent':
    case 'order_count':
      return condition.at_least !== undefined || condition.at_most !== undefined;
    case 'first_order':
    case 'last_order':
    case 'created':
      return Object.values(whenOf(condition)).some((value) => value !== undefined && value !== '');
    case 'product':
      return condition.product_id !== '';
    case 'stop':
      return condition.stop_id !== '';
    default:
      return condition.equals.trim() !== '';
  }
}

const whenOf = ({
  from,
  before,
  within_days,
  before_days,
}: Extract<SegmentCondition, { match: 'last_order' | 'first_order' | 'created' }>) => ({
  from,
  before,
  within_days,
  before_days,
});
