/** Reads and writes numbers in fields as a locale writes them. */
export interface NumberText {
  /** Returns undefined if the text is no number. */
  read(text: string): number | undefined;
  /** Writes without group signs, which are hard to edit; with exactly `digits` decimals if they are given. */
  write(value: number | undefined, digits?: number): string;
}

/** Returns the reader and writer of numbers for a locale. */
export function numberText(locale: string): NumberText {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1234567.8);
  const decimal = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  const group = parts.find(({ type }) => type === 'group')?.value ?? ',';
  const grouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`);
  return {
    read(text) {
      const tight = text.replaceAll(/\s/g, '');
      // A sign that does not separate groups of three digits is a decimal sign: keyboards of phones offer only one of the two.
      const plain = grouped.test(tight) ? tight.replaceAll(group, '') : tight;
      const number = plain.replace(/[.,]/, '.');
      return /^-?(\d+(\.\d*)?|\.\d+)$/.test(number) ? Number(number) : undefined;
    },
    write(value, digits) {
      if (value === undefined) return '';
      const limits =
        digits === undefined
          ? { maximumFractionDigits: 6 }
          : { minimumFractionDigits: digits, maximumFractionDigits: digits };
      return new Intl.NumberFormat(locale, { ...limits, useGrouping: false }).format(value);
    },
  };
}
