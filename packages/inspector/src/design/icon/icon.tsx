/** The paths of each icon in a square of 16 by 16. */
const PATHS = {
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  alert: 'M8 2.5 14.5 13.500H1.500Z M8 6.500v3 M8 11.500v.1',
  bolt: 'M9 1.5 3 9.500h4.500L7 14.500l6-8H8.500Z',
  campaign: 'M2 4.500h12v8.500H2Z M2 4.500l6 5 6-5',
  cart: 'M1.5 2.500h2l1.5 8h7.500l1.5-5.500H4.2 M6 13.500v.1 M12 13.500v.1',
  check: 'M3 8.5 6.5 12 13 4.5',
  checkpoint: 'M4 14V2.500h8.500L10.5 5.500l2 3H4',
  chevron: 'M6 3.5 10.5 8 6 12.5',
  clock: 'M8 1.800a6.2 6.2 0 1 0 0 12.400A6.2 6.2 0 0 0 8 1.800Z M8 4.500V8l2.5 1.5',
  close: 'M3.5 3.500l9 9 M12.5 3.500l-9 9',
  code: 'M5.5 4.5 2 8l3.5 3.5 M10.5 4.5 14 8l-3.5 3.5',
  copy: 'M5.5 5.500h8v8h-8Z M10.5 5.500v-3h-8v8h3',
  broadcast: 'M2 6.500v3h2.500L10 13V3L4.5 6.500Z M12.5 5.500a3.5 3.5 0 0 1 0 5',
  down: 'M3.5 6 8 10.5 12.5 6',
  flow: 'M2 2.500h4.500v4H2Z M9.5 9.500H14v4H9.500Z M4.2 6.500v5h5.3',
  form: 'M2.5 2.500h11v11h-11Z M5 6h6 M5 9h6 M5 11.500h3',
  goal: 'M8 1.800a6.2 6.2 0 1 0 0 12.400A6.2 6.2 0 0 0 8 1.800Z M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  inbox: 'M2 9.5 4 3h8l2 6.500V13H2Z M2 9.500h3.500l1 1.500h3l1-1.500H14',
  jobs: 'M2.5 3.500h11 M2.5 8h11 M2.5 12.500h7',
  link: 'M6.5 9.500l3-3 M7 4.500l1.500-1.500a3 3 0 0 1 4.500 4.500L11.500 9 M9 11.500 7.500 13A3 3 0 0 1 3 8.500L4.500 7',
  layers: 'M8 2 14 5.5 8 9 2 5.500Z M2 8.5 8 12l6-3.5 M2 11l6 3.5 6-3.5',
  menu: 'M2 4h12 M2 8h12 M2 12h12',
  monitor: 'M2 3h12v8H2Z M5.5 13.500h5',
  moon: 'M13.5 9.500A6 6 0 1 1 6.5 2.500a4.8 4.8 0 0 0 7 7Z',
  overview: 'M2 2.500h5v6H2Z M9 2.500h5v3.500H9Z M9 8h5v5.500H9Z M2 10.500h5v3H2Z',
  pause: 'M5.5 3v10 M10.5 3v10',
  play: 'M4.5 2.5 13 8l-8.5 5.500Z',
  plus: 'M8 3v10 M3 8h10',
  question: 'M5.500 6a2.5 2.5 0 1 1 3.700 2.200C8.400 8.700 8 9.200 8 10 M8 12.500v.1',
  request: 'M2 5.500h10 M9 2.500l3 3-3 3 M14 10.500H4 M7 7.500l-3 3 3 3',
  search: 'M7 2.500a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z M10.5 10.5 14 14',
  send: 'M14 2 7 9 M14 2 9.5 14 7 9 2 6.500Z',
  settings: 'M2 4.500h6 M11 4.500h3 M9.5 3v3 M2 11.500h3 M8 11.500h6 M6.5 10v3',
  sun: 'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z M8 1v1.5 M8 13.500V15 M1 8h1.5 M13.5 8H15 M3 3l1 1 M12 12l1 1 M13 3l-1 1 M4 12l-1 1',
  trash: 'M2.5 4.500h11 M6 4.500v-2h4v2 M4 4.500l.7 9h6.600l.7-9',
  up: 'M3.5 10 8 5.5 12.5 10',
  users:
    'M6 2.500a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z M1.5 13.500c0-2.5 2-4 4.5-4s4.5 1.5 4.5 4 M10.5 3a2.3 2.3 0 0 1 0 4.4 M12 9.800c1.5.6 2.5 1.9 2.5 3.7',
  webhook:
    'M8 2a2.8 2.8 0 0 0-1.5 5.200L4 11.5 M9.4 6.900l2.3 3.9 M6.8 12H12 M3.5 9.300a2.3 2.3 0 1 0 2.7 3.2 M12.7 9.900a2.2 2.2 0 1 1-1.5 3.9',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon in the color of the text beside it. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
