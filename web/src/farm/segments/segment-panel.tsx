import { useEffect, useState } from 'preact/hooks';
import type { Segment, SegmentCondition, SegmentFilter } from '#commerce/segments/contract.ts';
import { api } from '#web/api/api.ts';
import { errorText } from '#web/api/error-text.ts';
import { Button, LinkButton } from '#web/components/button.tsx';
import { contractRules } from '#web/components/contract-rules.ts';
import { confirm } from '#web/components/dialog.tsx';
import { CheckField, ChoiceField, Form, SelectField, TextField } from '#web/components/fields.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Panel } from '#web/components/panel.tsx';
import { useAction } from '#web/data/action.ts';
import type { PanelSteps } from '#web/data/address-state.ts';
import { refreshAll, useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { countPeople } from './count-people.ts';
import { type FilterNames, filterWords } from './filter-words.ts';

/** Creates a segment or changes one, with the count of its people while the filter is written. */
export function SegmentPanel({
  segment,
  initial,
  names,
  steps,
}: {
  readonly segment: Segment | undefined;
  readonly initial?: { readonly name: string; readonly filter: SegmentFilter } | undefined;
  readonly names: FilterNames;
  readonly steps: PanelSteps;
}) {
  const brand = useBrand();
  const words = texts.customers.segment;
  const start = segment ?? initial ?? { name: '', filter: newCondition('last_order') };
  const [name, setName] = useState(start.name);
  const [rules, setRules] = useState(() => rulesOf(start.filter));
  const filter = rules ? filterOf(rules) : start.filter;
  const reason = mayEdit() ? undefined : texts.customers.viewerReason;
  const save = useAction(
    async (chosen: SegmentFilter) =>
      segment
        ? api(
            'PUT /api/v1/segments/{id}',
            { id: segment.id, name: name.trim(), filter: chosen },
            { ifMatch: segment },
          )
        : api('POST /api/v1/segments', { brand_id: brand.id, name: name.trim(), filter: chosen }),
    { done: words.saved },
  );
  const remove = useAction(async ({ id }: Segment) => api('DELETE /api/v1/segments/{id}', { id }), {
    done: words.deleted,
  });
  const submit = async () => {
    if (!filter || !(await save.run(filter))) return;
    refreshAll('segments');
    steps.onClose();
  };
  const askRemoval = async (removed: Segment) => {
    const { deleteTitle, deleteText: text, delete: action } = words;
    if (!(await confirm({ title: deleteTitle(removed.name), text, action, danger: true }))) return;
    await remove.run(removed);
    refreshAll('segments');
    steps.onClose();
  };
  return (
    <Panel
      title={segment?.name ?? words.add}
      {...steps}
      actions={
        <>
          {segment && (
            <Button
              kind="quiet"
              icon="trash"
              label={words.delete}
              reason={reason}
              reasonAs="tip"
              onClick={() => void askRemoval(segment)}
            />
          )}
          {segment && <LinkButton to={`/customers?segment=${segment.id}`}>{words.people}</LinkButton>}
          <Button
            kind="primary"
            type="submit"
            form="segment"
            busy={save.isRunning}
            reason={reason ?? (filter ? undefined : words.incomplete)}
            reasonAs="tip"
          >
            {words.save}
          </Button>
        </>
      }
    >
      <Form
        rules={contractRules('POST /api/v1/segments')}
        id="segment"
        label={words.editTitle}
        onSubmit={submit}
        error={save.error}
      >
        <TextField
          name="name"
          label={words.name}
          value={name}
          onChange={setName}
          required
          autoFocus={!segment}
          reason={reason}
        />
        {rules ? (
          <RulesField rules={rules} names={names} onChange={setRules} reason={reason} />
        ) : (
          <Notice title={filterWords(start.filter, names)}>{words.grouped}</Notice>
        )}
        <LiveCount filter={filter} />
      </Form>
    </Panel>
  );
}

const delayMs = 400;

/** The people of a filter that is being written, counted when the person pauses. */
function LiveCount({ filter }: { readonly filter: SegmentFilter | undefined }) {
  const brand = useBrand();
  const words = texts.customers.segment;
  const written = filter && JSON.stringify(filter);
  const [settled, setSettled] = useState(filter);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(filter), delayMs);
    return () => clearTimeout(timer);
  }, [written]);
  const key = settled && `segments/preview?filter=${JSON.stringify(settled)}`;
  const count = useQuery(
    key,
    () => {
      if (!settled) throw new TypeError('A count needs a filter');
      return countPeople(brand.id, settled);
    },
    { keep: false },
  );
  const isCurrent = written === (settled && JSON.stringify(settled));
  return (
    <div class="live-count" role="status">
      {!filter && <p>{words.incomplete}</p>}
      {filter && count.error !== undefined && <p>{errorText(count.error).title}</p>}
      {filter && (!isCurrent || count.isLoading) && <p>{words.counting}</p>}
      {filter && isCurrent && count.data && (
        <>
          <p class="live-count-figure">
            {words.counted(count.data.matched, formatNumber(count.data.email), formatNumber(count.data.sms))}
          </p>
          {count.data.sample.length > 0 && <p>{words.sample(count.data.sample.join(', '))}</p>}
        </>
      )}
    </div>
  );
}

/** The service takes up to 50 conditions. */
const maxRules = 50;

/** The conditions of a segment, and whether all of them or any of them must be met. */
function RulesField({
  rules: { match, rules },
  names,
  onChange,
  reason,
}: {
  readonly rules: Rules;
  readonly names: FilterNames;
  readonly onChange: (rules: Rules) => void;
  readonly reason: string | undefined;
}) {
  const words = texts.customers.segment;
  const set = (place: number, rule: Rule) =>
    onChange({ match, rules: rules.map((other, at) => (at === place ? rule : other)) });
  return (
    <>
      {rules.length > 1 && (
        <ChoiceField
          wide
          label={words.match}
          value={match}
          options={(['all', 'any'] as const).map((value) => ({ value, label: words.matchOptions[value] }))}
          onChange={(chosen) => onChange({ match: chosen, rules })}
        />
      )}
      {rules.map((rule, place) => (
        <fieldset class="rule" key={`${place}-${rule.condition.match}`}>
          <legend class="unseen">{words.conditionNumber(place + 1)}</legend>
          <div class="rule-head">
            <SelectField
              label={words.conditionNumber(place + 1)}
              value={rule.condition.match}
              options={conditionKinds.map((value) => ({ value, label: words.kinds[value] }))}
              onChange={(kind) => set(place, { ...rule, condition: newCondition(kind) })}
              reason={reason}
            />
            {rules.length > 1 && (
              <Button
                kind="quiet"
                icon="close"
                label={words.removeCondition(place + 1)}
                reason={reason}
                reasonAs="tip"
                onClick={() => onChange({ match, rules: rules.filter((_, at) => at !== place) })}
              />
            )}
          </div>
          <ConditionFields
            condition={rule.condition}
            names={names}
            reason={reason}
            onChange={(condition) => set(place, { ...rule, condition })}
          />
          <CheckField
            label={words.not}
            value={rule.isNot}
            onChange={(isNot) => set(place, { ...rule, isNot })}
            reason={reason}
          />
        </fieldset>
      ))}
      {rules.length < maxRules && (
        <div>
          <Button
            icon="plus"
            reason={reason}
            reasonAs="tip"
            onClick={() =>
              onChange({ match, rules: [...rules, { isNot: false, condition: newCondition('order_count') }] })
            }
          >
            {words.addCondition}
          </Button>
        </div>
      )}
    </>
  );
}

/** Kinds of conditions, in the order in which the builder offers them. */
const conditionKinds = [
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
type ConditionKind = (typeof conditionKinds)[number];

/** A condition in the builder, or its opposite. */
interface Rule {
  readonly isNot: boolean;
  readonly condition: SegmentCondition;
}

/** The filters that the builder can show: conditions of one group. */
interface Rules {
  readonly match: 'all' | 'any';
  readonly rules: readonly Rule[];
}

/** A new condition of a kind, with values that are still to be chosen. */
function newCondition(kind: ConditionKind): SegmentCondition {
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
function rulesOf(filter: SegmentFilter): Rules | undefined {
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
function filterOf({ match, rules }: Rules): SegmentFilter | undefined {
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
