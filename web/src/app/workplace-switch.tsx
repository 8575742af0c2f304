import { Icon } from '#web/components/icons.tsx';
import { Menu, type MenuItem } from '#web/components/menu.tsx';
import { chooseBrand, mayStartFarm, type Session, session, workplace } from '#web/session/session.ts';
import { texts } from '#web/text/texts.ts';
import { confirmLeaving, navigate } from './router.ts';

/** The name of the workplace, and the way to the others. */
export function WorkplaceSwitch() {
  const person = session.value;
  const place = workplace.value;
  if (person === undefined) return null;
  const name = place.kind === 'farm' ? place.brand.name : texts.app.workplace.claims;
  const items = itemsOf(person);
  return (
    <div class="workplace" title={name}>
      {items.length > 1 ? (
        <Menu label={texts.app.workplace.change} icon={iconOf(place.kind)} items={items}>
          {name}
        </Menu>
      ) : (
        <p class="workplace-name">
          <Icon name={iconOf(place.kind)} />
          <span class="rail-word">{name}</span>
        </p>
      )}
    </div>
  );
}

async function enter(brandId: string): Promise<void> {
  if (!(await confirmLeaving())) return;
  chooseBrand(brandId);
  navigate('/');
}

/** The workplaces of the person, for the switch and the command palette. */
export function itemsOf({ brands, claimsRoles }: Session): readonly MenuItem[] {
  const farms: readonly MenuItem[] = brands.map(({ id, name }) => ({
    label: name,
    icon: iconOf('farm'),
    onSelect: () => void enter(id),
  }));
  if (claimsRoles.length === 0) return farms;
  const { claims, startFarm } = texts.app.workplace;
  return [
    ...farms,
    { label: claims, icon: iconOf('claims'), to: '/claims' },
    ...(mayStartFarm() ? [{ label: startFarm, icon: 'plus' as const, to: '/welcome' }] : []),
  ];
}

const iconOf = (kind: 'farm' | 'claims') => (kind === 'farm' ? 'product' : 'claim');
