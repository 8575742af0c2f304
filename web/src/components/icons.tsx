import './icons.css';

/** Line icons on a grid of 20 by 20. Several shapes of one icon are subpaths of its path. */
const paths = {
  home: 'M3.5 9 10 3.5 16.5 9v7.5h-4.6v-4.7H8.1v4.7H3.5z',
  order: 'M4.5 6.5h11l-.8 10H5.3zM7.3 8.5V6a2.7 2.7 0 0 1 5.4 0v2.5',
  product: 'M10 2.8 16.5 6v8L10 17.2 3.5 14V6zM3.5 6l6.5 3.2L16.5 6M10 9.2v8',
  people:
    'M7.5 9.5a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM2.5 16.2c.3-2.9 2.3-4.4 5-4.4s4.7 1.5 5 4.4M13 4.2a2.6 2.6 0 0 1 0 5M14.6 12c1.7.6 2.7 2 2.9 4.2',
  person: 'M10 9.8a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM3.8 16.8c.5-3.2 3-4.8 6.2-4.8s5.7 1.6 6.2 4.8',
  campaign: 'M3.5 8.2v3.6h2.7l6.8 3.7v-11L6.2 8.2zM6.7 11.8l1 4.4h1.8l-.8-3.3M15.6 8a3 3 0 0 1 0 4',
  referral:
    'M14.5 6.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM5.5 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM14.5 17.9a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM7.5 9l5-3.2M7.5 11l5 3.2',
  water: 'M10 3c2.8 3.3 4.8 5.7 4.8 8.4a4.8 4.8 0 0 1-9.6 0C5.2 8.7 7.2 6.3 10 3zM7.8 12a2.4 2.4 0 0 0 2 2.2',
  report: 'M4 16.5V3.5M4 16.5h12.5M7.5 13.5V10M11 13.5v-7M14.5 13.5V8.5',
  money: 'M2.8 5.5h14.4v9H2.8zM10 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM5.3 10h.1M14.6 10h.1',
  card: 'M2.8 5h14.4v10H2.8zM2.8 8.3h14.4M5.5 12h3',
  key: 'M7 13.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM10.2 10h7M14.5 10v2.8M17.2 10v2',
  webhook: 'M3.5 10h4l1.7-5 2.6 10 1.7-5h3',
  settings:
    'M3 6h7M14 6h3M3 14h3M10 14h7M12 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  tour: 'M5 17V3.5M5 4.2h9.5l-2 3.3 2 3.3H5',
  bell: 'M5 13.8V9a5 5 0 0 1 10 0v4.8l1.2 1H3.8zM8.3 17.2h3.4',
  news: 'M10 3v3M10 14v3M3 10h3M14 10h3M5.2 5.2l2 2M12.8 12.8l2 2M14.8 5.2l-2 2M7.2 12.8l-2 2',
  stop: 'M10 17.2c-3.3-3.6-5.2-6-5.2-8.7a5.2 5.2 0 0 1 10.4 0c0 2.7-1.9 5.1-5.2 8.7zM10 10.4a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  board: 'M3.5 3.5h3.6v13H3.5zM8.2 3.5h3.6v8.5H8.2zM12.9 3.5h3.6v10.5h-3.6z',
  file: 'M5 2.8h6.5L15 6.3v10.9H5zM11.3 2.8v3.7H15',
  claim: 'M5 2.8h10v14.4H5zM7.8 7h4.4M7.8 10h4.4M7.8 13h2.2',
  remittance: 'M4.5 2.8h11v14.4l-1.9-1.3-1.8 1.3-1.8-1.3-1.8 1.3-1.8-1.3-1.9 1.3zM7.5 6.8h5M7.5 10h5',
  shield: 'M10 2.8 15.8 5v4.6c0 3.6-2.3 6.2-5.8 7.6-3.5-1.4-5.8-4-5.8-7.6V5zM7.3 9.9l2 2 3.5-3.7',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
  check: 'M4 10.5l4 4 8-9',
  'check-circle': 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM6.9 10.2l2.2 2.2 4-4.6',
  close: 'M5 5l10 10M15 5 5 15',
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  up: 'M10 16V4.5M5.2 9 10 4.2 14.8 9',
  down: 'M10 4v11.5M5.2 11l4.8 4.8 4.8-4.8',
  'chevron-down': 'M5 7.5l5 5 5-5',
  'chevron-right': 'M7.5 5l5 5-5 5',
  'chevron-left': 'M12.5 5l-5 5 5 5',
  more: 'M4.9 10a.4.4 0 1 1-.8 0 .4.4 0 0 1 .8 0zM10.4 10a.4.4 0 1 1-.8 0 .4.4 0 0 1 .8 0zM15.9 10a.4.4 0 1 1-.8 0 .4.4 0 0 1 .8 0z',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  warning: 'M10 3.2 17.5 16.5h-15zM10 8v3.8M10 14.2h.1',
  danger: 'M7 2.8h6L17.2 7v6L13 17.2H7L2.8 13V7zM10 6.5v4.3M10 13.5h.1',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.3v4.2M10 6.6h.1',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.2l2.7 1.7',
  calendar: 'M3.5 4.8h13v12h-13zM3.5 8.5h13M7 3v3.2M13 3v3.2',
  offline:
    'M3 3l14 14M5.6 8.2A8.5 8.5 0 0 0 3.5 9.5M10.4 6.5a9 9 0 0 1 6.1 3M7.3 11.3a4.6 4.6 0 0 0-1.3.9M11.5 10.6c.9.3 1.7.8 2.5 1.6M10 15.5h.1',
  outbox: 'M3.5 11.5v5h13v-5h-4l-1 2h-3l-1-2zM10 9.5V2.8M7 5.6l3-2.9 3 2.9',
  upload: 'M4 13.5v3h12v-3M10 13V3.5M6 7.2l4-3.9 4 3.9',
  download: 'M4 13.5v3h12v-3M10 3.5V13M6 9.2l4 3.9 4-3.9',
  print: 'M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8v5.5H6z',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  edit: 'M4 16l.8-3.6L13 4.2l2.8 2.8-8.2 8.2zM11.5 5.7l2.8 2.8',
  trash: 'M3.5 5.5h13M7.5 5.5V3.2h5v2.3M5 5.5l.8 11.3h8.4L15 5.5M8.3 8.5v5.3M11.7 8.5v5.3',
  refresh: 'M16 10a6 6 0 1 1-1.9-4.4M16.3 3.2v3.6h-3.6',
  undo: 'M7.5 4 4 7.5 7.5 11M4.3 7.5h7.4a4.3 4.3 0 0 1 0 8.6H7.5',
  external: 'M11.5 3.5h5v5M16.3 3.7 9.5 10.5M14 11.5v5H3.5V6h5',
  columns: 'M3 4h14v12H3zM7.7 4v12M12.3 4v12',
  filter: 'M3 4.5h14l-5.5 6.3v5.2l-3-1.6v-3.6z',
  send: 'M3 10 17 3.5 13 16.8l-3.3-5z M9.7 11.8 17 3.5',
  mail: 'M2.8 4.8h14.4v10.4H2.8zM3 5.2l7 5.6 7-5.6',
  phone: 'M6.5 2.8h7v14.4h-7zM9.3 14.8h1.4',
  image: 'M3 4h14v12H3zM3.5 14l4-4.2 3 3 2-1.9 4 3.6M13.3 8h.1',
  tag: 'M3 3.5h6.5l7.3 7.3-6 6L3.5 9.5zM6.7 6.9h.1',
  note: 'M3.5 3.5h13V12L12 16.5H3.5zM16.5 12H12v4.5M6.5 7h7M6.5 10h4',
  lock: 'M4.5 9h11v8h-11zM7 9V6.3a3 3 0 0 1 6 0V9',
  link: 'M8.3 11.7a3 3 0 0 0 4.3 0l2.9-2.9a3 3 0 0 0-4.3-4.3l-1 1M11.7 8.3a3 3 0 0 0-4.3 0l-2.9 2.9a3 3 0 0 0 4.3 4.3l1-1',
  keyboard: 'M2.5 5.5h15v9h-15zM5.5 8.3h.1M8.5 8.3h.1M11.5 8.3h.1M14.5 8.3h.1M6.5 11.7h7',
  sun: 'M10 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM10 2.5v1.6M10 15.9v1.6M2.5 10h1.6M15.9 10h1.6M4.7 4.7l1.1 1.1M14.2 14.2l1.1 1.1M15.3 4.7l-1.1 1.1M5.8 14.2l-1.1 1.1',
  moon: 'M16 12.2A6.8 6.8 0 0 1 7.8 4 6.8 6.8 0 1 0 16 12.2z',
  'sign-out': 'M8.5 3.5h-5v13h5M8.5 10h8.3M13.5 6.5 17 10l-3.5 3.5',
  collapse: 'M3 4h14v12H3zM7.5 4v12M13.5 8l-2 2 2 2',
  dot: 'M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  spark: 'M10 3l1.6 5.4L17 10l-5.4 1.6L10 17l-1.6-5.4L3 10l5.4-1.6z',
  question: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8.2a2 2 0 1 1 2.9 1.8c-.6.3-.9.7-.9 1.4M10 13.8h.1',
  pause: 'M7 4.5v11M13 4.5v11',
  play: 'M6 4l10 6-10 6z',
  inbox: 'M3.5 11 5.7 4h8.6l2.2 7v5.5h-13zM3.5 11h4l1 2h3l1-2h4',
  swap: 'M4 7h11.5M12.5 3.8 15.8 7l-3.3 3.2M16 13H4.5M7.5 9.8 4.2 13l3.3 3.2',
} as const;

/** The name of an icon of the set. */
export type IconName = keyof typeof paths;

/** The names of all icons, for the gallery. */
export const iconNames = Object.keys(paths).filter((name): name is IconName => name in paths);

/** A line icon in the colour of the text. Screen readers skip it: a word always stands beside it or in its label. */
export function Icon({
  name,
  small = false,
}: {
  readonly name: IconName;
  readonly small?: boolean | undefined;
}) {
  return (
    <svg class={small ? 'icon icon-small' : 'icon'} viewBox="0 0 20 20" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
