import type { IconName } from '#web/components/icons.tsx';
import { mayEdit, session, workplace } from '#web/session/session.ts';
import { chooseLanguage, language, languageNames } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';
import { openKeyHelp } from '../key-help/open-key-help.tsx';
import { destinations } from '../navigation.ts';
import { openPreferences } from '../preferences/open-preferences.tsx';
import { navigate } from '../router.ts';
import { chooseTheme, theme } from '../theme.ts';
import { itemsOf } from '../workplace-switch.tsx';

/** One line of the palette. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** What kind of line it is, or a word that distinguishes records. */
  readonly note: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Pages, actions and workplaces that the person may use now. */
export function commands(): readonly Command[] {
  const { palette, pages } = texts.app;
  const opened: readonly Command[] = destinations().map(({ page, path, icon }) => ({
    id: path,
    label: pages[page],
    note: palette.page,
    icon,
    run: () => navigate(path),
  }));
  return [...opened, ...actions(), ...workplaces(), ...settings()];
}

/** Lines whose label contains every word of the text. Lines that begin with the text come first. */
export function fitting(lines: readonly Command[], text: string): readonly Command[] {
  const wanted = plain(text);
  const words = wanted.split(' ').filter(Boolean);
  const fits = lines.filter(({ label, note }) =>
    words.every((word) => plain(`${label} ${note}`).includes(word)),
  );
  const begins = ({ label }: Command) => plain(label).startsWith(wanted);
  return [...fits.filter(begins), ...fits.filter((line) => !begins(line))];
}

function actions(): readonly Command[] {
  const { palette } = texts.app;
  if (!mayEdit()) return [];
  const action = (id: string, label: string, icon: IconName, to: string): Command => ({
    id,
    label,
    note: palette.action,
    icon,
    run: () => navigate(to),
  });
  return workplace.value.kind === 'farm'
    ? [
        action('new-order', palette.newOrder, 'plus', '/orders/new'),
        action('log-water', palette.logWater, 'water', '/water'),
        action('new-campaign', palette.newCampaign, 'campaign', '/campaigns/new'),
        action('print-pick-list', palette.pickList, 'print', '/pick-list'),
      ]
    : [
        action('add-files', palette.addFiles, 'upload', '/claims/files'),
        action('submit', palette.submit, 'send', '/claims/submit'),
      ];
}

function workplaces(): readonly Command[] {
  const person = session.value;
  if (person === undefined) return [];
  const items = itemsOf(person);
  if (items.length < 2) return [];
  return items.map(({ label, icon = 'swap', to, onSelect }) => ({
    id: `workplace ${label}`,
    label,
    note: texts.app.palette.workplace,
    icon,
    run: () => {
      if (to !== undefined) navigate(to);
      onSelect?.();
    },
  }));
}

function settings(): readonly Command[] {
  const { palette, preferences } = texts.app;
  const isDark = theme.value === 'dark';
  const other = language === 'en' ? 'es' : 'en';
  const line = (id: string, label: string, icon: IconName, run: () => void): Command => ({
    id,
    label,
    note: palette.setting,
    icon,
    run,
  });
  return [
    line('theme', isDark ? palette.light : palette.dark, isDark ? 'sun' : 'moon', () =>
      chooseTheme(isDark ? 'light' : 'dark'),
    ),
    line('language', languageNames[other], 'edit', () => chooseLanguage(other)),
    line('keys', preferences.keys, 'keyboard', openKeyHelp),
    line('invitation', texts.session.invitation.enter, 'link', () => navigate('/invitations/accept')),
    line('preferences', preferences.title, 'person', openPreferences),
  ];
}

/** Lower case without accents: "informes" is found by "Informés". */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
