import { Button } from '#web/components/button.tsx';
import { CheckField, ChoiceField, SelectField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { ConditionFields } from './condition-fields.tsx';
import { conditionKinds, newCondition, type Rule, type Rules } from './filter.ts';
import type { FilterNames } from './filter-names.ts';

/** The service takes up to 50 conditions. */
const maxRules = 50;

/** The conditions of a segment, and whether all of them or any of them must be met. */
export function RulesField({
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
