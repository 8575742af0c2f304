import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type ApiData, type ApiInput, api } from '#web/api/api.ts';
import { useElementId } from '#web/components/element-id.ts';
import { Icon, type IconName } from '#web/components/icons.tsx';
import { useModal } from '#web/components/overlays.ts';
import { mayEdit, session, type Workplace, workplace } from '#web/session/session.ts';
import { formatAmount, formatDate, formatDateOf, formatOrder } from '#web/text/format.ts';
import { chooseLanguage, language, languageNames } from '#web/text/language.ts';
import { texts } from '#web/text/texts.ts';
import { openKeyHelp } from '../key-help/open-key-help.tsx';
import { destinations } from '../navigation.ts';
import { openPreferences } from '../preferences/open-preferences.tsx';
import { navigate } from '../router.ts';
import { chooseTheme, theme } from '../theme.ts';
import { itemsOf } from '../workplace-switch.tsx';
import { takeEarlyKeys } from './early-keys.ts';
import './palette.css';

/** A field that finds pages, actions and records, and runs the chosen line. */
export default function PaletteDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useModal(onClose, true);
  const id = useElementId();
  const [text, setText] = useState('');
  const [place, setPlace] = useState(0);
  const { records, isSearching } = useRecords(text);
  const lines = [...fitting(commands(), text).slice(0, text === '' ? 50 : 8), ...records];
  const chosen = Math.min(place, lines.length - 1);
  const { palette } = texts.app;
  const run = (line: Command | undefined) => {
    if (line === undefined) return;
    onClose();
    line.run();
  };
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, chosen, lines.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (next !== undefined) setPlace(next);
    else run(lines[chosen]);
  };
  // After useModal, which gives the focus to the field.
  useLayoutEffect(() => setText(takeEarlyKeys()), []);
  useEffect(() => {
    dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <dialog ref={dialog} class="palette" aria-label={palette.title}>
      <div class="palette-sheet">
        <div class="palette-field">
          <Icon name="search" />
          <input
            class="palette-input"
            type="text"
            role="combobox"
            aria-label={palette.title}
            aria-expanded="true"
            aria-controls={`${id}-lines`}
            aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
            aria-autocomplete="list"
            autocomplete="off"
            spellcheck={false}
            placeholder={palette.hint[workplace.value.kind]}
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value);
              setPlace(0);
            }}
            onKeyDown={press}
          />
        </div>
        <div class="palette-lines" id={`${id}-lines`} role="listbox" aria-label={palette.title}>
          {lines.map((line, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
            <div
              key={`${line.note} ${line.id}`}
              id={`${id}-${index}`}
              class="palette-line"
              role="option"
              aria-selected={index === chosen}
              onClick={() => run(line)}
              onPointerMove={() => setPlace(index)}
            >
              <Icon name={line.icon} />
              <span class="palette-label">{line.label}</span>
              <span class="palette-note">{line.note}</span>
            </div>
          ))}
        </div>
        <p class="palette-state" role="status">
          {stateOf(text, lines.length, isSearching)}
        </p>
      </div>
    </dialog>
  );
}

function stateOf(text: string, count: number, isSearching: boolean): string {
  const { palette } = texts.app;
  if (isSearching) return palette.searching;
  if (count === 0) return palette.nothing(text);
  return palette.keys;
}

function placeAfter(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (place + 1) % count;
  if (key === 'ArrowUp') return (place - 1 + count) % count;
  if (key === 'PageDown') return Math.min(place + 8, count - 1);
  if (key === 'PageUp') return Math.max(place - 8, 0);
  return undefined;
}

/** Searches 200 ms after the last key. The earlier search ends. */
function useRecords(text: string): { readonly records: readonly Command[]; readonly isSearching: boolean } {
  const [found, setFound] = useState<{ readonly text: string; readonly records: readonly Command[] }>(none);
  const wanted = text.trim();
  const isWanted = wanted.length >= 2;
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (!isWanted) return;
    const aborter = new AbortController();
    const timer = setTimeout(async () => {
      const records = await findRecords(workplace.peek(), wanted, aborter.signal);
      if (latest.current === wanted) setFound({ text: wanted, records });
    }, 200);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [wanted]);
  return isWanted
    ? { records: found.records, isSearching: found.text !== wanted }
    : { records: [], isSearching: false };
}

const none = { text: '', records: [] };

const limit = 5;
const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds records of the workplace by what a person knows of them: a name, a number, an id. */
async function findRecords(place: Workplace, text: string, signal: AbortSignal): Promise<readonly Command[]> {
  const found = await Promise.allSettled(
    place.kind === 'farm' ? farmSearches(place.brand.id, text, signal) : claimSearches(text, signal),
  );
  const lines = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  return lines.filter(({ id }, index) => lines.findIndex((line) => line.id === id) === index);
}

type Search = Promise<readonly Command[]>;

function farmSearches(brand_id: string, text: string, signal: AbortSignal): readonly Search[] {
  const byId = idPattern.test(text) ? [orderById(text, signal)] : [];
  return [
    ...byId,
    orders(brand_id, text, signal),
    customers(brand_id, text, signal),
    products(brand_id, text, signal),
  ];
}

async function orderById(id: string, signal: AbortSignal): Search {
  return [orderLine(await api('GET /api/v1/orders/{id}', { id }, { signal }))];
}

async function orders(brand_id: string, text: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/orders', { brand_id, text, limit }, { signal });
  return data.map(orderLine);
}

function orderLine(order: ApiData<'GET /api/v1/orders/{id}'>): Command {
  const { pickup_date, created_at } = order;
  const day = pickup_date === undefined ? formatDateOf(created_at) : formatDate(pickup_date);
  return {
    id: order.id,
    label: `${formatOrder(order)}, ${formatAmount(order.total, order.currency)}`,
    note: `${texts.app.pages.order}, ${day}`,
    icon: 'order',
    run: () => navigate(`/orders/${order.id}`),
  };
}

async function customers(brand_id: string, name: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/contacts', { brand_id, name, limit }, { signal });
  return data.map((contact) => ({
    id: contact.id,
    label: contact.name ?? contact.email ?? contact.phone ?? texts.app.palette.noName,
    note: texts.app.pages.customer,
    icon: 'people',
    run: () => navigate(`/customers/${contact.id}`),
  }));
}

async function products(brand_id: string, search: string, signal: AbortSignal): Search {
  const { data } = await api('GET /api/v1/products', { brand_id, search, limit }, { signal });
  return data.map(({ id, name }) => ({
    id,
    label: name,
    note: texts.app.pages.product,
    icon: 'product',
    run: () => navigate(`/products/${id}`),
  }));
}

/** One search takes one kind of text: a text with digits is a number, any other one a last name. */
function claimSearches(text: string, signal: AbortSignal): readonly Search[] {
  if (session.peek()?.claimsRoles.length === 0) return [];
  const hasLetters = /\p{L}.*\p{L}/u.test(text);
  const byNumber = claimsBy({ patient_control_number: text }, signal);
  if (!/\d/.test(text)) return hasLetters ? [claimsBy({ last_name: text }, signal), byNumber] : [byNumber];
  return [
    byNumber,
    ...(/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text) ? [claimsBy({ member_id: text }, signal)] : []),
  ];
}

async function claimsBy(search: ApiInput<'POST /api/claims/search'>, signal: AbortSignal): Search {
  const { data } = await api('POST /api/claims/search', { ...search, limit }, { signal });
  return data.map((claim) => ({
    id: claim.id,
    label: claim.patient_control_number,
    note: `${texts.app.pages.claim}, ${formatAmount(claim.total_charge, 'USD')}`,
    icon: 'claim',
    run: () => navigate(`/claims/claim/${claim.id}`),
  }));
}

/** One line of the palette. */
interface Command {
  readonly id: string;
  readonly label: string;
  /** What kind of line it is, or a word that distinguishes records. */
  readonly note: string;
  readonly icon: IconName;
  readonly run: () => void;
}

/** Pages, actions and workplaces that the person may use now. */
function commands(): readonly Command[] {
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
function fitting(lines: readonly Command[], text: string): readonly Command[] {
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
