import { Page } from '#web/components/page.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useBrand } from '#web/session/session.ts';
import { formatMoney, formatNumber } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { CodesView } from './codes-view.tsx';
import { OverviewView } from './overview-view.tsx';
import { maxRecords, useProgramFigures } from './program-figures.ts';
import { RewardsView } from './rewards-view.tsx';
import { SettingsView } from './settings-view.tsx';
import './referrals.css';

const views = ['overview', 'codes', 'rewards', 'settings'] as const;

/** Whether word of mouth pays: what referred customers have ordered, who shares, and what it costs. */
export default function ReferralsPage() {
  const brand = useBrand();
  const words = texts.referrals;
  const [view, setView] = useAddressState<(typeof views)[number]>('view', 'overview');
  const figures = useProgramFigures(brand.id);
  const { data } = figures;
  return (
    <Page
      title={words.title}
      answer={data && words.question(formatMoney(data.revenueCents, brand.currency))}
      note={
        data &&
        [words.questionText(data.referredCount), data.isPartial && words.partial(formatNumber(maxRecords))]
          .filter(Boolean)
          .join(' ')
      }
    >
      <Tabs
        label={words.viewsLabel}
        tabs={views.map((value) => ({ value, label: words.views[value] }))}
        value={view}
        onChange={setView}
      >
        {view === 'overview' && <OverviewView figures={figures} />}
        {view === 'codes' && <CodesView people={data?.people ?? {}} />}
        {view === 'rewards' && <RewardsView people={data?.people ?? {}} />}
        {view === 'settings' && <SettingsView />}
      </Tabs>
    </Page>
  );
}
