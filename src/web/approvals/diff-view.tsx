// Lines that go and lines that come, each with its sign.
import type { DiffLine } from './diff-lines.ts'
import { EXACT_CLASS, ExactText } from './exact-text.tsx'

const LOOKS: Readonly<Record<DiffLine['kind'], readonly [sign: string, name: string, look: string]>> = {
  added: ['+', 'added', 'bg-well/12'],
  removed: ['−', 'removed', 'bg-bad/12'],
  same: [' ', '', ''],
}

export function DiffView({ lines }: { readonly lines: readonly DiffLine[] }) {
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
