// What is at a path: a folder to go on from, a file as text, a link that is told.
import { Link } from '@tanstack/react-router'
import { printable } from '../../../lib/printable.ts'
import type { FolderItem, Sight } from '../../../protocol/agents/sight.ts'
import { Ago } from '../../ui/ago.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { sayBytes } from '../../words/say-bytes.ts'
import { FileText } from './file-text.tsx'
import { below, resolveLink } from './files-wanted.ts'

interface SightViewProps {
  readonly root: string
  readonly path: string
  readonly sight: Sight
}

export function SightView({ root, path, sight }: SightViewProps) {
  if (sight.kind === 'folder') return <Folder root={root} path={path} {...sight} />
  if (sight.kind === 'file') return <FileText path={path} {...sight} />
  if (sight.kind === 'other')
    return <Empty title="Not a regular file">Pipes, sockets and devices have no content to show.</Empty>
  return <LinkTarget root={root} path={path} target={sight.target} />
}

const ICONS: Readonly<Record<FolderItem['kind'], IconName>> = {
  folder: 'folder',
  file: 'page',
  link: 'link',
  other: 'more',
}

type FolderProps = Omit<SightViewProps, 'sight'> & Extract<Sight, { kind: 'folder' }>

function Folder({ root, path, items, leftOff }: FolderProps) {
  if (items.length === 0) return <Empty title="Empty folder" />
  return (
    <>
      <ul aria-label="folder contents" className="divide-y divide-line border-y border-line text-sm">
        {items.map((item) => (
          <li key={item.name} data-entry={item.kind} className="flex items-center gap-x-2 py-1">
            <span className="text-quiet">
              <Icon name={ICONS[item.kind]} />
            </span>
            <Link
              to="/files"
              search={{ root, path: below(path, item.name) }}
              className="min-w-0 flex-1 hover:underline"
            >
              <span data-foreign className="font-mono text-xs">
                {printable(item.name)}
              </span>
            </Link>
            {item.kind === 'file' && (
              <span className="text-xs text-quiet tabular-nums">{sayBytes(item.bytes)}</span>
            )}
            <span className="w-20 shrink-0 text-right text-xs text-quiet">
              <Ago at={item.changedAt} />
            </span>
          </li>
        ))}
      </ul>
      {leftOff > 0 && <p className="pt-2 text-sm text-quiet">{leftOff} more are not listed.</p>}
    </>
  )
}

function LinkTarget({ root, path, target }: Omit<SightViewProps, 'sight'> & { readonly target: string }) {
  const inside = resolveLink(path, target)
  return (
    <Empty title="Links are not followed.">
      <p>
        The target is{' '}
        {inside === undefined ? (
          <code data-foreign className="font-mono text-xs">
            {printable(target)}
          </code>
        ) : (
          <Link
            to="/files"
            search={{ root, path: inside }}
            className="font-mono text-xs text-accent underline"
          >
            {printable(target)}
          </Link>
        )}
        {inside === undefined && ', outside this root.'}
      </p>
    </Empty>
  )
}
