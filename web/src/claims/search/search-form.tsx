import { Button } from '#web/components/button.tsx';
import { DateField, Form, MoneyField, SelectField, TextField } from '#web/components/fields.tsx';
import { texts } from '#web/text/texts.ts';
import { type ClaimLane, laneOrder } from '../lane/lanes.ts';
import type { Criteria } from './criteria.ts';

const lanes: readonly ClaimLane[] = [...laneOrder, 'closed', 'dismissed'];

/** The criteria of a search. All that are given must fit. */
export function SearchForm({
  criteria,
  error,
  isEmpty,
  onChange,
  onSearch,
  onClear,
}: {
  readonly criteria: Criteria;
  readonly error: unknown;
  /** The last attempt had no criteria. */
  readonly isEmpty: boolean;
  readonly onChange: (criteria: Criteria) => void;
  readonly onSearch: () => void;
  readonly onClear: () => void;
}) {
  const words = texts.search;
  const set = (change: Partial<Criteria>) => onChange({ ...criteria, ...change });
  return (
    <Form
      label={words.title}
      error={error}
      onSubmit={onSearch}
      actions={
        <>
          <Button kind="primary" type="submit" icon="search">
            {words.search}
          </Button>
          <Button kind="quiet" onClick={onClear}>
            {words.clear}
          </Button>
        </>
      }
    >
      <div class="search-fields">
        <TextField
          label={words.number}
          name="patient_control_number"
          hint={words.beginning}
          code
          autoFocus
          error={isEmpty ? words.enterSomething : undefined}
          value={criteria.number}
          onChange={(number) => set({ number })}
        />
        <TextField
          label={words.lastName}
          name="last_name"
          hint={words.beginning}
          value={criteria.lastName}
          onChange={(lastName) => set({ lastName })}
        />
        <TextField
          label={words.firstName}
          name="first_name"
          hint={words.firstNameHint}
          value={criteria.firstName}
          onChange={(firstName) => set({ firstName })}
        />
        <TextField
          label={words.memberId}
          name="member_id"
          hint={words.complete}
          code
          value={criteria.memberId}
          onChange={(memberId) => set({ memberId })}
        />
        <TextField
          label={words.payerId}
          name="payer_id"
          code
          value={criteria.payerId}
          onChange={(payerId) => set({ payerId })}
        />
        <TextField
          label={words.npi}
          name="billing_npi"
          code
          inputmode="numeric"
          value={criteria.npi}
          onChange={(npi) => set({ npi })}
        />
        <MoneyField
          label={words.amountFrom}
          name="amount_from"
          currency="USD"
          min={0}
          value={criteria.amountFrom}
          onChange={(amountFrom) => set({ amountFrom })}
        />
        <MoneyField
          label={words.amountTo}
          name="amount_to"
          currency="USD"
          min={0}
          value={criteria.amountTo}
          onChange={(amountTo) => set({ amountTo })}
        />
        <DateField
          label={words.serviceFrom}
          name="service_from"
          value={criteria.serviceFrom}
          onChange={(serviceFrom) => set({ serviceFrom })}
        />
        <DateField
          label={words.serviceTo}
          name="service_to"
          value={criteria.serviceTo}
          onChange={(serviceTo) => set({ serviceTo })}
        />
        <DateField
          label={words.receivedFrom}
          name="received_from"
          value={criteria.receivedFrom}
          onChange={(receivedFrom) => set({ receivedFrom })}
        />
        <DateField
          label={words.receivedTo}
          name="received_to"
          value={criteria.receivedTo}
          onChange={(receivedTo) => set({ receivedTo })}
        />
        <SelectField<ClaimLane | ''>
          label={words.lane}
          name="lanes"
          value={criteria.lane}
          options={[
            { value: '', label: words.anyLane },
            ...lanes.map((value) => ({ value, label: texts.board.lanes[value] })),
          ]}
          onChange={(lane) => set({ lane })}
        />
      </div>
    </Form>
  );
}
