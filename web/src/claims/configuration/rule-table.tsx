import type { PayerWithConfigs } from '#contract/claims/configuration/configuration.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Section } from '#web/components/page.tsx';
import { texts } from '#web/text/texts.ts';
import { useX12Texts } from '../code/x12-texts.ts';

const rules = Array.from({ length: 11 }, (_, index) => `R${200 + index}`);

/** The state rules in words, and the settings of each payer with a profile. */
export function RuleTable({ payers }: { readonly payers: readonly PayerWithConfigs[] }) {
  const codes = useX12Texts();
  const words = texts.configuration.rules;
  return (
    <>
      <Section title={words.title} note={words.note}>
        <DataTable<string>
          label={words.title}
          rows={rules}
          rowKey={(rule) => rule}
          columns={[
            { id: 'rule', label: words.rule, cell: (rule) => rule },
            { id: 'meaning', label: words.meaning, cell: (rule) => codes?.edit(rule) ?? '' },
          ]}
        />
      </Section>
      {payers.map(({ id, name, configs }) => {
        const profile = configs.find(({ transaction }) => transaction === '837P');
        if (profile?.transaction !== '837P' || profile.profile === undefined) return null;
        const title = `${words.values} ${name}`;
        return (
          <Section key={id} title={title}>
            <DataTable
              label={title}
              rows={settingsOf(profile.profile)}
              rowKey={({ field }) => field}
              columns={[
                { id: 'field', label: words.field, cell: ({ field }) => <code>{field}</code> },
                { id: 'value', label: words.value, cell: ({ value }) => value },
              ]}
            />
          </Section>
        );
      })}
    </>
  );
}

interface Setting {
  readonly field: string;
  readonly value: string;
}

/** Flattens nested settings into `receiver.id` and its value. */
function settingsOf(value: unknown, field = ''): readonly Setting[] {
  if (Array.isArray(value)) {
    const isFlat = value.every((item) => typeof item !== 'object');
    if (isFlat) return [{ field, value: value.join(', ') }];
    return value.flatMap((item, index) => settingsOf(item, `${field}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [{ field, value: String(value) }];
  return Object.entries(value).flatMap(([name, inner]) =>
    settingsOf(inner, field === '' ? name : `${field}.${name}`),
  );
}
