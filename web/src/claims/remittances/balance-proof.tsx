import './remittances.css';
import type { BalanceEquation, RemittanceClaim, RemittanceDetail } from '#claims/remittances/contract.ts';
import { useX12Texts } from '#web/claims/code/x12-texts.ts';
import { dollars } from '#web/claims/dollars.ts';
import { Badge } from '#web/components/badge.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import type { X12Texts } from '#web/text/x12-texts.ts';
import { adjustmentsOf, adjustmentText, providerReasonText, sumOf } from './cuts.ts';

/** The proof that charges, adjustments, claims and payment agree, as equations with a check each. */
export function BalanceProof({
  remittance,
  claims,
}: {
  readonly remittance: RemittanceDetail;
  /** All claims of the remittance; undefined while some are not loaded. */
  readonly claims: readonly RemittanceClaim[] | undefined;
}) {
  const codes = useX12Texts();
  const words = texts.remittances.balance;
  const { balance, charge, paid } = remittance;
  if (balance === undefined) return <Notice>{texts.remittances.reading}</Notice>;
  const { balanced, transaction, first_unbalanced, unbalanced_claims, unbalanced_lines } = balance;
  // Every claim was checked by the service. Where all agree, the adjustments are the rest, however many claims are loaded.
  const cut =
    claims === undefined || (unbalanced_claims === 0 && unbalanced_lines === 0)
      ? sumOf([charge, -paid])
      : sumOf(claims.flatMap(adjustmentsOf).map(({ amount }) => amount));
  return (
    <Section title={words.title} kind="card">
      <Notice tone={balanced ? 'good' : 'danger'} title={balanced ? words.good : words.bad}>
        {unbalanced_claims > 0 && <p>{words.unbalancedClaims(unbalanced_claims)}</p>}
        {unbalanced_lines > 0 && <p>{words.unbalancedLines(unbalanced_lines)}</p>}
      </Notice>
      <Equation
        label={words.byClaims}
        terms={[
          { label: words.charge, amount: charge },
          { label: words.adjustments, amount: -cut },
        ]}
        result={{ label: words.paidForClaims, amount: paid }}
        difference={sumOf([paid, cut, -charge])}
      />
      <Equation
        label={words.byPayment}
        terms={transactionTerms(remittance)}
        result={{ label: words.payment, amount: transaction.stated }}
        difference={transaction.difference}
      />
      {first_unbalanced !== undefined && first_unbalanced.level !== 'transaction' && (
        <Equation
          label={`${words.firstFault}: ${placeOf(first_unbalanced)}`}
          terms={first_unbalanced.terms.map((term) => namedTerm(term, codes))}
          result={{
            label: first_unbalanced.level === 'line' ? words.linePaid : words.claimPaid,
            amount: first_unbalanced.stated,
          }}
          difference={first_unbalanced.difference}
        />
      )}
    </Section>
  );
}

/** The API sums the adjustments by reason into `terms`; the records have the words too. */
function transactionTerms({ paid, provider_adjustments }: RemittanceDetail): readonly Term[] {
  return [
    { label: texts.remittances.balance.paidForClaims, amount: paid },
    ...provider_adjustments.map(({ reason, text, amount }) => ({
      label: providerReasonText(reason, text),
      amount: -amount,
    })),
  ];
}

/** Turns `CAS CO 45` and `SVC02` into words. */
function namedTerm({ name, amount }: BalanceEquation['terms'][number], codes: X12Texts | undefined): Term {
  const words = texts.remittances.balance;
  const [, group = '', reason = ''] = /^CAS (\S+) (\S+)$/.exec(name) ?? [];
  if (group !== '') return { label: adjustmentText({ group, reason, text: undefined }, codes), amount };
  if (name === 'CLP03') return { label: words.claimCharge, amount };
  return { label: name.startsWith('SVC02') ? name.replace('SVC02', words.lineCharge) : name, amount };
}

const placeOf = ({ claim = 1, line }: BalanceEquation): string =>
  texts.remittances.balance.place(claim, line);

/** One amount of an equation with its sign and its name. */
interface Term {
  readonly label: string;
  readonly amount: number;
}

/** A sum in words and amounts, with a check whether the stated result agrees. */
function Equation({
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
