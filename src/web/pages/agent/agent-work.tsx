// What an agent has changed against the main branch, committed or not.
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Agent } from '../../../protocol/agents/agent.ts'
import type { SharedWorkDiff, WorkDiff } from '../../../protocol/agents/work-diff.ts'
import { Overlaps } from '../../changes/overlaps.tsx'
import { useRoute } from '../../data/use-route.ts'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FileDiff } from './file-diff.tsx'
import { parsePatch } from './parse-patch.ts'

export function AgentWork({ agent }: { readonly agent: Pick<Agent, 'name' | 'workspace' | 'folder'> }) {
  const hasWorkspace = agent.workspace !== null
  const request = { params: { name: agent.name } }
  const { data, error } = useRoute('GET /api/agents/:name/diff', request, { enabled: hasWorkspace })
  if (!hasWorkspace)
    return (
      <Empty title={`No workspace of its own`}>
        <p data-foreign>
          The agent works in {agent.folder}, where its changes can’t be told from other changes.
        </p>
      </Empty>
    )
  if (error) return <Notice tone="bad" title={`The diff can’t be shown: ${error.message}`} />
  return data ? <Changes diff={data} /> : <p className="text-sm text-quiet">Comparing files…</p>
}

/** So many lines are open at first; the rest opens on demand. */
const OPEN_LINES = 800

function Changes({ diff }: { readonly diff: SharedWorkDiff }) {
  const patches = useMemo(() => Map.groupBy(parsePatch(diff.patch), ({ path }) => path), [diff.patch])
  const dirty = new Set(diff.dirty)
  let lines = 0
  return (
    <div className="grid gap-2">
      <Summary diff={diff} />
      <Overlaps overlaps={diff.overlaps} title="Other agents are working on the same files" />
      {diff.files.length === 0 && (
        <Empty title={`No changes compared with ${diff.main}`}>Changes show up here, committed or not.</Empty>
      )}
      {diff.files.map((file) => {
        const shown = patches.get(file.path)?.flatMap((patch) => patch.lines) ?? []
        lines += shown.length
        return (
          <FileDiff
            key={file.path}
            file={file}
            lines={shown}
            isUncommitted={dirty.has(file.path)}
            opensAtOnce={lines <= OPEN_LINES}
          />
        )
      })}
      {diff.filesLeftOff > 0 && (
        <p className="text-sm text-quiet">{diff.filesLeftOff} more files are not listed.</p>
      )}
      {diff.truncated && (
        <Notice tone="worry" title="The rest is too long to show here.">
          The full work is in the workspace of {diff.agent}: compare there with git diff{' '}
          {diff.base.slice(0, 12)}
        </Notice>
      )}
    </div>
  )
}

function Summary({ diff }: { readonly diff: WorkDiff }) {
  const { branch, main, ahead, behind, files, dirty } = diff
  const added = files.reduce((sum, file) => sum + file.added, 0)
  const removed = files.reduce((sum, file) => sum + file.removed, 0)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span data-foreign className="font-mono text-xs">
        {branch ?? 'on no branch'}
      </span>
      <span>
        {ahead} ahead of {main}, {behind} behind
      </span>
      <span>
        {files.length} {files.length === 1 ? 'file' : 'files'} <span className="text-well">+{added}</span>{' '}
        <span className="text-bad">−{removed}</span>
      </span>
      {dirty.length > 0 && <Badge tone="worry">{dirty.length} not committed</Badge>}
      <Link to="/files" search={{ root: `workspace:${diff.agent}` }} className="text-accent underline">
        All files
      </Link>
    </p>
  )
}
