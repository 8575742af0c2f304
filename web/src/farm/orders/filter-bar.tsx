import { useState } from 'preact/hooks';
import { addDays } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import { orderSorts } from '#commerce/orders/contract.ts';
import { orderStatuses, paymentStates } from '#commerce/orders/order.ts';
import { Button } from '#web/components/button.tsx';
import { DateField, SelectField, TextField } from '#web/components/fields.tsx';
import { FilterChips } from '#web/components/filter-chips.tsx';
import { Toolbar } from '#web/components/page.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { useCatalog } from '../selling/catalog.ts';
import { useStops } from '../stops/stop-list.ts';
import { isFiltered, noFilters, type OrderFilters } from './order-filters.ts';
import './filter-bar.css';

/** Properties of the filters of orders. */
interface FilterBarProps {
  readonly filters: OrderFilters;
  readonly onChange: (part: Partial<OrderFilters>) => void;
}

/** All filters of the list of orders: search and status in sight, the others behind a button on a phone. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const { filter, status, clearFilters } = texts.orders;
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="order-filters">
      <Toolbar>
        <SearchField
          label={filter.search}
          value={filters.text}
          onChange={(text) => onChange({ text: text.trim() })}
        />
        <span class="order-filters-toggle">
          <Button icon="filter" expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {filter.label}
          </Button>
        </span>
        {isFiltered(filters) && (
          <Button kind="quiet" icon="close" onClick={() => onChange({ ...noFilters, sort: filters.sort })}>
            {clearFilters}
          </Button>
        )}
      </Toolbar>
      <FilterChips
        label={filter.status}
        value={filters.status}
        onChange={(chosen) => onChange({ status: chosen })}
        options={[
          { value: '', label: filter.all },
          ...orderStatuses.map((value) => ({ value, label: status[value] })),
        ]}
      />
      <div class={isOpen ? 'order-filters-more order-filters-open' : 'order-filters-more'}>
        <MoreFilters filters={filters} onChange={onChange} />
      </div>
    </div>
  );
}

function MoreFilters({ filters, onChange }: FilterBarProps) {
  const brand = useBrand();
  const stops = useStops(brand.id);
  const catalog = useCatalog(brand.id);
  const { filter, payment, sort } = texts.orders;
  const choice = (name: keyof OrderFilters, label: string, options: readonly Option[]) => (
    <SelectField
      label={label}
      value={filters[name]}
      onChange={(value) => onChange({ [name]: value })}
      options={[{ value: '', label: filter.any }, ...options]}
    />
  );
  return (
    <>
      {choice(
        'payment',
        filter.payment,
        paymentStates.map((value) => ({ value, label: payment[value] })),
      )}
      {choice('balance', filter.balance, [
        { value: 'collect', label: filter.collect },
        { value: 'return', label: filter.return },
      ])}
      {choice(
        'stop',
        filter.stop,
        (stops.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      {choice('ships', filter.delivery, [
        { value: 'yes', label: filter.ships },
        { value: 'no', label: filter.picksUp },
      ])}
      {choice(
        'product',
        filter.product,
        (catalog.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
      )}
      <DateFilter filters={filters} onChange={onChange} />
      <TextField
        label={filter.customer}
        placeholder={filter.customerHint}
        value={filters.customer}
        onChange={(customer) => onChange({ customer })}
      />
      <SelectField
        label={filter.sort}
        value={filters.sort || '-created'}
        onChange={(value) => onChange({ sort: value === '-created' ? '' : value })}
        options={orderSorts.map((value) => ({ value, label: sort[value] }))}
      />
    </>
  );
}

interface Option {
  readonly value: string;
  readonly label: string;
}

function DateFilter({ filters: { from, to }, onChange }: FilterBarProps) {
  const { timeZone } = useBrand();
  const today = localDay(new Date(), timeZone);
  const [isRange, setRange] = useState(false);
  const { filter } = texts.orders;
  const presets = { '': '', today, week: addDays(today, -6), month: addDays(today, -29) } as const;
  const names = ['', 'today', 'week', 'month'] as const;
  const preset = isRange || to !== '' ? undefined : names.find((name) => presets[name] === from);
  return (
    <>
      <SelectField
        label={filter.dates}
        value={preset ?? 'range'}
        onChange={(chosen) => {
          setRange(chosen === 'range');
          if (chosen !== 'range') onChange({ from: presets[chosen], to: '' });
        }}
        options={[
          ...names.map((value) => ({ value, label: value === '' ? filter.any : filter[value] })),
          { value: 'range' as const, label: filter.range },
        ]}
      />
      {preset === undefined && (
        <>
          <DateField label={filter.from} max={to} value={from} onChange={(day) => onChange({ from: day })} />
          <DateField label={filter.to} min={from} value={to} onChange={(day) => onChange({ to: day })} />
        </>
      )}
    </>
  );
}
