import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { FieldError } from '#web/components/field-frame.tsx';
import { MoneyField, NumberField } from '#web/components/fields.tsx';
import { useFault } from '#web/components/form.tsx';
import { formatAmount } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { type DraftLine, findOffers, keyOf, type Offer, withOne } from './draft.ts';
import { Finder } from './finder.tsx';
import './new-order.css';

const maxResults = 12;

/** The items of an order that is entered or edited: a product finder, and a line with a stepper for each item. */
export function LinesEditor({
  lines,
  offers,
  currency,
  onChange,
  sentLines = lines,
  autoFocus = false,
}: {
  readonly lines: readonly DraftLine[];
  /** The lines of the last attempt. The faults of the form name them by their place. */
  readonly sentLines?: readonly DraftLine[] | undefined;
  readonly offers: readonly Offer[];
  readonly currency: string;
  readonly onChange: (lines: readonly DraftLine[]) => void;
  readonly autoFocus?: boolean;
}) {
  const [text, setText] = useState('');
  const { fresh } = texts.orders;
  const stockOf = new Map(offers.map(({ key, available }) => [key, available]));
  const found = findOffers(offers, text).slice(0, maxResults);
  const add = (key: string) => {
    const offer = offers.find((one) => one.key === key);
    if (offer) onChange(withOne(lines, offer));
  };
  const change = (key: string, part: Partial<DraftLine>) =>
    onChange(lines.map((line) => (keyOf(line) === key ? { ...line, ...part } : line)));
  return (
    <div class="lines-editor">
      <Finder
        label={fresh.findProduct}
        hint={fresh.findProductHint}
        text={text}
        onText={setText}
        autoFocus={autoFocus}
        none={fresh.noProduct}
        onChoose={add}
        results={found.map(({ key, line, available }) => ({
          key,
          label: line.name,
          detail: [formatAmount(line.price, currency), line.unit, stockText(available)]
            .filter(Boolean)
            .join(' · '),
          isBlocked: available !== undefined && available <= 0,
        }))}
      />
      {lines.length === 0 ? (
        <p class="lines-none">{fresh.noLines}</p>
      ) : (
        <ul class="lines">
          {lines.map((line) => {
            const key = keyOf(line);
            const fault = `items.${sentLines.findIndex((sent) => keyOf(sent) === key)}`;
            return (
              <li key={key} class="line">
                <div class="line-name">
                  <span>{line.name}</span>
                  <StockNote line={line} available={stockOf.get(key)} />
                  <ProductFault name={fault} />
                </div>
                <NumberField
                  label={fresh.quantityOf(line.name)}
                  name={`${fault}.quantity`}
                  labelHidden
                  required
                  min={1}
                  value={line.quantity}
                  onChange={(quantity = 1) => change(key, { quantity })}
                />
                <MoneyField
                  label={fresh.priceOf(line.name)}
                  name={`${fault}.price`}
                  labelHidden
                  required
                  min={0}
                  currency={currency}
                  value={line.price}
                  onChange={(price = 0) => change(key, { price })}
                />
                <span class="line-amount">{formatAmount(line.price * line.quantity, currency)}</span>
                <Button
                  kind="quiet"
                  icon="close"
                  label={fresh.remove(line.name)}
                  onClick={() => onChange(lines.filter((one) => keyOf(one) !== key))}
                />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** Marks a line whose product or variant cannot be ordered any more. */
function ProductFault({ name }: { readonly name: string }) {
  const product = useFault(`${name}.product_id`);
  const variant = useFault(`${name}.variant_id`);
  const error = product ?? variant;
  return error === undefined ? null : <FieldError error={error} />;
}

function StockNote({
  line,
  available,
}: {
  readonly line: DraftLine;
  readonly available: number | undefined;
}) {
  const { fresh } = texts.orders;
  if (available !== undefined && line.quantity > available)
    return <span class="line-stock line-stock-short">{fresh.tooFew(Math.max(0, available))}</span>;
  return <span class="line-stock">{[line.unit, stockText(available)].filter(Boolean).join(' · ')}</span>;
}

function stockText(available: number | undefined): string {
  const { stock, soldOut } = texts.orders.fresh;
  if (available === undefined) return '';
  return available <= 0 ? soldOut : stock(available);
}
