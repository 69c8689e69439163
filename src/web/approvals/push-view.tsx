// A push that is asked for: where it goes, and for each branch what becomes of it, with every commit that is named.
import { EXACT_CLASS, ExactText } from './exact-text.tsx'
import type { ContentPart, PushMove } from './read-content.ts'

const SHORT_CHARS = 12
const HEADS = 'refs/heads/'

export function PushView({ push }: { readonly push: Extract<ContentPart, { readonly kind: 'push' }> }) {
  const { project, agent, remote, address, moves } = push
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-sm">
        <Row name="Remote" text={remote} />
        <Row name="Address" text={address} />
        <Row name="Project" text={project} />
        {agent !== null && <Row name="Work of" text={agent} />}
      </dl>
      {moves.map((move) => (
        <Move key={move.ref} move={move} />
      ))}
    </div>
  )
}

function Row({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0">
        <Exact text={text} />
      </dd>
    </>
  )
}

function Move({ move: { ref, old, new: tip, does, commits } }: { readonly move: PushMove }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <p className="border-b border-line bg-raised px-3 py-1 text-xs text-quiet">
        {ref.startsWith(HEADS) ? 'Branch ' : 'Ref '}
        <Exact text={ref.startsWith(HEADS) ? ref.slice(HEADS.length) : ref} />
        {': '}
        <Exact text={does} />
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 px-3 py-2 text-xs text-quiet">
        <Row name="From" text={old ?? 'nothing: it is new there'} />
        <Row name="To" text={tip ?? 'nothing: it is deleted there'} />
      </dl>
      {commits.length > 0 && (
        <ol className="grid gap-1 border-t border-line px-3 py-2 text-sm" aria-label="Commits">
          {commits.map((line) => (
            <Commit key={line} line={line} />
          ))}
        </ol>
      )}
    </div>
  )
}

/** The whole id stands in the raw text below. */
function Commit({ line }: { readonly line: string }) {
  const [, id, said] = /^([0-9a-f]{40,64}) (.*)$/s.exec(line) ?? [undefined, undefined, line]
  return (
    <li className="flex min-w-0 gap-2">
      {id !== undefined && <code className="text-quiet">{id.slice(0, SHORT_CHARS)}</code>}
      <Exact text={said ?? line} />
    </li>
  )
}

function Exact({ text }: { readonly text: string }) {
  return (
    <code data-foreign className={`min-w-0 text-ink ${EXACT_CLASS}`}>
      <ExactText text={text} />
    </code>
  )
}
