import { Badge } from '#web/components/badge.tsx';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import './equation.css';

/** One amount of an equation with its sign and its name. */
export interface Term {
  readonly label: string;
  readonly amount: number;
}

/** A sum in words and amounts, with a check whether the stated result agrees. */
export function Equation({
  label,
  terms,
  result,
  difference,
}: {
  readonly label: string;
  readonly terms: readonly Term[];
  /** The result as the payer states it. */
  readonly result: Term;
  /** Stated minus computed. */
  readonly difference: number;
}) {
  const words = texts.remittances.balance;
  return (
    <figure class="equation">
      <figcaption class="equation-label">{label}</figcaption>
      <div class="equation-line">
        {terms.map(({ label: name, amount }, index) => (
          <span key={`${index} ${name}`} class="equation-part">
            {index > 0 && <Sign sign={amount > 0 ? '+' : '−'} word={amount > 0 ? words.plus : words.minus} />}
            <Amount label={name} amount={index > 0 ? Math.abs(amount) : amount} />
          </span>
        ))}
        <span class="equation-part">
          <Sign sign={difference === 0 ? '=' : '≠'} word={words.equals} />
          <Amount label={result.label} amount={result.amount} />
        </span>
        <Badge tone={difference === 0 ? 'good' : 'danger'}>
          {difference === 0 ? words.agrees : words.differs(dollars(difference))}
        </Badge>
      </div>
    </figure>
  );
}

const Amount = ({ label, amount }: Term) => (
  <span class="equation-term">
    <span class="equation-amount">{dollars(amount)}</span>
    <span class="equation-name">{label}</span>
  </span>
);

const Sign = ({ sign, word }: { readonly sign: string; readonly word: string }) => (
  <>
    <span class="equation-sign" aria-hidden="true">
      {sign}
    </span>
    <span class="unseen"> {word} </span>
  </>
);
