import type { Equation } from '../835/balance.ts';
import { type Table, table } from './block.ts';
import { money } from './shown-values.ts';

/** Maximum number of terms that are written out. */
const maxTerms = 12;

/** Shows how each sum of a remittance is computed, and whether the file states the same. */
export function balanceTable(caption: string, equations: readonly Equation[]): Table {
  const rows = equations.map((equation) => ({
    cells: [
      levelOf(equation),
      equation.rule,
      computation(equation),
      money(equation.stated),
      equation.balanced ? 'balanced' : `differs by ${money(equation.difference)}`,
    ],
    isFault: !equation.balanced,
  }));
  return table(caption, ['Level', 'Rule', 'Computed', 'Stated#', 'Result'], rows);
}

function levelOf({ level, line }: Equation): string {
  if (level === 'transaction') return 'payment';
  return level === 'line' ? `line ${line}` : level;
}

/** `100.00 - 15.00 - 5.00 = 80.00`. */
function computation({ terms, computed }: Equation): string {
  if (terms.length > maxTerms) return `${terms.length} amounts = ${money(computed)}`;
  const sum = terms.map(({ amount }, n) => {
    if (n === 0) return money(amount);
    return amount < 0 ? ` - ${money(-amount)}` : ` + ${money(amount)}`;
  });
  return `${sum.join('')} = ${money(computed)}`;
}
