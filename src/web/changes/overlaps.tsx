// A warning: other agents have work of their own in the same files, and whoever comes second has to bring both together.
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { printable } from '../../lib/printable.ts'
import type { Overlap } from '../../protocol/agents/work-diff.ts'
import { Notice } from '../ui/notice.tsx'

interface OverlapsProps {
  readonly overlaps: readonly Overlap[]
  readonly title: string
}

export function Overlaps({ overlaps, title }: OverlapsProps) {
  if (overlaps.length === 0) return null
  return (
    <Notice tone="worry" title={title}>
      <ul aria-label="files that other agents are working on" className="max-h-40 overflow-auto">
        {overlaps.map(({ path, agents }) => (
          <li key={path} data-overlap={path}>
            <code data-foreign className="font-mono text-xs">
              {printable(path)}
            </code>
            {': '}
            {agents.map((name, index) => (
              <Fragment key={name}>
                {index > 0 && ', '}
                <Link
                  to="/agents/$name"
                  params={{ name }}
                  search={{ tab: 'work' }}
                  className="text-accent underline"
                >
                  {name}
                </Link>
              </Fragment>
            ))}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
