import { Count } from './badge.tsx';
import { Icon } from './icons.tsx';
import './filter-chips.css';

/** One value of a filter. */
export interface FilterOption<Value extends string = string> {
  readonly value: Value;
  readonly label: string;
  readonly count?: number | undefined;
}

interface OneOf<Value extends string> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly many?: false | undefined;
}

interface SomeOf<Value extends string> {
  readonly value: readonly Value[];
  readonly onChange: (value: readonly Value[]) => void;
  readonly many: true;
}

/** Properties of filter chips: one value, or with `many` any number of values. */
export type FilterChipsProps<Value extends string> = (OneOf<Value> | SomeOf<Value>) & {
  readonly label: string;
  readonly options: readonly FilterOption<Value>[];
};

/** A filter whose values are all in sight. Keep its value in the address, so that a view can be shared. */
export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  const isChosen = (value: Value) => (props.many ? props.value.includes(value) : props.value === value);
  const choose = (value: Value) => {
    if (!props.many) props.onChange(value);
    else if (isChosen(value)) props.onChange(props.value.filter((other) => other !== value));
    else props.onChange([...props.value, value]);
  };
  return (
    <fieldset class="filter-chips">
      <legend class="unseen">{props.label}</legend>
      {props.options.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          class="filter-chip"
          aria-pressed={isChosen(value)}
          onClick={() => choose(value)}
        >
          {props.many && isChosen(value) && <Icon name="check" small />}
          {label}
          {count !== undefined && <Count value={count} />}
        </button>
      ))}
    </fieldset>
  );
}
