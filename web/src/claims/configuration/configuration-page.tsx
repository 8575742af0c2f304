import { useState } from 'preact/hooks';
import { api } from '#web/api/api.ts';
import { Button } from '#web/components/button.tsx';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { adminReason } from '../access/access.ts';
import { Stack } from '../stack.tsx';
import { ApiKeys } from './api-keys.tsx';
import { CheckClaims } from './check-claims.tsx';
import { ClearinghouseFacts } from './clearinghouse-facts.tsx';
import { PayerList, ProviderTable } from './payer-list.tsx';
import { ReloadPreview } from './reload-preview.tsx';
import { RuleTable } from './rule-table.tsx';

type Tab = 'payers' | 'providers' | 'clearinghouse' | 'rules' | 'keys';

/** What is set, and what the file would change before it is activated. */
export default function ConfigurationPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'payers');
  const [isComparing, setComparing] = useState(false);
  const payers = useQuery('configuration/payers', () => api('GET /api/config/payers'), { keep: false });
  const providers = useQuery('configuration/providers', () => api('GET /api/config/providers'), {
    keep: false,
  });
  const words = texts.configuration;
  const error = payers.error ?? providers.error;
  const refresh = () => {
    void payers.refresh();
    void providers.refresh();
  };
  return (
    <Page
      title={texts.app.pages.configuration}
      answer={
        payers.data &&
        providers.data &&
        words.answer(words.payerCount(payers.data.length), words.providerCount(providers.data.length))
      }
      note={words.note}
      primary={
        <Button kind="primary" icon="swap" reason={adminReason()} onClick={() => setComparing(true)}>
          {words.compare}
        </Button>
      }
    >
      {isComparing && <ReloadPreview onActivated={refresh} onClose={() => setComparing(false)} />}
      <CheckClaims />
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={(['payers', 'providers', 'clearinghouse', 'rules', 'keys'] as const).map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        <Stack>
          {error !== undefined && <Failure error={error} onRetry={refresh} />}
          {payers.isLoading && <Loading rows={6} />}
          {tab === 'payers' && payers.data !== undefined && <PayerList payers={payers.data} />}
          {tab === 'providers' && providers.data !== undefined && (
            <ProviderTable providers={providers.data} />
          )}
          {tab === 'clearinghouse' && <ClearinghouseFacts />}
          {tab === 'rules' && payers.data !== undefined && <RuleTable payers={payers.data} />}
          {tab === 'keys' && <ApiKeys />}
        </Stack>
      </Tabs>
    </Page>
  );
}
