// What a check printed: its last lines, or all of it as it comes, in a box that follows its end.
import type { ChangeId } from '../../../protocol/ids.ts'
import { useStickToEnd } from '../../conversation/use-stick-to-end.ts'
import { plainOutput } from './plain-output.ts'
import { useOutput } from './use-output.ts'

interface CheckOutputProps {
  readonly id: ChangeId
  readonly check: string
  /** Null when it is not known yet. */
  readonly tail: string | null
  /** All of it is wanted, and followed while it grows. */
  readonly isWhole: boolean
}

export function CheckOutput({ id, check, tail, isWhole }: CheckOutputProps) {
  const output = useOutput(id, isWhole ? check : null)
  const { box, inner } = useStickToEnd(check)
  const text = output.text === '' ? (tail ?? '') : output.text
  return (
    <div className="grid gap-1">
      {output.isMissing && tail !== null && (
        <p className="text-xs text-quiet">Only the last lines were kept.</p>
      )}
      {output.isCut && <p className="text-xs text-quiet">The beginning is left out.</p>}
      <div
        ref={box}
        role="region"
        aria-label={`output of ${check}`}
        tabIndex={0}
        data-output={check}
        className="max-h-96 overflow-auto rounded-md border border-line bg-ground p-2"
      >
        <div ref={inner}>
          <pre data-foreign className="font-mono text-xs leading-5 whitespace-pre-wrap">
            {text === '' ? (
              <span className="text-quiet">It has said nothing{tail === null ? ' yet' : ''}.</span>
            ) : (
              plainOutput(text)
            )}
          </pre>
        </div>
      </div>
    </div>
  )
}
