import type { Reconciliation } from '#contract/claims/money/bank.ts';
import { api } from '#web/api/api.ts';
import { Page } from '#web/components/page.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { texts } from '#web/text/texts.ts';
import { dollars } from '../dollars.ts';
import { Stack } from '../stack.tsx';
import { Balances } from './balances.tsx';
import { BankLines } from './bank-lines.tsx';
import { Deposits } from './deposits.tsx';
import { ImportButton } from './import-dialog.tsx';
import { PatientShares } from './patient-shares.tsx';

type Tab = 'bank' | 'deposits' | 'balances' | 'patients';

/** Bank lines against deposits, balances of providers, and what patients owe. */
export default function MoneyPage() {
  const [tab, setTab] = useAddressState<Tab>('tab', 'bank');
  const sums = useQuery('money/reconciliation', () => api('GET /api/reconciliation'), { keep: false });
  const words = texts.money;
  const { data } = sums;
  return (
    <Page
      title={texts.app.pages.money}
      answer={data && answerOf(data)}
      note={data && data.deposits.expected.count > 0 ? words.note(data.deposits.expected.count) : undefined}
      primary={<ImportButton />}
    >
      <Tabs<Tab>
        label={words.tabs.label}
        value={tab}
        onChange={setTab}
        tabs={(['bank', 'deposits', 'balances', 'patients'] as const).map((value) => ({
          value,
          label: words.tabs[value],
        }))}
      >
        <Stack>
          {tab === 'bank' && <BankLines sums={data?.bank_lines} />}
          {tab === 'deposits' && <Deposits sums={data?.deposits} />}
          {tab === 'balances' && <Balances />}
          {tab === 'patients' && <PatientShares />}
        </Stack>
      </Tabs>
    </Page>
  );
}

function answerOf({ deposits, bank_lines }: Reconciliation): string {
  const words = texts.money;
  const { expected } = deposits;
  if (expected.count > 0) return words.answer(dollars(expected.amount));
  const count = [...Object.values(deposits), ...Object.values(bank_lines)].reduce(
    (sum, one) => sum + one.count,
    0,
  );
  return count === 0 ? words.answerNone : words.answerGood;
}
