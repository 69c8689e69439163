// Lines that go and lines that come, each with its sign.
import type { DiffLine } from './diff-lines.ts'
import { EXACT_CLASS, ExactText } from './exact-text.tsx'

const LOOKS: Readonly<Record<DiffLine['kind'], readonly [sign: string, name: string, look: string]>> = {
  added: ['+', 'added', 'bg-well/12'],
  removed: ['−', 'removed', 'bg-bad/12'],
  same: [' ', '', ''],
}

/** More rows than these would stop the browser: then it is one text with a sign before each line. */
const ROWS_MAX = 5000

export function DiffView({ lines }: { readonly lines: readonly DiffLine[] }) {
  if (lines.length > ROWS_MAX)
    return (
      <pre data-foreign className={`px-3 ${EXACT_CLASS}`}>
        <ExactText text={lines.map(({ kind, text }) => `${LOOKS[kind][0]} ${text}`).join('\n')} />
      </pre>
    )
  return (
    <div data-foreign className={EXACT_CLASS}>
      {lines.map(({ kind, text }, index) => {
        const [sign, name, look] = LOOKS[kind]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a line has nothing else to be known by
          <div key={index} data-line={kind} className={`flex px-3 ${look}`}>
            <span aria-hidden className="w-4 shrink-0 text-quiet select-none">
              {sign}
            </span>
            <code className="min-w-0 flex-1">
              {name !== '' && <span className="sr-only">{name}: </span>}
              <ExactText text={text} />
            </code>
          </div>
        )
      })}
    </div>
  )
}
