import type { Field } from '#commerce/water/water-fields.ts';
import { FieldRow, NumberField, SelectField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';

/** Water that may be used in a season; undefined without a limit. */
export type Allocation = NonNullable<Field['allocation']>;

/** Amount and unit of an allocation, while they are entered. */
export interface AllocationDraft {
  readonly amount: number | undefined;
  readonly unit: Allocation['unit'];
}

export const allocationDraft = (allocation: Allocation | undefined): AllocationDraft => ({
  amount: allocation?.amount,
  unit: allocation?.unit ?? 'acre_feet',
});

export const allocationOf = ({ amount, unit }: AllocationDraft): Allocation | undefined =>
  amount === undefined || amount === 0 ? undefined : { amount, unit };

/** A field for an allocation: amount and unit. Empty means no limit. */
export function AllocationField({
  label,
  draft,
  onChange,
}: {
  readonly label: string;
  readonly draft: AllocationDraft;
  readonly onChange: (draft: AllocationDraft) => void;
}) {
  const { water } = texts;
  return (
    <FieldRow>
      <NumberField
        label={label}
        name="allocation.amount"
        value={draft.amount}
        onChange={(amount) => onChange({ ...draft, amount })}
        min={0}
        digits={6}
        plain
        optional
      />
      <SelectField
        label={water.unit}
        name="allocation.unit"
        value={draft.unit}
        options={(['acre_feet', 'gallons'] as const).map((value) => ({ value, label: water.units[value] }))}
        onChange={(unit) => onChange({ ...draft, unit })}
      />
    </FieldRow>
  );
}
