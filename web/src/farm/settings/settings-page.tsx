import { api } from '#web/api/api.ts';
import { Page } from '#web/components/page.tsx';
import { Failure, Loading } from '#web/components/states.tsx';
import { useQuery } from '#web/data/query.ts';
import { isOwner, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { BrandForm } from './brand-form.tsx';
import { Deletion } from './deletion.tsx';
import { Exports } from './exports.tsx';
import './settings.css';

/** The settings of the brand, its archives, and its deletion. */
export default function SettingsPage() {
  const { id, name } = useBrand();
  const brand = useQuery('settings/brand', () => api('GET /api/v1/brands/{brand_id}', { brand_id: id }));
  return (
    <Page title={texts.settings.title} answer={name} narrow>
      {brand.isLoading && <Loading rows={8} />}
      {brand.data === undefined && brand.error !== undefined && (
        <Failure error={brand.error} onRetry={() => void brand.refresh()} />
      )}
      {brand.data && (
        <>
          <BrandForm brand={brand.data} onSaved={brand.set} />
          {isOwner() && <Exports />}
          {isOwner() && <Deletion brand={brand.data} onChanged={brand.set} />}
        </>
      )}
    </Page>
  );
}
