import type { Fulfillment } from '#commerce/orders/order.ts';
import type { PickupDay } from '#commerce/stops/contract.ts';
import { ChoiceField, DateField, FieldRow, SelectField, TextAreaField } from '#web/components/fields.tsx';
import { formatDay } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { usePickupDays, useStops } from '../stops/stop-list.ts';

/** Where an order goes. */
export interface Delivery {
  readonly fulfillment: Fulfillment;
  readonly stopId: string;
  readonly pickupDate: string;
  readonly address: string;
}

/** Fields for pickup with stop and day, or for shipping with an address. `onChange` gets the changed members. */
export function DeliveryFields({
  brandId,
  delivery,
  onChange,
}: {
  readonly brandId: string;
  readonly delivery: Delivery;
  readonly onChange: (part: Partial<Delivery>) => void;
}) {
  const stops = useStops(brandId);
  const { fresh, fulfillment: words } = texts.orders;
  const { fulfillment, stopId } = delivery;
  const offered = (stops.data ?? []).filter((stop) => stop.is_active || stop.id === stopId);
  const choices: readonly Fulfillment[] =
    fulfillment === 'mixed' ? ['pickup', 'ship', 'mixed'] : ['pickup', 'ship'];
  return (
    <>
      <ChoiceField
        label={fresh.delivery}
        labelHidden
        name="fulfillment"
        wide
        value={fulfillment}
        onChange={(chosen) => onChange({ fulfillment: chosen })}
        options={choices.map((value) => ({ value, label: words[value] }))}
      />
      {fulfillment !== 'ship' && (
        <FieldRow>
          <SelectField
            label={fresh.stop}
            name="stop_id"
            value={stopId}
            onChange={(chosen) => onChange({ stopId: chosen, pickupDate: '' })}
            options={[
              { value: '', label: fresh.noStop },
              ...offered.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          {stopId === '' ? null : (
            <DayField
              stopId={stopId}
              day={delivery.pickupDate}
              onChange={(pickupDate) => onChange({ pickupDate })}
            />
          )}
        </FieldRow>
      )}
      {fulfillment !== 'pickup' && (
        <TextAreaField
          label={fresh.address}
          name="customer_address"
          rows={2}
          value={delivery.address}
          onChange={(address) => onChange({ address })}
        />
      )}
    </>
  );
}

/** The open pickup days of a stop; any day if the stop has none, for brands that do not manage their days. */
function DayField({
  stopId,
  day,
  onChange,
}: {
  readonly stopId: string;
  readonly day: string;
  readonly onChange: (day: string) => void;
}) {
  const days = usePickupDays(stopId);
  const { fresh } = texts.orders;
  const open = days.data ?? [];
  if (!days.isLoading && open.length === 0) {
    return (
      <DateField
        label={fresh.day}
        name="pickup_date"
        hint={days.error === undefined ? fresh.noDay : undefined}
        value={day}
        onChange={onChange}
      />
    );
  }
  const isListed = day === '' || open.some(({ date }) => date === day);
  return (
    <SelectField
      label={fresh.day}
      name="pickup_date"
      value={day}
      onChange={onChange}
      options={[
        { value: '', label: fresh.chooseDay },
        ...(isListed ? [] : [{ value: day, label: formatDay(day) }]),
        ...open.map((one) => ({ value: one.date, label: dayLabel(one) })),
      ]}
    />
  );
}

function dayLabel({ date, is_full, capacity, orders }: PickupDay): string {
  const { dayFull, dayLeft } = texts.orders.fresh;
  const day = formatDay(date);
  if (is_full) return dayFull(day);
  return capacity === undefined ? day : dayLeft(day, capacity - orders);
}
