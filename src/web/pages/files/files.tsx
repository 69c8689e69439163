// Looking around in the workspaces of agents and in the journal, as they are on the disk right now.
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { printable } from '../../../lib/printable.ts'
import type { Root } from '../../../protocol/agents/sight.ts'
import { useRoute } from '../../data/use-route.ts'
import { useProject } from '../../frame/use-project.ts'
import { Card } from '../../ui/card.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { stepsOf, type FilesWanted } from './files-wanted.ts'
import { SightView } from './sight-view.tsx'

const JOURNAL = 'journal'

export function Files() {
  const { root = JOURNAL, path = '' }: FilesWanted = useSearch({ from: '/files' })
  const navigate = useNavigate({ from: '/files' })
  const [project] = useProject()
  const roots = useRoute('GET /api/files', {}).data?.items ?? []
  const offered = roots.filter((one) => one.id === root || isOf(one, project))
  return (
    <div className="mx-auto grid max-w-5xl gap-4">
      <h1 className="text-lg font-semibold">Files</h1>
      <Choice
        label="Files of"
        value={root}
        options={offered.map(({ id }) => [id, titleOf(id)])}
        onChoose={(id) => void navigate({ search: (old) => ({ ...old, root: id, path: undefined }) })}
      />
      <Card title={titleOf(root)}>
        <Way root={root} path={path} />
        <Looked root={root} path={path} />
      </Card>
    </div>
  )
}

const isOf = (root: Root, project: string | undefined) =>
  project === undefined || root.project === null || root.project === project

const titleOf = (id: string) => (id === JOURNAL ? 'the journal' : id.replace('workspace:', 'workspace of '))

function Way({ root, path }: { readonly root: string; readonly path: string }) {
  const steps = stepsOf(path)
  return (
    <nav aria-label="path" className="mb-2 flex flex-wrap gap-x-1 font-mono text-xs">
      <Link to="/files" search={{ root }} className="text-accent underline">
        top
      </Link>
      {steps.map((step, index) => (
        <span key={step.path} data-foreign className="flex gap-x-1">
          <span className="text-quiet">/</span>
          {index === steps.length - 1 ? (
            <span aria-current="page">{printable(step.name)}</span>
          ) : (
            <Link to="/files" search={{ root, path: step.path }} className="text-accent underline">
              {printable(step.name)}
            </Link>
          )}
        </span>
      ))}
    </nav>
  )
}

const LOOK_AGAIN_MS = 10_000

function Looked({ root, path }: { readonly root: string; readonly path: string }) {
  const request = { params: { root }, query: { path } }
  const { data, error } = useRoute('GET /api/files/:root', request, { everyMs: LOOK_AGAIN_MS })
  if (error) return <Notice tone="bad" title={error.message} />
  if (!data) return <p className="text-sm text-quiet">Loading…</p>
  return <SightView root={root} path={path} sight={data} />
}
