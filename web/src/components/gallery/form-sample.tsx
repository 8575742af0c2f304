import { useState } from 'preact/hooks';
import { Button } from '../button.tsx';
import {
  CheckField,
  ChoiceField,
  DateField,
  FieldRow,
  Form,
  MoneyField,
  NumberField,
  SelectField,
  TextAreaField,
  TextField,
} from '../fields.tsx';
import { Section } from '../page.tsx';
import { toast } from '../toasts.tsx';

type Unit = 'each' | 'pound' | 'bunch';

/** A form with each field, in order or with a fault in each. */
export function FormSample({ isFaulty = false }: { readonly isFaulty?: boolean }) {
  const [name, setName] = useState('Heirloom tomatoes');
  const [unit, setUnit] = useState<Unit>('pound');
  const [price, setPrice] = useState<number | undefined>(4.5);
  const [stock, setStock] = useState<number | undefined>(24);
  const [day, setDay] = useState('2026-03-02');
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(true);
  const [method, setMethod] = useState<'meter' | 'estimate' | 'truck'>('meter');
  const fault = (message: string) => (isFaulty ? message : undefined);
  return (
    <Section title={isFaulty ? 'Form with faults' : 'Form'} kind="card">
      <Form
        label={isFaulty ? 'Product with faults' : 'Product'}
        onSubmit={() => toast({ text: 'Saved', tone: 'good' })}
        error={isFaulty ? new TypeError('failed') : undefined}
        actions={
          <>
            <Button kind="primary" type="submit">
              Save product
            </Button>
            <Button>Cancel</Button>
          </>
        }
      >
        <TextField
          label="Name"
          name="name"
          value={name}
          onChange={setName}
          required
          error={fault('Enter a name')}
        />
        <FieldRow>
          <MoneyField
            label="Price"
            currency="USD"
            value={price}
            onChange={setPrice}
            error={fault('Enter a price above 0')}
          />
          <SelectField
            label="Unit"
            value={unit}
            onChange={setUnit}
            options={[
              { value: 'each', label: 'Each' },
              { value: 'pound', label: 'Pound' },
              { value: 'bunch', label: 'Bunch' },
            ]}
          />
        </FieldRow>
        <FieldRow>
          <NumberField
            label="Stock"
            value={stock}
            onChange={setStock}
            min={0}
            unit="lb"
            hint="Counts down with each order"
            error={fault('Enter a whole number')}
          />
          <DateField
            label="Ready on"
            value={day}
            onChange={setDay}
            optional
            error={fault('Choose a day from today')}
          />
        </FieldRow>
        <ChoiceField
          label="Method"
          wide
          value={method}
          onChange={setMethod}
          hint="How the water was measured"
          error={fault('Choose a method')}
          options={[
            { value: 'meter', label: 'Meter' },
            { value: 'estimate', label: 'Estimate', hint: 'By hours' },
            { value: 'truck', label: 'Truck', reason: 'No truck yet' },
          ]}
        />
        <TextAreaField
          label="Description"
          value={text}
          onChange={setText}
          optional
          error={fault('At most 500 characters')}
        />
        <CheckField
          label="Show in the shop"
          value={isShown}
          onChange={setShown}
          hint="Customers can order it"
        />
        <TextField
          label="Brand id"
          code
          value="brand_01HZX"
          onChange={() => {}}
          reason="Set when the brand was made"
        />
      </Form>
    </Section>
  );
}
