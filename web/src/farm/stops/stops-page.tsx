import { useState } from 'preact/hooks';
import type { Stop } from '#contract/commerce/stop-fields.ts';
import { api } from '#web/api/api.ts';
import { Link } from '#web/app/router.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { Page } from '#web/components/page.tsx';
import { Tabs } from '#web/components/tabs.tsx';
import { useAddressState } from '#web/data/address-state.ts';
import { useQuery } from '#web/data/query.ts';
import { mayEdit, useBrand } from '#web/session/session.ts';
import { formatDay, formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { useStops } from '../selling/stop-list.ts';
import { EditStop } from './edit-stop.tsx';
import { earliest, useNextDays } from './next-days.ts';
import { OrderSettingsForm } from './order-settings-form.tsx';
import { PromoCodes } from './promo-codes.tsx';
import { StopList } from './stop-list.tsx';
import './stops.css';

const tabs = ['stops', 'promo', 'settings'] as const;

/** Where and when people can pick up, promo codes, and taxes and shipping of orders. */
export default function StopsPage() {
  const brand = useBrand();
  const [given, setTab] = useAddressState<string>('tab', 'stops');
  const tab = tabs.find((one) => one === given) ?? 'stops';
  const stops = useStops(brand.id);
  const days = useNextDays(stops.data);
  const [edited, setEdited] = useState<Stop | 'new'>();
  const next = stops.data && days.data && earliest(stops.data, days.data);
  const words = texts.stops;
  return (
    <Page
      title={words.question}
      answer={
        <span class="stop-answer">
          {next
            ? words.next(next.stop.name, formatDay(next.day.date))
            : stops.data && days.data && words.noNext}
        </span>
      }
      note={next && words.orderUntil(`${formatDay(next.day.cut_off)}, ${formatTime(next.day.cut_off)}`)}
      primary={
        tab === 'stops' && (
          <Button
            kind="primary"
            icon="plus"
            reason={mayEdit() ? undefined : words.viewerReason}
            onClick={() => setEdited('new')}
          >
            {words.create}
          </Button>
        )
      }
    >
      <Tabs
        label={words.title}
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'stops', label: words.list },
          { value: 'promo', label: words.promo.title },
          { value: 'settings', label: words.settings.title },
        ]}
      >
        <div class="stop-tab">
          {tab === 'stops' && (
            <>
              <Unmanaged brandId={brand.id} />
              <StopList stops={stops} days={days.data} onEdit={setEdited} />
            </>
          )}
          {tab === 'promo' && <PromoCodes />}
          {tab === 'settings' && <OrderSettingsForm />}
        </div>
      </Tabs>
      {edited && (
        <EditStop
          stop={edited === 'new' ? undefined : edited}
          brandId={brand.id}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

/** Says that orders are not checked against stops, if the brand has it so. */
function Unmanaged({ brandId }: { readonly brandId: string }) {
  const brand = useQuery('selling/brand', () => api('GET /api/v1/brands/{brand_id}', { brand_id: brandId }));
  if (brand.data?.stops !== 'external') return null;
  const { unmanaged, unmanagedAction } = texts.stops;
  return <Notice action={<Link to="/settings">{unmanagedAction}</Link>}>{unmanaged}</Notice>;
}
