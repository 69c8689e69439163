// Exactly what is asked for, shown as what it is; and as the text whose hash the decision carries.
import { useMemo, type ReactNode } from 'react'
import type { Approval } from '../../protocol/approvals/approval.ts'
import { diffLines } from './diff-lines.ts'
import { DiffView } from './diff-view.tsx'
import { EXACT_CLASS, ExactText } from './exact-text.tsx'
import { PushView } from './push-view.tsx'
import { readContent, type ContentPart } from './read-content.ts'
import { readPatchLines } from './read-patch-lines.ts'

type Shown = Pick<Approval, 'kind' | 'content' | 'sha256'>

export function ContentView({ kind, content, sha256 }: Shown) {
  const { tool, folder, parts } = useMemo(() => readContent({ kind, content }), [kind, content])
  return (
    <div className="grid gap-3" data-content={sha256}>
      {tool !== null && (
        <p className="text-sm">
          <span className="text-quiet">Tool </span>
          <Inline text={tool} />
          <span className="text-quiet"> in </span>
          <Inline text={folder ?? ''} />
        </p>
      )}
      {parts.map((part) => (
        <Part key={part.kind} part={part} />
      ))}
      {(tool !== null || parts.some((part) => part.kind === 'push')) && (
        <details className="text-sm">
          <summary className="cursor-pointer text-quiet">Raw</summary>
          <Box title={`SHA-256 ${sha256}`}>
            <Text text={content} />
          </Box>
        </details>
      )}
    </div>
  )
}

function Part({ part }: { readonly part: ContentPart }) {
  switch (part.kind) {
    case 'command':
      return <Box title="Runs this command">{<Text text={part.text} />}</Box>
    case 'file':
      return (
        <Box title={<Path says="Writes the file" path={part.path} />}>
          <DiffView lines={diffLines('', part.text)} />
        </Box>
      )
    case 'edit':
      return (
        <Box title={<Path says="Changes the file" path={part.path} />}>
          <DiffView lines={diffLines(part.before, part.after)} />
        </Box>
      )
    case 'patch':
      return (
        <Box title="Applies this patch">
          <DiffView lines={readPatchLines(part.text)} />
        </Box>
      )
    case 'push':
      return <PushView push={part} />
    case 'words':
      return (
        <Box title="Request">
          <Text text={part.text} />
        </Box>
      )
    case 'rest':
    default:
      return (
        <Box title="Input">
          <Text text={part.text} />
        </Box>
      )
  }
}

function Box({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="min-w-0 overflow-hidden rounded-md border border-line bg-surface">
      <p data-foreign className="border-b border-line bg-raised px-3 py-1 text-xs text-quiet">
        {title}
      </p>
      <div className="py-2">{children}</div>
    </div>
  )
}

function Text({ text }: { readonly text: string }) {
  return (
    <pre data-foreign className={`px-3 ${EXACT_CLASS}`}>
      <ExactText text={text} />
    </pre>
  )
}

function Path({ says, path }: { readonly says: string; readonly path: string }) {
  return (
    <>
      {says} <Inline text={path} />
    </>
  )
}

function Inline({ text }: { readonly text: string }) {
  return (
    <code data-foreign className={`text-ink ${EXACT_CLASS}`}>
      <ExactText text={text} />
    </code>
  )
}
