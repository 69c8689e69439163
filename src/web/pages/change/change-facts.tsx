// Whose change it is, where it begins and ends, and the sum that a yes is bound to.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Change, Leave } from '../../../protocol/changes/change.ts'
import { Ago } from '../../ui/ago.tsx'
import { sayActor } from '../../words/say-actor.ts'
import { sayGrant } from './say-grant.ts'

const SHORT = 12

export function ChangeFacts({ change }: { readonly change: Change }) {
  const {
    id,
    project,
    kind,
    author,
    agent,
    base,
    head,
    adopted,
    undone,
    sha256,
    branch,
    from,
    rebases,
    leave,
  } = change
  const facts: readonly (readonly [what: string, value: ReactNode])[] = [
    ['project', project],
    ['kind', kind],
    ['by', agent === null ? sayActor(author) : <Agent key="by" name={agent} />],
    ['approved by', leave && <Grant key="leave" leave={leave} sha256={sha256} />],
    ['from branch', from],
    ['own branch', branch],
    ['base', code(base)],
    ['head', code(head)],
    ['merged as', adopted && code(adopted.to)],
    ['rolled back by', undone && code(undone.to)],
    ['rebased', rebases === 0 ? null : `${rebases} times`],
    ['sha256', <code key="sum">{sha256}</code>],
    ['id', <code key="id">{id}</code>],
  ]
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {facts
        .filter(([, value]) => value !== null)
        .map(([what, value]) => (
          <div key={what} className="flex min-w-0 gap-1">
            <dt className="whitespace-nowrap text-quiet">{what}</dt>
            <dd data-foreign className="min-w-0">
              {value}
            </dd>
          </div>
        ))}
    </dl>
  )
}

const code = (commit: string) => (
  <code title={commit} className="font-mono">
    {commit.slice(0, SHORT)}
  </code>
)

function Grant({ leave, sha256 }: { readonly leave: Leave; readonly sha256: string }) {
  return (
    <span data-leave={leave.via}>
      {sayGrant(leave, sha256)} · <Ago at={leave.at} />
    </span>
  )
}

function Agent({ name }: { readonly name: string }) {
  return (
    <Link to="/agents/$name" params={{ name }} className="text-accent underline">
      {name}
    </Link>
  )
}
