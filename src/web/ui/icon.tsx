// The few signs that the page uses, each a line drawing on a square of 16; a word always stands beside them or is read out.

const SHAPES = {
  overview: 'M2.5 2.5h4.5v6h-4.5zM9 2.5h4.5v3.5h-4.5zM9 8h4.5v5.5h-4.5zM2.5 10.5h4.5v3h-4.5z',
  chat: 'M2.5 3.5h11v7.5h-6l-3 2.5v-2.5h-2z',
  agent: 'M3 6h10v7h-10zM8 6v-3M6 9v1.5M10 9v1.5M7 3h2',
  terminal: 'M2 3h12v10h-12zM4.5 6l2 2-2 2M8.5 10h3',
  tasks: 'M2.5 4l1 1 1.5-2M2.5 8.5l1 1 1.5-2M2.5 13l1 1 1.5-2M7.5 4.5h6M7.5 9h6M7.5 13.5h6',
  pulse: 'M1.5 8.5h3l2-5 3 9 2-4h3',
  bell: 'M4 11.5v-4a4 4 0 0 1 8 0v4l1 1h-10zM7 14h2',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0-9M10.5 10.5l3.5 3.5',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  aloud: 'M2.5 6h2.5l3.5-3v10l-3.5-3h-2.5zM11 6a3 3 0 0 1 0 4M12.8 4a6 6 0 0 1 0 8',
  close: 'M4 4l8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5l3.5 3.5 6.5-8',
  sun: 'M8 5a3 3 0 1 0 0 6a3 3 0 1 0 0-6M8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.5a5.5 5.5 0 1 1-6.5-6.5a4.5 4.5 0 0 0 6.5 6.5z',
  screen: 'M2 3h12v8h-12zM6 13.5h4M8 11v2.5',
  plus: 'M8 3v10M3 8h10',
  send: 'M2.5 8l11-5-3.5 11-2.5-4.5z',
  more: 'M4 8h.01M8 8h.01M12 8h.01',
  branch: 'M5 2.5v11M5 10a4 4 0 0 0 4-4h2M11 4.5a1.5 1.5 0 1 0 0 3a1.5 1.5 0 1 0 0-3',
  shield: 'M8 2l5 2v4c0 3-2.2 5-5 6c-2.8-1-5-3-5-6v-4zM5.8 8l1.6 1.6 2.8-3.2',
  gauge: 'M2.5 12a5.5 5.5 0 1 1 11 0M8 12l3-4M2.5 12h1M12.5 12h1M8 6.5v.8',
  timeline: 'M4 2v12M4 4.5h.01M4 8h.01M4 11.5h.01M7 4.5h6.5M7 8h4.5M7 11.5h6.5',
  folder: 'M2 4h4l1.5 2h6.5v7h-12z',
  page: 'M4 2h5l3 3v9h-8zM9 2v3h3',
  link: 'M7 9l5.5-5.5M8.5 3.5h4v4M11 9.5v3.5h-8v-8h3.5',
  book: 'M3 2.5h8.5a1.5 1.5 0 0 1 1.5 1.5v9.5h-8.5a1.5 1.5 0 0 1-1.5-1.5zM3 12a1.5 1.5 0 0 1 1.5-1.5h8.5M6 5.5h4',
  warning: 'M8 2.5l6 11h-12zM8 6.5v3.5M8 12v.01',
} as const

export type IconName = keyof typeof SHAPES

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="shrink-0"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}
