/** Stroke paths on a 24 by 24 grid, drawn in the text's colour. */
const paths = {
  search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5 20 20',
  map: 'M9 4 4 6v14l5-2 6 2 5-2V4l-5 2-6-2Zm0 0v14m6-12v14',
  tree: 'M5 5h5M5 5v14m0-7h5m-5 7h5M13 5h6m-6 7h6m-6 7h6',
  events: 'M4 12h4m8 0h4M8 12a2.5 2.5 0 1 1 0 .01M16 12l-3-3m3 3-3 3',
  chart: 'M4 20V4m0 16h16M8 15l4-5 3 3 5-7',
  compare: 'M12 4v16M4 8h5M6 12h3M4 16h5m6-8h5m-5 4h3m-3 4h5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3-1-6Zm3 11v5',
  hide: 'M4 4l16 16M10 6.3A9 9 0 0 1 21 12a12 12 0 0 1-2.4 3M6.5 8A12 12 0 0 0 3 12a9.6 9.6 0 0 0 12 5.4',
  show: 'M3 12c4-8 14-8 18 0-4 8-14 8-18 0Zm9-3a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z',
  edit: 'M5 19h3L18.5 8.5l-3-3L5 16v3Z',
  merge: 'M6 4v4c0 4 6 4 6 8v4m6-16v4c0 4-6 4-6 8',
  lasso: 'M7 16c-3-1-4-4-3-6 2-6 14-7 16-1 1 5-5 8-10 8-2 0-3 3-5 4',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  save: 'M12 4v11m-5-4 5 5 5-5M5 20h14',
  right: 'm9 6 6 6-6 6',
  down: 'm6 9 6 6 6-6',
  filter: 'M4 6h16M7 12h10m-7 6h4',
  keyboard: 'M3 7h18v10H3V7Zm4 4h.01M11 11h.01M15 11h.01M8 14h8'
} as const

export type IconName = keyof typeof paths

/** A decorative icon beside text or in a named button. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
