import { useState } from 'preact/hooks';
import { Button } from '#web/components/button.tsx';
import { Dialog } from '#web/components/dialog.tsx';
import { Form, MoneyField } from '#web/components/fields.tsx';
import { formatMoney } from '#web/text/format.ts';
import { standTexts } from './stand-texts.ts';

/** Notes that people pay with, in cents. */
const notes = [100, 500, 1000, 2000, 5000, 10_000];
const maxOffered = 4;

/** Amounts in cents above the one due that a customer is likely to hand over, the smallest first. */
const likelyAmounts = (dueCents: number): readonly number[] => {
  const rounded = notes.map((note) => Math.ceil(dueCents / note) * note);
  return [...new Set(rounded)]
    .filter((cents) => cents > dueCents)
    .sort((one, other) => one - other)
    .slice(0, maxOffered);
};

/** Asks what the customer hands over, and shows the change beside each amount. A tap on one ends the sale. */
export function CashDialog({
  dueCents,
  currency,
  isRunning,
  onTake,
  onClose,
}: {
  readonly dueCents: number;
  readonly currency: string;
  readonly isRunning: boolean;
  readonly onTake: (givenCents: number) => void;
  readonly onClose: () => void;
}) {
  const [given, setGiven] = useState<number>();
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <Dialog title={standTexts.cashTitle(money(dueCents))} onClose={onClose}>
      <div class="stand-amounts">
        <Button kind="primary" wide autoFocus busy={isRunning} onClick={() => onTake(dueCents)}>
          {standTexts.exact(money(dueCents))}
        </Button>
        {likelyAmounts(dueCents).map((cents) => (
          <Button key={cents} wide busy={isRunning} onClick={() => onTake(cents)}>
            {standTexts.given(money(cents), money(cents - dueCents))}
          </Button>
        ))}
      </div>
      <Form id="stand-cash" onSubmit={() => given !== undefined && onTake(Math.round(given * 100))}>
        <MoneyField
          label={standTexts.other}
          required
          min={dueCents / 100}
          currency={currency}
          hint={standTexts.costs(money(dueCents))}
          value={given}
          onChange={setGiven}
        />
        <Button type="submit" wide busy={isRunning}>
          {standTexts.take}
        </Button>
      </Form>
    </Dialog>
  );
}
