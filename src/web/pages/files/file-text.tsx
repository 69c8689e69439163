// A file that is looked at: how large and how old it is, and its text, Markdown as what it means.
import type { Sight } from '../../../protocol/agents/sight.ts'
import { Ago } from '../../ui/ago.tsx'
import { Empty } from '../../ui/empty.tsx'
import { sayBytes } from '../../words/say-bytes.ts'
import { FileLines } from './file-lines.tsx'
import { isMarkdown } from './files-wanted.ts'
import { MarkdownFile } from './markdown-file.tsx'

type FileTextProps = Omit<Extract<Sight, { kind: 'file' }>, 'kind'> & { readonly path: string }

export function FileText({ path, bytes, changedAt, text, isCut }: FileTextProps) {
  return (
    <>
      <p className="flex gap-x-3 pb-2 text-xs text-quiet">
        <span>{sayBytes(bytes)}</span>
        <span>
          changed <Ago at={changedAt} />
        </span>
      </p>
      {text === null ? (
        <Empty title="Binary file">Binary files are not shown.</Empty>
      ) : isMarkdown(path) ? (
        <MarkdownFile key={path} path={path} text={text} />
      ) : (
        <FileLines path={path} text={text} />
      )}
      {isCut && text !== null && <p className="pt-2 text-sm text-quiet">Only the beginning is shown.</p>}
    </>
  )
}
