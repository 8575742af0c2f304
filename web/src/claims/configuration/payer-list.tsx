import {
  payerTransactions as order,
  type PayerConfig,
  type PayerWithConfigs,
  type Provider,
} from '#claims/configuration/contract.ts';
import { DataTable } from '#web/components/data-table.tsx';
import { Facts } from '#web/components/facts.tsx';
import { Section } from '#web/components/page.tsx';
import { Empty } from '#web/components/states.tsx';
import { texts } from '#web/text/texts.ts';

/** The payers with their settings for each kind of transaction, in words. */
export function PayerList({ payers }: { readonly payers: readonly PayerWithConfigs[] }) {
  const words = texts.configuration.payers;
  if (payers.length === 0) return <Empty icon="settings" title={words.empty} text={words.emptyText} />;
  return (
    <>
      {payers.map(({ id, name, configs }) => (
        <Section
          key={id}
          title={name}
          note={configs.some(({ transaction }) => transaction === '837P') ? id : `${id} · ${words.noClaims}`}
          kind="card"
        >
          <Facts
            wide
            facts={order.flatMap((one) =>
              configs.filter(({ transaction }) => transaction === one).flatMap(settingsOf),
            )}
          />
        </Section>
      ))}
    </>
  );
}

/** The billing providers. */
export function ProviderTable({ providers }: { readonly providers: readonly Provider[] }) {
  const words = texts.configuration.providers;
  if (providers.length === 0)
    return <Empty icon="people" title={words.empty} text={texts.configuration.payers.emptyText} />;
  return (
    <DataTable<Provider>
      label={texts.configuration.tabs.providers}
      rows={providers}
      rowKey={({ npi, site }) => `${npi} ${site}`}
      columns={[
        { id: 'npi', label: words.npi, cell: ({ npi }) => npi },
        { id: 'name', label: words.name, cell: ({ name }) => name },
        { id: 'site', label: words.site, cell: ({ site }) => site },
        { id: 'taxId', label: words.taxId, cell: ({ tax_id }) => tax_id },
        { id: 'zip', label: words.zip, cell: ({ zip }) => zip.replace(/^(\d{5})(\d{4})$/, '$1-$2') },
        { id: 'taxonomies', label: words.taxonomies, cell: ({ taxonomies }) => taxonomies.join(', ') },
      ]}
    />
  );
}

function settingsOf(config: PayerConfig): Parameters<typeof Facts>[0]['facts'] {
  const words = texts.configuration.payers;
  if (config.transaction === '837P')
    return [
      {
        label: words.receiver,
        value: words.receiverId(config.receiver.name, config.receiver.id, config.receiver.qualifier),
      },
      { label: words.profile, value: config.profile === undefined ? words.profileNo : words.profileYes },
      { label: words.fileWithin, value: daysText(config.file_within_days) },
    ];
  const overdue = {
    label: words.overdue(config.transaction),
    value: words.hours(config.overdue_after_hours),
  };
  if (config.transaction === '835')
    return [overdue, { label: words.appealWithin, value: daysText(config.appeal_within_days) }];
  if (config.transaction !== '277CA') return [overdue];
  return [
    overdue,
    { label: words.reading, value: words.readings[config.reading] },
    { label: words.timeZone, value: config.time_zone },
    { label: words.sends277, value: config.send_for_received_claims ? words.yes : words.no },
  ];
}

const daysText = (days: number | undefined): string | undefined =>
  days === undefined ? undefined : texts.configuration.payers.days(days);
