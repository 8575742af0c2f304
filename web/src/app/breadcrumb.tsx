import { Icon } from '#web/components/icons.tsx';
import { texts } from '#web/text/texts.ts';
import { findRoute } from './route-pattern.ts';
import { Link, location } from './router.ts';
import { routes } from './routes.ts';

/** The way back to the list, on pages below the second level. */
export function Breadcrumb() {
  const found = findRoute(routes, location.value.path);
  const parent = routes.find(({ path }) => path === found?.route.parent);
  if (parent === undefined) return null;
  return (
    <nav class="breadcrumb" aria-label={texts.app.navigation.breadcrumb}>
      <Link to={parent.path}>
        <Icon name="chevron-left" small />
        {texts.app.pages[parent.page]}
      </Link>
    </nav>
  );
}
