import type { BankFileSettings } from '#contract/claims/money/bank.ts';

const maxCents = 99_999_999_999;

/**
 * Integer cents of an amount such as `1,234.50`, `$12`, `-12.5`, `(12.50)` or `12.50-`; undefined for another text.
 */
export function readAmount(text: string, decimal: BankFileSettings['decimal']): number | undefined {
  const point = decimal === 'comma' ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '');
  const found = /^(\(|-|\+)?\s*\$?\s*(-)?(\d*)(?:\.(\d{1,2}))?\s*(\)|-)?$/.exec(point.trim());
  if (found === null) return undefined;
  const [, before = '', inner = '', whole = '', fraction = '', after = ''] = found;
  if (whole === '' && fraction === '') return undefined;
  if ((before === '(') !== (after === ')')) return undefined;
  const signs = [before === '-', inner === '-', after === '-', before === '('].filter(Boolean).length;
  if (signs > 1) return undefined;
  const cents = Number(whole || '0') * 100 + Number(fraction.padEnd(2, '0') || '0');
  if (cents > maxCents) return undefined;
  return signs === 1 && cents !== 0 ? -cents : cents;
}

const forms: Readonly<
  Record<string, { readonly pattern: RegExp; readonly order: readonly [number, number, number] }>
> = {
  'YYYY-MM-DD': { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/, order: [1, 2, 3] },
  'MM/DD/YYYY': { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, order: [3, 1, 2] },
  'DD.MM.YYYY': { pattern: /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/, order: [3, 2, 1] },
  YYYYMMDD: { pattern: /^(\d{4})(\d\d)(\d\d)$/, order: [1, 2, 3] },
};

/** The day as `YYYY-MM-DD`; undefined for a text of another form, or a day that does not exist. */
export function readDay(text: string, format: BankFileSettings['date_format']): string | undefined {
  for (const name of format === 'iso_or_us' ? ['YYYY-MM-DD', 'MM/DD/YYYY'] : [format]) {
    const form = forms[name];
    const found = form?.pattern.exec(text);
    if (form === undefined || !found) continue;
    const [year, month, day] = form.order.map((place) => found[place] ?? '');
    const iso = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
    const time = Date.parse(`${iso}T00:00:00Z`);
    return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) ? iso : undefined;
  }
  return undefined;
}
