// Ports of this machine that an agent was refused, with what a person can say, and what was opened.
import type { AgentPort, PortScope } from '../../protocol/agents/port.ts'
import { useAct } from '../data/use-act.ts'
import { useRoute } from '../data/use-route.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const SCOPES: readonly (readonly [scope: PortScope, title: string])[] = [
  ['run', 'Once'],
  ['agent', 'This agent'],
  ['project', 'This project'],
]

export function AgentPorts({ name }: { readonly name: string }) {
  const rows = useRoute('GET /api/agents/:name/ports', { params: { name } }).data?.items ?? []
  const wanted = rows.filter(({ state }) => state === 'wanted')
  const open = rows.filter(({ state }) => state === 'open')
  return (
    <>
      {wanted.map((row) => (
        <WantedPort key={`${row.address} ${row.port}`} row={row} />
      ))}
      {open.length > 0 && (
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs" aria-label="open ports">
          {open.map((row) => (
            <OpenPort key={`${row.direction} ${row.address} ${row.port}`} row={row} name={name} />
          ))}
        </ul>
      )}
    </>
  )
}

function WantedPort({ row: { agent, address, port, project } }: { readonly row: AgentPort }) {
  const open = useAct('POST /api/agents/:name/ports/open', `${agent} may use port ${port}`)
  const close = useAct('POST /api/agents/:name/ports/close', `${agent} may not use port ${port}`)
  const params = { name: agent }
  return (
    <div data-wanted-port={port}>
      <Notice tone="worry" title={`${agent} asks for port ${port} of ${describePlace(address)}`}>
        <span className="flex flex-wrap items-center gap-2">
          Access was blocked. Allow it:
          {SCOPES.filter(([scope]) => scope !== 'project' || project !== null).map(([scope, title]) => (
            <Button key={scope} onClick={() => open.mutate({ params, body: { address, port, scope } })}>
              {title}
            </Button>
          ))}
          <Button onClick={() => close.mutate({ params, body: { address, port } })}>No</Button>
        </span>
      </Notice>
    </div>
  )
}

function OpenPort({ row, name }: { readonly row: AgentPort; readonly name: string }) {
  const { direction, address, port, scope, hostPort } = row
  const close = useAct('POST /api/agents/:name/ports/close')
  const publish = useAct('POST /api/agents/:name/ports/publish')
  // What was opened for a project is kept with the agent that asked for it.
  const params = { name: row.agent }
  const end = () =>
    direction === 'to-agent'
      ? publish.mutate({ params, body: { port, open: false } })
      : close.mutate({ params, body: { address, port } })
  return (
    <li className="flex items-center gap-2" data-open-port={port}>
      {direction === 'to-agent' ? (
        <a
          href={`http://127.0.0.1:${hostPort}/`}
          className="text-accent underline"
          rel="noreferrer"
          target="_blank"
        >
          port {port} of {name}
        </a>
      ) : (
        <span>
          may use port {port} of {describePlace(address)}
          {scope === 'project' && ', and so may its whole project'}
          {scope === 'run' && ', until its next start'}
        </span>
      )}
      <Button onClick={end}>Close</Button>
    </li>
  )
}

const describePlace = (address: string) => (address === 'localhost' ? 'this machine' : address)
