import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { allOutboxEntries } from '#web/offline/outbox.ts';
import { chooseBrand, session, useBrand } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';

/** How many entries wait in other brands of the person, because the count in the navigation is for all of them. */
export function OtherBrands() {
  const { offline } = texts;
  const { id: openId } = useBrand();
  const others = Map.groupBy(
    allOutboxEntries.value.filter(({ brandId }) => brandId !== openId),
    ({ brandId }) => brandId,
  );
  return [...others].map(([brandId, entries]) => {
    const brand = session.value?.brands.find(({ id }) => id === brandId);
    return (
      <Notice
        key={brandId}
        title={offline.waitingIn(entries.length, brand?.name ?? offline.otherBrand)}
        action={
          brand !== undefined && (
            <Button onClick={() => chooseBrand(brandId)}>{offline.openBrand(brand.name)}</Button>
          )
        }
      />
    );
  });
}
